import { enumOf, enumType, repeated, string } from '../../schema/field-types.ts';
import { message, of, output } from '../../schema/message.ts';
import { Severity } from './severities.ts';

const PACKAGE = 'chainguard.platform.advisory.v2';

const ReferenceType = enumType(`${PACKAGE}.Reference.Type`, 'What a reference leads to.', {
  TYPE_UNSPECIFIED: 0,
  TYPE_ADVISORY: 1,
  TYPE_ARTICLE: 2,
  TYPE_DETECTION: 3,
  TYPE_DISCUSSION: 4,
  TYPE_REPORT: 5,
  TYPE_FIX: 6,
  TYPE_INTRODUCED: 7,
  TYPE_PACKAGE: 8,
  TYPE_EVIDENCE: 9,
  TYPE_WEB: 10,
});

const Reference = message(`${PACKAGE}.Reference`, 'Where to read more about a vulnerability.', {
  type: output(1, enumOf(ReferenceType), 'What the URL leads to.'),
  url: output(2, string(), 'The URL.'),
});

/** What is known of a vulnerability itself. */
export const VulnerabilityMetadata = message(
  `${PACKAGE}.VulnerabilityMetadata`,
  'What is known of a vulnerability itself.',
  {
    id: output(1, string(), 'The id of the vulnerability.', { always: true, example: 'CVE-2026-1234' }),
    summary: output(2, string(), 'What it is about, in a line.'),
    details: output(3, string(), 'What it is about, at length.'),
    references: output(4, repeated(of(Reference)), 'Where to read more.'),
    severities: output(5, repeated(of(Severity)), 'How bad it is.'),
  },
);
