import type { RowOf } from '../../kernel/resource.ts';
import { type Collection, collection, type Rows } from '../../kernel/rows.ts';
import { parentOf } from '../../kernel/uid.ts';
import { bool, enumOf, enumType, repeated, string, timestamp, uid } from '../../schema/field-types.ts';
import { name } from '../../schema/formats.ts';
import { message, of, optional, output, required } from '../../schema/message.ts';
import { aliases, bundles, repoDescription, tagName } from './formats.ts';
import { CustomOverlay } from './repo-overlays.ts';

/** The part of the catalog that a repo is in. */
export const CatalogTier = enumType(
  'chainguard.platform.registry.v2.CatalogTier',
  'The part of the catalog a repo is in.',
  {
    CATALOG_TIER_UNSPECIFIED: 0,
    CATALOG_TIER_APPLICATION: 1,
    CATALOG_TIER_BASE: 2,
    CATALOG_TIER_FIPS: 3,
    CATALOG_TIER_AI: 4,
    CATALOG_TIER_DEVTOOLS: 5,
    CATALOG_TIER_COMMERCIAL: 6,
  },
);

const SyncConfig = message('chainguard.platform.registry.v2.SyncConfig', 'How a repo is synced from another.', {
  source: required(
    1,
    string(),
    'The repo that images come from: its uid, its name, the names on its path (`org/nginx`), or a reference to its ' +
      'image. Returned as its uid.',
  ),
  uniqueTags: output(2, bool(), 'True when copied tags are labelled so that each is unique.'),
  expirationTime: output(
    3,
    timestamp(),
    'When copying stops: 14 days after it began unless the service sets another time.',
  ),
  google: optional(4, string(), 'An Artifact Registry repository that images are copied to as well.'),
  amazon: optional(5, string(), 'An ECR repository that images are copied to as well.'),
  azure: optional(6, string(), 'An ACR repository that images are copied to as well.'),
  apkoOverlay: output(7, string(), 'The overlay that images are rebuilt with when they are copied.'),
  gracePeriod: output(8, bool(), 'True when tags at their end of life are still copied for a while.'),
});

/** A repository of container images. */
export const Repo = message('chainguard.platform.registry.v2.Repo', 'A repository of container images.', {
  uid: output(1, uid(), 'The identifier of the repo.', { always: true }),
  name: required(2, name(), 'The name of the repo, unique in its group.', { always: true, example: 'nginx' }),
  description: optional(3, repoDescription(), 'What the repo is for, in one line; by default as in its source.', {
    always: true,
    example: 'A minimal nginx image.',
  }),
  catalogTier: optional(4, enumOf(CatalogTier), 'The part of the catalog; a synced repo copies it.'),
  bundles: optional(5, bundles(), 'Labels that group repos; a synced repo copies them.'),
  aliases: optional(7, aliases(), 'Other names of the same image; a synced repo copies them.'),
  activeTags: optional(8, repeated(tagName()), 'Tags that are still updated; a synced repo copies them.'),
  syncConfig: optional(9, of(SyncConfig), 'Where images are copied from; absent for a repo that is not synced.', {
    asPublished: { json: 'sync_config' },
  }),
  customOverlay: optional(10, of(CustomOverlay), 'How images are customized when they are built.'),
  createTime: output(11, timestamp(), 'When the repo was created.'),
  updateTime: output(12, timestamp(), 'When the repo was last changed.'),
});

/** A stored repo. */
export type RepoRow = RowOf<typeof Repo>;

/** The rows of repos, for modules that the resource imports. */
export const repoRows: Collection<RepoRow> = collection<RepoRow>('repos', 'name', 'syncConfig.source');

/** The repo with a name in a group. */
export const repoNamed = (name: string, group: string, rows: Pick<Rows, 'by'>): RepoRow | undefined =>
  rows.by(repoRows, 'name', name).find(({ uid }) => parentOf(uid) === group);
