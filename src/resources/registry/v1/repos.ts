import { equals } from '../../../kernel/filters.ts';
import { bool, enumOf, enumType, repeated, string, timestamp, uid, uint32 } from '../../../schema/field-types.ts';
import { name } from '../../../schema/formats.ts';
import { ALWAYS, message, of, optional, output, required } from '../../../schema/message.ts';
import { type Counterpart, conversion } from '../../../v1/conversion.ts';
import type { V1Form } from '../../../v1/form.ts';
import { restate } from '../../../v1/restated.ts';
import { aliases, bundles, repoDescription, tagName } from '../formats.ts';
import { CatalogTier, Repo } from '../repo-message.ts';
import {
  AdditionalCertificate,
  Certificates,
  CustomOverlay,
  ImageContents,
  KEEPS_ZERO,
  RuntimeKeyringEntry,
} from '../repo-overlays.ts';
import { markdown, readmeOf } from '../repo-readmes.ts';
import { PACKAGE, REGISTRY } from './registry-operation.ts';

const ImageContentsV1 = message(`${PACKAGE}.ImageContents`, ImageContents.description, {
  ...ImageContents.table,
  runtimeKeyring: optional(
    3,
    repeated(of(restate(`${PACKAGE}.ImageContents.RuntimeKeyringEntry`, RuntimeKeyringEntry))),
    'Public keys that packages of those repositories may be signed with.',
  ),
});

const Group = message(`${PACKAGE}.ApkoConfig.Accounts.Group`, 'A group account of the image.', {
  gid: optional(1, uint32(), 'The numeric id of the group.', KEEPS_ZERO),
  groupName: required(2, string(), 'The name of the group.'),
  members: optional(3, repeated(string()), 'The names of its users.'),
});

const User = message(`${PACKAGE}.ApkoConfig.Accounts.User`, 'A user account of the image.', {
  uid: optional(1, uint32(), 'The numeric id of the user.', KEEPS_ZERO),
  userName: required(2, string(), 'The name of the user.'),
  gid: optional(3, uint32(), 'The numeric id of the primary group.', { presence: true }),
  groupName: optional(4, string(), 'The name of the primary group.'),
  shell: optional(5, string(), 'The login shell.'),
  homeDir: optional(6, string(), 'The home directory.'),
});

const Accounts = message(`${PACKAGE}.ApkoConfig.Accounts`, 'The accounts of an image.', {
  groups: optional(1, repeated(of(Group)), 'Groups to add.'),
  users: optional(2, repeated(of(User)), 'Users to add.'),
  runAs: optional(3, string(), 'The user that the image runs as.'),
});

const AdditionalEntry = restate(`${PACKAGE}.CustomOverlay.Certificates.AdditionalEntry`, AdditionalCertificate);

const CertificatesV1 = message(`${PACKAGE}.CustomOverlay.Certificates`, Certificates.description, {
  ...Certificates.table,
  additional: optional(1, repeated(of(AdditionalEntry)), 'Certificates to add.'),
});

/** The differences between a repo's images and its source's, in their v1 form. */
const CustomOverlayV1 = message(`${PACKAGE}.CustomOverlay`, CustomOverlay.description, {
  ...CustomOverlay.table,
  contents: optional(1, of(ImageContentsV1), 'Packages and package repositories.'),
  accounts: optional(4, of(Accounts), 'Users and groups.'),
  certificates: optional(15, of(CertificatesV1), 'Certificates to trust.'),
});

/** Ids of accounts are unsigned here and signed in v2: the same 32 bits. */
const sameBits: Counterpart = {
  older: (number) => Number(number) >>> 0,
  newer: (number) => Number(number) | 0,
};

/** The v2 names of an overlay's fields: the names in accounts are spelled differently there. */
const customOverlayCounterpart: Counterpart = {
  inside: {
    accounts: {
      inside: {
        users: { inside: { uid: sameBits, userName: 'username', gid: sameBits } },
        groups: { inside: { gid: sameBits, groupName: 'groupname' } },
      },
    },
  },
};

// Numbers 1 to 3 are no longer in use.
const CatalogTierV1 = enumType(`${PACKAGE}.CatalogTier`, CatalogTier.description, {
  UNKNOWN: 0,
  APPLICATION: 4,
  BASE: 5,
  FIPS: 6,
  AI: 7,
  DEVTOOLS: 8,
  COMMERCIAL: 9,
});

