import type { RowContext } from '../../kernel/context.ts';
import { equals } from '../../kernel/filters.ts';
import { defineResource, type RowOf } from '../../kernel/resource.ts';
import { parentOf } from '../../kernel/uid.ts';
import { bool, enumOf, enumType, repeated, string, timestamp, uid } from '../../schema/field-types.ts';
import { name } from '../../schema/formats.ts';
import { message, of, optional, output, required } from '../../schema/message.ts';
import { isZero } from '../../schema/scalars.ts';
import { aliases, bundles, repoDescription, tagName } from './formats.ts';
import { CustomOverlay, reservedKeys } from './repo-overlays.ts';

const CatalogTier = enumType('chainguard.platform.registry.v2.CatalogTier', 'The part of the catalog a repo is in.', {
  CATALOG_TIER_UNSPECIFIED: 0,
  CATALOG_TIER_APPLICATION: 1,
  CATALOG_TIER_BASE: 2,
  CATALOG_TIER_FIPS: 3,
  CATALOG_TIER_AI: 4,
  CATALOG_TIER_DEVTOOLS: 5,
  CATALOG_TIER_COMMERCIAL: 6,
});

const SyncConfig = message('chainguard.platform.registry.v2.SyncConfig', 'How a repo is kept in step with another.', {
  source: required(1, string(), 'The repo that images come from.'),
  uniqueTags: output(2, bool(), 'True when copied tags are labelled so that each is unique.'),
  expirationTime: output(3, timestamp(), 'When copying stops.'),
  google: optional(4, string(), 'An Artifact Registry repository that images are copied to as well.'),
  amazon: optional(5, string(), 'An ECR repository that images are copied to as well.'),
  azure: optional(6, string(), 'An ACR repository that images are copied to as well.'),
  apkoOverlay: output(7, string(), 'The overlay that images are rebuilt with when they are copied.'),
  gracePeriod: output(8, bool(), 'True when tags at their end of life are still copied for a while.'),
});

const Repo = message('chainguard.platform.registry.v2.Repo', 'A repository of container images.', {
  uid: output(1, uid(), 'The identifier of the repo.', { always: true }),
  name: required(2, name(), 'The name of the repo, unique in its group.', { always: true, example: 'nginx' }),
  description: optional(3, repoDescription(), 'What the repo is for, in one line.', { always: true }),
  catalogTier: optional(4, enumOf(CatalogTier), 'The part of the catalog; a synced repo has that of its source.'),
  bundles: optional(5, bundles(), 'Labels that group repos; a synced repo has those of its source.'),
  aliases: optional(7, aliases(), 'Other names of the same image; a synced repo has those of its source.'),
  activeTags: optional(8, repeated(tagName()), 'Tags that are kept up to date; a synced repo has those of its source.'),
  syncConfig: optional(9, of(SyncConfig), 'Where images are copied from; absent for a repo that is not synced.'),
  customOverlay: optional(10, of(CustomOverlay), 'How images are customized when they are built.'),
  createTime: output(11, timestamp(), 'When the repo was created.'),
  updateTime: output(12, timestamp(), 'When the repo was last changed.'),
});

type RepoRow = RowOf<typeof Repo>;

/** What a synced repo has from its source. */
const INHERITED = ['catalogTier', 'bundles', 'aliases', 'activeTags'] as const;

const differs = (field: (typeof INHERITED)[number], before: RepoRow, after: RepoRow): boolean => {
  const { type } = Repo.table[field];
  if (isZero(type, before[field]) && isZero(type, after[field])) return false;
  return JSON.stringify(before[field]) !== JSON.stringify(after[field]);
};

const namesake = (draft: RepoRow, { rows, parent }: RowContext): RepoRow | undefined =>
  rows.by(repos, 'name', draft.name ?? '').find((repo) => parentOf(repo.uid) === parent);

/** Repositories of images. */
export const repos = defineResource({
  domain: 'registry',
  type: 'Repo',
  singular: 'repo',
  plural: 'repos',
  words: { singular: 'repo', plural: 'repos' },
  description: 'Repositories of container images. A repo lives in a group and holds tags.',
  message: Repo,
  parent: { singular: 'group', onDelete: 'block' },
  indexes: ['name'],
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
      description: 'Changes a repo. The tier, bundles, aliases and active tags of a synced repo cannot be changed.',
      event: { type: 'platform.registry.repo.updated.v1', audience: 'customer' },
    },
    delete: {
      capabilities: ['repo.delete'],
      description: 'Deletes a repo with its tags and images.',
      event: { type: 'platform.registry.repo.deleted.v1', audience: 'customer' },
    },
  },
  rules: {
    validate: (draft, _context, found, previous) => {
      if (draft.customOverlay) found.push(...reservedKeys(draft.customOverlay));
      if (!previous?.syncConfig) return;
      for (const field of INHERITED) {
        if (differs(field, previous, draft)) {
          found.push({ field, description: `${field} cannot be changed on a synced repo` });
        }
      }
    },
    clash: (draft, context) => {
      const row = namesake(draft, context);
      return row && { row, label: row.name ?? '' };
    },
  },
});
