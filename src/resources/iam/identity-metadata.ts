import { customOperation } from '../../kernel/custom-operation.ts';
import { rowNotFound } from '../../kernel/directory.ts';
import { applyMask, readMask } from '../../kernel/field-mask.ts';
import type { WriteContext } from '../../kernel/resource.ts';
import { defineResource, type Method, type RowOf, writeMethod } from '../../kernel/resource.ts';
import { omitUndefined } from '../../schema/defined.ts';
import { bool, repeated, string, timestamp, uid } from '../../schema/field-types.ts';
import { maskOf } from '../../schema/mask-pattern.ts';
import { message, of, optional, output, plain, required, type Static } from '../../schema/message.ts';

/** A person's own entries, as they are stored and answered. */
export const IdentityMetadata = message(
  'chainguard.platform.iam.v2.IdentityMetadata',
  'What a person has entered about themselves, stored beside their identity.',
  {
    uid: output(1, uid(), 'The uid of the identity.', { always: true }),
    name: output(2, string(), 'The full name according to the identity provider.'),
    givenName: output(3, string(), 'The given name according to the identity provider.'),
    familyName: output(4, string(), 'The family name according to the identity provider.'),
    company: optional(5, string(), 'The company that the person works for.', { example: 'Example Inc.' }),
    updatesOptIn: optional(6, bool(), 'Whether the person wants to receive news.'),
    product: optional(7, string(), 'The product that the person is interested in.'),
    jobTitle: optional(8, string(), 'The job title of the person.', { example: 'Platform engineer' }),
    utmCampaign: optional(9, string(), 'The campaign that the person came through.'),
    utmContent: optional(10, string(), 'The content that the person came through.'),
    utmMedium: optional(11, string(), 'The medium that the person came through.'),
    utmSource: optional(12, string(), 'The source that the person came through.'),
    utmTerm: optional(13, string(), 'The search term that the person came through.'),
    latestFormSubmitUrl: optional(14, string(), 'The page of the last form that the person sent.', {
      example: 'https://example.com/sign-up',
    }),
    latestInternalReferringUrl: optional(15, string(), 'The page that last led the person here.', {
      example: 'https://example.com/pricing',
    }),
    hubspotUtk: optional(16, string(), 'The marketing cookie of the person.'),
    selfServe: optional(17, bool(), 'Whether the person signed up on their own.'),
    createTime: output(100, timestamp(), 'When the metadata was created.'),
    updateTime: output(101, timestamp(), 'When the metadata was last changed.'),
  },
);

const UpdateIdentityMetadataRequest = message(
  'chainguard.platform.iam.v2.UpdateIdentityMetadataRequest',
  'The metadata of the caller to change.',
  {
    identityMetadata: required(1, of(IdentityMetadata), 'The metadata, with the fields to change.'),
    updateMask: optional(2, maskOf(IdentityMetadata), 'The fields to change; `*` replaces all of them.'),
  },
);

/** The fields of stored metadata that its message does not have. */
const rowFields = {
  providers: plain(200, repeated(string()), 'The clouds that the person uses: only v1 has them.'),
};

/** The entries of people about themselves; a row has the uid of its identity. */
export const identityMetadata = defineResource({
  domain: 'iam',
  singular: 'identityMetadata',
  plural: 'identityMetadata',
  description: 'What people have entered about themselves, stored beside their identities.',
  message: IdentityMetadata,
  rowFields,
  parent: { singular: 'identity', onDelete: 'cascade' },
  sharesParentUid: true,
});

/** Metadata as it is stored. */
export type MetadataRow = RowOf<typeof IdentityMetadata> & { readonly providers?: readonly string[] };

/**
 * The metadata of the caller; only its uid before it is first written.
 * @throws ApiError NOT_FOUND for a caller without an identity
 */
export const getOwnMetadata = ({ tx, caller, directory }: WriteContext): MetadataRow => {
  const own = caller.identity;
  const identities = directory.getResource('identity');
  if (!tx.get(identities, own)) throw rowNotFound(identities, own);
  return tx.get(identityMetadata, own) ?? { uid: own };
};

/** Stores the metadata of the caller. */
export const putMetadata = (row: MetadataRow, { tx, now }: WriteContext): MetadataRow => {
  const stored = { ...row, createTime: row.createTime ?? now, updateTime: now };
  tx.put(identityMetadata, stored);
  return stored;
};

const PREFIX = 'identityMetadata.';

const update = (
  { identityMetadata: body = {}, updateMask = '' }: Static<typeof UpdateIdentityMetadataRequest>,
  context: WriteContext,
  paths: readonly string[],
): RowOf<typeof IdentityMetadata> => {
  const previous = getOwnMetadata(context);
  const { uid: own, createTime } = previous;
  const given = paths.filter((path) => path.startsWith(PREFIX)).map((path) => path.slice(PREFIX.length));
  const mask = readMask(IdentityMetadata, updateMask, given);
  const { next, touched } = applyMask(IdentityMetadata, previous, body, mask);
  return touched.size === 0 ? previous : putMetadata({ ...next, uid: own, ...omitUndefined({ createTime }) }, context);
};

/** Changes the metadata of the caller (behaviour §5.3). */
export const updateIdentityMetadata: Method = writeMethod(
  customOperation({
    domain: 'iam',
    plural: 'identities',
    id: 'UpdateIdentityMetadata',
    summary: 'Update the metadata of the caller',
    description: 'Changes what is stored about the person behind the calling identity.',
    http: { method: 'PATCH', path: '/iam/v2/identities:updateIdentityMetadata', body: '*' },
    request: UpdateIdentityMetadataRequest,
    response: IdentityMetadata,
    capabilities: [],
    event: { type: 'iam.identity.metadata.updated.v1', audience: 'internal', group: () => '' },
    fails: ['NOT_FOUND'],
  }),
  update,
);
