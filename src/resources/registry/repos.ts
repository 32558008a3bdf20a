import { equals } from '../../kernel/filters.ts';
import { defineResource } from '../../kernel/resource.ts';
import { string } from '../../schema/field-types.ts';
import { Repo, repoNamed, repoRows } from './repo-message.ts';
import { findReservedKeys } from './repo-overlays.ts';
import { checkSync, passOn, withSync } from './repo-sync.ts';

/** Repositories of images. */
export const repos = defineResource({
  domain: 'registry',
  singular: 'repo',
  plural: 'repos',
  description: 'Repositories of container images. A repo lives in a group and holds tags.',
  message: Repo,
  parent: { singular: 'group', onDelete: 'block' },
  indexes: repoRows.indexes,
  verbs: {
    list: {
      capabilities: ['repo.list'],
      description: 'Lists the repos that the caller can see.',
      uidp: 1,
      paging: [4, 5, 6, 7],
      filters: { name: equals(2, string(), 'name', 'Only repos of exactly this name.', { presence: true }) },
      order: 'uid',
      sortable: ['uid', 'name', 'createTime', 'updateTime', 'catalogTier'],
    },
    get: { capabilities: ['repo.list'], description: 'Gets a repo by its uid.' },
    create: {
      capabilities: ['repo.create'],
      description: 'Creates a repo in a group.',
      event: { type: 'platform.registry.repo.created.v1', audience: 'customer' },
    },
    update: {
      capabilities: ['repo.update'],
      description:
        'Changes a repo. The tier, bundles, aliases and active tags of a synced repo are copied from its source.',
      event: { type: 'platform.registry.repo.updated.v1', audience: 'customer' },
    },
    delete: {
      capabilities: ['repo.delete'],
      description: 'Deletes a repo with its tags and images.',
      event: { type: 'platform.registry.repo.deleted.v1', audience: 'customer' },
    },
  },
  rules: {
    validate: (draft, context, found, previous) => {
      for (const violation of draft.customOverlay ? findReservedKeys(draft.customOverlay) : []) found.push(violation);
      checkSync(draft, context, found, previous);
    },
    clash: ({ name = '' }, { rows, parent }) => {
      const row = repoNamed(name, parent, rows);
      return row && { row, label: row.name ?? '' };
    },
    beforeCreate: (row, context) => withSync(row, undefined, context),
    beforeUpdate: (next, previous, context) => {
      const row = withSync(next, previous, context);
      passOn(row, context);
      return row;
    },
    settle: (row, context) => {
      const settled = withSync(row, undefined, context);
      passOn(settled, context);
      return settled;
    },
  },
});
