import { equals } from '../../../kernel/filters.ts';
import type { Context } from '../../../kernel/resource.ts';
import { string, timestamp, uid } from '../../../schema/field-types.ts';
import { name } from '../../../schema/formats.ts';
import { ALWAYS, message, optional, output, required, type Static } from '../../../schema/message.ts';
import { conversion } from '../../../v1/conversion.ts';
import type { V1Form } from '../../../v1/form.ts';
import { Identity } from '../identities.ts';
import { ONE_RELATIONSHIP } from '../identity-relationships.ts';
import { relationshipFieldsV1 } from './identity-relationships.ts';

const PACKAGE = 'chainguard.platform.iam';

const IdentityV1 = message(
  `${PACKAGE}.Identity`,
  'An identity, as v1 shows it.',
  {
    id: output(1, uid(), 'The identifier of the identity.', ALWAYS),
    name: required(2, name(), 'The name of the identity.', { ...ALWAYS, example: 'ci-bot' }),
    description: optional(3, string({ max: 4096 }), 'What the identity is for.', {
      ...ALWAYS,
      example: 'Builds and pushes images.',
    }),
    createdAt: output(4, timestamp(), 'When the identity was created.'),
    updatedAt: output(5, timestamp(), 'When the identity was last changed.'),
    lastSeen: output(9, timestamp(), 'When the identity last got a token; until then, when it was created.'),
    ...relationshipFieldsV1,
  },
  [ONE_RELATIONSHIP],
);

const identityConversion = conversion(IdentityV1, Identity, {
  id: 'uid',
  createdAt: 'createTime',
  updatedAt: 'updateTime',
  lastSeen: 'lastSeenTime',
  static: { to: 'staticKeys', inside: { expiration: 'expirationTime' } },
});

/** A lookup finds identities of every organization; only callers who may list an identity get more than its id. */
const findIdentity = (id: string, { access, caller, directory, rows }: Context): Static<typeof IdentityV1> => {
  const identity = rows.get(directory.getResource('identity'), id);
  const isShown = caller.identity === id || access.holds(['identity.list'], id);
  return identity && isShown ? identityConversion.older(identity) : { id };
};

/** Identities in v1. */
export const identitiesV1: V1Form = {
  service: `${PACKAGE}.Identities`,
  path: '/iam/v1/identities',
  message: IdentityV1,
  conversion: identityConversion,
  list: {
    request: `${PACKAGE}.IdentityFilter`,
    response: `${PACKAGE}.IdentityList`,
    uidp: 1,
    filters: { id: equals(2, uid(), 'uid', 'The identity of this id.') },
  },
  create: { request: `${PACKAGE}.CreateIdentityRequest`, parent: 'parentId', body: 'identity' },
  update: {},
  delete: { request: `${PACKAGE}.DeleteIdentityRequest` },
  methods: [
    {
      name: 'Lookup',
      calls: 'LookupIdentity',
      summary: 'Look up an identity',
      description:
        'Finds the one identity that tokens with exactly this issuer and subject act as. Callers who may not list ' +
        'the identity receive only its id.',
      http: { method: 'GET', path: '/iam/v1/identities/lookup' },
      request: message(`${PACKAGE}.LookupRequest`, 'Which identity to look up, by the tokens that act as it.', {
        issuer: required(1, string(), 'The exact issuer of the tokens.', { example: 'https://issuer.example.com' }),
        subject: required(2, string(), 'The exact subject of the tokens.', { example: 'viewer' }),
      }),
      response: IdentityV1,
      looksUp: true,
      ask: (request) => request,
      answer: ({ uid: id }, context) => findIdentity(String(id), context),
    },
  ],
};
