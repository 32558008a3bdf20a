import { defineResource } from '../../kernel/resource.ts';
import { advisoryFilters, testArtifacts } from './advisory-filters.ts';
import { Advisory, type AdvisoryRow, advisoryRowFields } from './advisory-message.ts';

/** Security advisories: set by fixtures, or written through v1. */
export const advisories = defineResource({
  domain: 'vulnerabilities',
  singular: 'advisory',
  plural: 'advisories',
  description: 'Security advisories about vulnerabilities in artifacts. Only v1 can write them.',
  message: Advisory,
  rowFields: advisoryRowFields,
  parent: { singular: 'group', onDelete: 'cascade' },
  verbs: {
    list: {
      capabilities: ['advisories.list'],
      description: 'Lists the advisories that the caller can see, withdrawn ones too.',
      uidp: 1,
      paging: [30, 31, 32, 34],
      filters: advisoryFilters,
      order: 'uid',
      sortable: ['uid', 'advisoryId', 'artifactName', 'createTime', 'updateTime', 'deleteTime', 'aliases'],
      sortValue: { aliases: ({ aliases }: AdvisoryRow) => aliases?.[0] },
      visible: testArtifacts,
    },
    get: { capabilities: ['advisories.list'], description: 'Gets an advisory by its uid.' },
  },
  rules: {
    identify: ({ advisoryId, componentName, componentLocation }) =>
      [advisoryId, componentName, componentLocation].join('\n'),
  },
});
