import { enumOf, enumType, string, uid } from '../../schema/field-types.ts';
import { message, output } from '../../schema/message.ts';
import { prefixed, SCORES } from '../vulnerabilities/findings.ts';

const SeverityType = enumType(
  'chainguard.platform.advisory.v2.Severity.Type',
  'The system of a severity score.',
  prefixed('TYPE_', SCORES),
);

/** The severity of a vulnerability in the advisory feed. */
export const Severity = message('chainguard.platform.advisory.v2.Severity', 'The severity of a vulnerability.', {
  type: output(1, enumOf(SeverityType), 'The system of the score.'),
  score: output(2, string(), 'The score as a vector.', { example: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }),
});

/** The key of the rows of the feed, whose messages have no uid. */
export const feedRowFields = {
  uid: output(200, uid(), 'The key of the stored row.'),
} as const;

/** The numbers of page_size, page_token, order_by and skip if the published request has none (behaviour C16). */
export const ADDED_PAGING = [100, 101, 102, 103] as const;

/** The proto numbers of the rows, next_page_token, total_count and skipped if only the first is published. */
export const ADDED_ANSWER = [1, 100, 101, 102] as const;
