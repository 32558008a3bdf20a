import { withMember } from '../../json.ts';
import type { Violations } from '../../kernel/context.ts';
import { customOperation } from '../../kernel/custom-operation.ts';
import { typeOf } from '../../kernel/directory.ts';
import { failedPrecondition, notFound } from '../../kernel/errors.ts';
import { equals, where } from '../../kernel/filters.ts';
import {
  type Context,
  defineResource,
  type Method,
  type RowContext,
  type RowOf,
  readMethod,
} from '../../kernel/resource.ts';
import type { Rows } from '../../kernel/rows.ts';
import { TOP } from '../../kernel/uid.ts';
import { enumOf, string, timestamp, uid } from '../../schema/field-types.ts';
import { name } from '../../schema/formats.ts';
import { message, optional, output, plain, required, type Static } from '../../schema/message.ts';
import { updateIdentityMetadata } from './identity-metadata.ts';
import {
  checkRelationship,
  issuerAndSubject,
  ONE_RELATIONSHIP,
  RelationshipType,
  relationshipFields,
  relationshipTypeOf,
  withExpiration,
} from './identity-relationships.ts';

/** Somebody or something that calls the API. */
export const Identity = message(
  'chainguard.platform.iam.v2.Identity',
  'Somebody or something that calls the API. It can reach what lies below the group that it lives in.',
  {
    uid: output(1, uid(), 'The identifier of the identity.', { always: true }),
    name: required(2, name(), 'The name of the identity.', { always: true, example: 'ci-bot' }),
    description: optional(3, string({ max: 4096 }), 'What the identity is for.', {
      always: true,
      example: 'Builds and pushes images.',
    }),
    email: output(4, string(), 'The e-mail address, once it is verified.', { example: 'dev@example.com' }),
    emailUnverified: output(5, string(), 'An e-mail address that nobody has verified.'),
    company: optional(6, string(), 'The company behind the identity.'),
    lastSeenTime: output(8, timestamp(), 'When the identity last got a token; until then, when it was created.'),
    createTime: output(9, timestamp(), 'When the identity was created.'),
    updateTime: output(10, timestamp(), 'When the identity was last changed.'),
    ...relationshipFields,
  },
  [ONE_RELATIONSHIP],
);

/** A stored identity. */
export type IdentityRow = RowOf<typeof Identity>;

const LookupIdentityRequest = message(
  'chainguard.platform.iam.v2.LookupIdentityRequest',
  'Which identity to look up, by the tokens that act as it.',
  {
    issuer: required(1, string(), 'The exact issuer of the tokens.', { example: 'https://issuer.example.com' }),
    subject: required(2, string(), 'The exact subject of the tokens.', { example: 'viewer' }),
  },
);

const LookupIdentityResponse = message('chainguard.platform.iam.v2.LookupIdentityResponse', 'The identity found.', {
  uid: plain(1, uid(), 'The uid of the identity.', { always: true }),
});

const findByToken = (
  { issuer = '', subject = '' }: Static<typeof LookupIdentityRequest>,
  { rows }: Context,
): Static<typeof LookupIdentityResponse> => {
  const [found, ...others] = rows.listWithin(identities, TOP).filter((identity) => {
    const fixed = issuerAndSubject(identity);
    return fixed.subject === subject && fixed.issuer === issuer;
  });
  if (!found) throw notFound({ type: typeOf(identities), name: subject }, identities.words.singular);
  if (others.length > 0) {
    throw failedPrecondition({
      type: 'IDENTITY_AMBIGUOUS',
      description: 'several identities have this issuer and subject',
    });
  }
  return { uid: found.uid };
};

const lookupIdentity: Method = readMethod(
  customOperation({
    domain: 'iam',
    plural: 'identities',
    id: 'LookupIdentity',
    summary: 'Look up an identity',
    description: 'Finds the one identity that tokens with exactly this issuer and subject act as.',
    http: { method: 'GET', path: '/iam/v2/identities:lookupIdentity' },
    request: LookupIdentityRequest,
    response: LookupIdentityResponse,
    capabilities: [],
    fails: ['NOT_FOUND', 'FAILED_PRECONDITION'],
  }),
  findByToken,
);

const validate = (
  draft: IdentityRow,
  { nowMillis }: RowContext,
  found: Violations,
  previous: IdentityRow | undefined,
): void => checkRelationship(Identity, draft, previous, nowMillis, found);

/** A new identity was last seen when it was created (spec §2, behaviour C6). */
const beforeCreate = (identity: IdentityRow): IdentityRow => {
  const { createTime = '' } = identity;
  return withExpiration(withMember(identity, 'lastSeenTime', identity.lastSeenTime ?? createTime), createTime);
};

/** Identities: the callers of the API (behaviour §5.3). */
export const identities = defineResource({
  domain: 'iam',
  singular: 'identity',
  plural: 'identities',
  description: 'Who may call the API: people, workloads and parts of the service.',
  message: Identity,
  parent: { singular: 'group', onDelete: 'block' },
  indexes: ['name'],
  verbs: {
    list: {
      capabilities: ['identity.list'],
      description: 'Lists the identities of the groups that the caller can see.',
      uidp: 1,
      filters: {
        name: equals(2, string(), 'name', 'Identities of exactly this name.'),
        relationshipType: where(
          3,
          enumOf(RelationshipType),
          'Identities with this type of relationship.',
          (type: string) => (identity: IdentityRow) => relationshipTypeOf(identity) === type,
        ),
      },
      paging: [4, 5, 6, 7],
      order: 'uid',
      sortable: ['uid', 'name', 'createTime', 'updateTime', 'lastSeenTime'],
    },
    get: { capabilities: ['identity.list'], description: 'Gets an identity by its uid.' },
    create: {
      capabilities: ['identity.create'],
      description: 'Creates an identity in a group. It needs a name and one relationship, such as a claim match.',
      event: { type: 'iam.identity.created.v1', audience: 'customer' },
    },
    update: {
      capabilities: ['identity.update'],
      description: 'Changes an identity. Another relationship replaces the previous one.',
      event: { type: 'iam.identity.updated.v1', audience: 'customer' },
    },
    delete: {
      capabilities: ['identity.delete'],
      description: 'Deletes an identity with its role bindings; its tokens stop working.',
      event: { type: 'iam.identity.deleted.v1', audience: 'customer' },
    },
  },
  rules: { validate, beforeCreate, beforeUpdate: (next) => withExpiration(next, next.updateTime ?? '') },
  methods: { lookupIdentity, updateIdentityMetadata },
});

/** The name of an identity; empty if it does not exist. */
export const identityName = (rows: Rows, uid: string): string => rows.get(identities, uid)?.name ?? '';

/** A valid name for an identity, from the first of the given texts that has any valid character. */
export const toPlainName = (...names: readonly string[]): string => {
  const [first = 'user'] = names
    .map((name) =>
      name
        .toLowerCase()
        .replaceAll(/[^a-z0-9 ._-]+/g, '-')
        .replaceAll(/^-+|-+$/g, ''),
    )
    .filter((name) => name !== '');
  return first;
};