/** Callers may set fields here that only the service sets in v2: the published message does not mark them. */
const SyncConfigV1 = message(`${PACKAGE}.SyncConfig`, 'How a repo is synced from another.', {
  source: required(
    1,
    string(),
    'The repo that images come from: its id, its name, the names on its path (`org/nginx`), or a reference to its ' +
      'image. Returned as its id.',
  ),
  uniqueTags: optional(2, bool(), 'True when copied tags are labelled so that each is unique.'),
  expiration: optional(3, timestamp(), 'When copying stops: 14 days after it began by default.'),
  google: optional(4, string(), 'An Artifact Registry repository that images are copied to as well.'),
  amazon: optional(5, string(), 'An ECR repository that images are copied to as well.'),
  azure: optional(6, string(), 'An ACR repository that images are copied to as well.'),
  syncApks: optional(7, bool(), 'No longer used: accepted, but not stored.', { deprecated: true }),
  apkoOverlay: optional(8, string(), 'The overlay that images are rebuilt with when they are copied.'),
  gracePeriod: optional(9, bool(), 'True when tags at their end of life are still copied for a while.'),
});

/** A repo in its v1 form. */
export const RepoV1 = message(`${PACKAGE}.Repo`, 'A repository of container images, as v1 shows it.', {
  id: output(1, uid(), 'The identifier of the repo.', ALWAYS),
  name: required(2, name(), 'The name of the repo, unique in its group.', { ...ALWAYS, example: 'nginx' }),
  catalogTier: optional(3, enumOf(CatalogTierV1), 'The part of the catalog; a synced repo copies it.'),
  bundles: optional(4, bundles(), 'Labels that group repos; a synced repo copies them.'),
  readme: optional(5, markdown(), 'The readme of the repo, in Markdown.', { ...ALWAYS, example: '# nginx' }),
  // The published JSON name has an underscore, the specification's has none.
  syncConfig: optional(6, of(SyncConfigV1), 'Where images are copied from; absent for a repo that is not synced.', {
    asPublished: { json: 'sync_config' },
  }),
  customOverlay: optional(7, of(CustomOverlayV1), 'How images are customized when they are built.'),
  aliases: optional(8, aliases(), 'Other names of the same image; a synced repo copies them.'),
  createTime: output(9, timestamp(), 'When the repo was created.'),
  activeTags: optional(10, repeated(tagName()), 'Tags that are still updated; a synced repo copies them.'),
  description: optional(11, repoDescription(), 'What the repo is for, in one line; by default as in its source.', {
    ...ALWAYS,
    example: 'A minimal nginx image.',
  }),
});

const PREFIX = 'CATALOG_TIER_';

/** The names of the tiers differ between versions in a prefix and in the zero value; their numbers differ, too. */
const catalogTier = {
  older: (tier: unknown) => (tier === `${PREFIX}UNSPECIFIED` ? 'UNKNOWN' : String(tier).slice(PREFIX.length)),
  newer: (tier: unknown) => (tier === 'UNKNOWN' ? `${PREFIX}UNSPECIFIED` : `${PREFIX}${tier}`),
};

/** Converts repos between v1 and v2, where the readme is a resource of its own. */
export const repoConversion = conversion(RepoV1, Repo, {
  id: 'uid',
  catalogTier,
  readme: null,
  syncConfig: { inside: { expiration: 'expirationTime', syncApks: null } },
  customOverlay: customOverlayCounterpart,
});

/** Repos in v1. Their writes are in `repo-writes.ts`, since a repo and its readme are one message there. */
export const reposV1: V1Form = {
  service: REGISTRY,
  path: '/registry/v1/repos',
  message: RepoV1,
  conversion: repoConversion,
  also: ({ uid }, context) => {
    const { content } = readmeOf(uid, context);
    return content === undefined ? {} : { readme: content };
  },
  list: {
    name: 'ListRepos',
    request: `${PACKAGE}.RepoFilter`,
    response: `${PACKAGE}.RepoList`,
    uidp: 1,
    filters: {
      name: equals(2, string(), 'name', 'Only repos of exactly this name.'),
      id: equals(3, uid(), 'uid', 'The repo of this id.'),
    },
  },
  delete: { name: 'DeleteRepo', request: `${PACKAGE}.DeleteRepoRequest` },
};
