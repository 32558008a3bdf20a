import type { RowOf } from '../../kernel/resource.ts';
import { repeated, string } from '../../schema/field-types.ts';
import { message, of, output } from '../../schema/message.ts';
import { DocumentEvent } from './document-events.ts';

const PACKAGE = 'chainguard.platform.advisory.v2';

const DocumentAdvisory = message(`${PACKAGE}.DocumentAdvisory`, 'An advisory about one vulnerability in a package.', {
  id: output(1, string(), 'The id of the advisory.', { always: true, example: 'CGA-2345-6789-cfgh' }),
  events: output(2, repeated(of(DocumentEvent)), 'The findings, in the order in which they were recorded.'),
  aliases: output(3, repeated(string()), 'Other ids of the vulnerability.', { example: ['CVE-2026-1234'] }),
  packageNamespace: output(4, string(), 'The namespace of the package.'),
});

/** The advisories of one package. */
export const Document = message(`${PACKAGE}.Document`, 'The advisories of one package.', {
  id: output(1, string(), 'The name of the package.', { always: true, example: 'openssl' }),
  advisories: output(2, repeated(of(DocumentAdvisory)), 'The advisories of the package.', { always: true }),
});

/** A document as it is stored. */
export type DocumentRow = RowOf<typeof Document>;
