import { enumOf, enumType, string } from '../../../schema/field-types.ts';
import { message, output } from '../../../schema/message.ts';
import { prefixed, SCORES } from '../../vulnerabilities/findings.ts';

/** The proto package of the advisory feed in v1. */
export const PACKAGE = 'chainguard.platform.advisory';

/** The gRPC service of the advisory feed in v1. */
export const SERVICE = `${PACKAGE}.SecurityAdvisory`;

const SeverityType = enumType(
  `${PACKAGE}.Severity.Type`,
  'The system of a severity score.',
  prefixed('', [...SCORES, 'UBUNTU']),
);

/** The severity of a vulnerability in its v1 form. */
export const SeverityV1 = message(`${PACKAGE}.Severity`, 'The severity of a vulnerability, as v1 shows it.', {
  type: output(1, enumOf(SeverityType), 'The system of the score.'),
  score: output(2, string(), 'The score as a vector.', { example: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }),
});
