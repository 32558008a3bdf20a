import { defineResource } from '../../kernel/resource.ts';
import { documentFilters } from './document-filters.ts';
import { Document } from './document-message.ts';
import { ADDED_ANSWER, ADDED_PAGING, feedRowFields } from './feed-rows.ts';

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
      filters: documentFilters,
      order: 'id',
      sortable: ['id'],
    },
  },
  rules: { identify: ({ id = '' }) => id },
});
