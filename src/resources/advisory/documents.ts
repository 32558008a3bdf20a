import { equals, where } from '../../kernel/filters.ts';
import { defineResource, type RowOf } from '../../kernel/resource.ts';
import { repeated, string } from '../../schema/field-types.ts';
import { message, of, output } from '../../schema/message.ts';
import { DocumentEvent } from './document-events.ts';
import { ADDED_ANSWER, ADDED_PAGING, feedRowFields } from './feed-rows.ts';

const PACKAGE = 'chainguard.platform.advisory.v2';

const DocumentAdvisory = message(`${PACKAGE}.DocumentAdvisory`, 'What is known of one vulnerability in a package.', {
  id: output(1, string(), 'The id of the advisory.', { always: true, example: 'CGA-2345-6789-cfgh' }),
  events: output(2, repeated(of(DocumentEvent)), 'What was found out, in the order in which it was.'),
  aliases: output(3, repeated(string()), 'Other ids of the vulnerability.', { example: ['CVE-2026-1234'] }),
  packageNamespace: output(4, string(), 'The namespace that the package is of.'),
});

const Document = message(`${PACKAGE}.Document`, 'The advisories of one package.', {
  id: output(1, string(), 'The name of the package.', { always: true, example: 'openssl' }),
  advisories: output(2, repeated(of(DocumentAdvisory)), 'The advisories of the package.', { always: true }),
});

type DocumentRow = RowOf<typeof Document>;

/** The public feed of advisories by package. A row's uid is the name of its package. */
export const documents = defineResource({
  domain: 'advisory',
  service: 'SecurityAdvisoryService',
  type: 'Document',
  singular: 'document',
  plural: 'documents',
  words: { singular: 'document', plural: 'documents' },
  description: 'The public feed of security advisories, one document for each package.',
  message: Document,
  rowFields: feedRowFields,
  indexes: ['id'],
  verbs: {
    list: {
      capabilities: [],
      auth: 'open',
      description: 'Lists the security documents of packages.',
      outsideTree: true,
      paging: ADDED_PAGING,
      answerNumbers: ADDED_ANSWER,
      filters: {
        id: equals(1, string(), 'id', 'Only the document of this package.'),
        cves: where(
          2,
          repeated(string()),
          'Only documents with an advisory that has one of these as its id or alias.',
          (cves) => {
            const wanted = new Set<string | undefined>(cves);
            return ({ advisories = [] }: DocumentRow) =>
              advisories.some(({ id, aliases = [] }) => wanted.has(id) || aliases.some((alias) => wanted.has(alias)));
          },
        ),
      },
      order: 'id',
      sortable: ['id'],
    },
  },
  rules: { identify: ({ id = '' }) => id },
});
