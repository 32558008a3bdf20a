import { textOrNone } from '../../json.ts';
import { overlap } from '../../kernel/access.ts';
import { instant } from '../../kernel/clock.ts';
import { customOperation } from '../../kernel/custom-operation.ts';
import { rowNotFound } from '../../kernel/directory.ts';
import { denied, failedPrecondition, invalidField } from '../../kernel/errors.ts';
import { makeFreshUid } from '../../kernel/ids.ts';
import { issuerFor } from '../../kernel/request-origin.ts';
import {
  type Context,
  defineResource,
  type Method,
  readMethod,
  type WriteContext,
  writeMethod,
} from '../../kernel/resource.ts';
import { parentOf, TOP } from '../../kernel/uid.ts';
import { type Capability, capabilityName, everyCapability } from '../../schema/capability.ts';
import { omitUndefined } from '../../schema/defined.ts';
import { repeated, string, timestamp, uid } from '../../schema/field-types.ts';
import { ALWAYS, message, of, optional, plain, type Static } from '../../schema/message.ts';
import { placeOf } from '../iam/grants.ts';
import type { GroupInviteRow } from '../iam/group-invite-message.ts';
import { groupInvites } from '../iam/group-invites.ts';
import { groups } from '../iam/groups.ts';
import { identities, toPlainName } from '../iam/identities.ts';
import { identityMetadata } from '../iam/identity-metadata.ts';
import { bindRole } from '../iam/role-binding-message.ts';
import { isReachedFrom, roleBindings } from '../iam/role-bindings.ts';
import { capabilitiesOf, type RoleRow } from '../iam/role-message.ts';
import { roles } from '../iam/roles.ts';
import { superusers } from '../iam/superusers.ts';
import { GroupV1, groupV1Of, RoleV1, roleV1Of } from './group-and-role.ts';

const RegistrationRequest = message(
  'chainguard.platform.auth.RegistrationRequest',
  'Who registers, and by which invite.',
  {
    code: optional(1, string(), 'The code of the invite to redeem; without it no group is joined.', {
      secret: true,
      example: '5f2f1a3c',
    }),
    identityId: optional(3, uid(), 'The identity that registers; the token must be one of its tokens.'),
  },
);

const Session = message(
  'chainguard.platform.auth.Session',
  'Which identity registered, and the group that it joined.',
  {
    identity: plain(1, uid(), 'The uid of the identity.', { always: true }),
    group: plain(2, uid(), 'The uid of the group; empty without an invite.', { always: true }),
  },
);

/** The verified e-mail address of the redeeming identity; empty if it has none. */
const getProvenEmail = (identity: string, { caller: { claims }, tx }: WriteContext): string =>
  tx.get(identities, identity)?.email ?? (claims?.email_verified === true ? textOrNone(claims.email) : '');

/** The identity that registers: one that the token acts as, or else a new one above every root. */
const demandIdentity = (wanted: string, context: WriteContext): string => {
  const { caller, tx, now, directory } = context;
  const { candidates = [caller.identity] } = caller;
  if (wanted !== '') {
    if (!tx.get(identities, wanted)) throw rowNotFound(identities, wanted);
    if (!candidates.includes(wanted)) throw denied('the token does not act as the identity');
    return wanted;
  }
  if (candidates.length > 1) {
    throw failedPrecondition({
      type: 'IDENTITY_AMBIGUOUS',
      description: `${candidates.length} identities match the token: name the one to join in identityId`,
    });
  }
  if (caller.identity !== '') return caller.identity;
  const { iss, sub, name, email, email_verified: verified } = caller.claims ?? {};
  const [issuer, subject] = [textOrNone(iss), textOrNone(sub)];
  const settings = { seed: 'registered' };
  const made = makeFreshUid({ tx, directory, settings }, TOP, identities.singular, `${issuer}\n${subject}`);
  const address = textOrNone(email);
  tx.put(identities, {
    uid: made,
    name: toPlainName(textOrNone(name), textOrNone(address.split('@')[0]), subject),
    description: '',
    ...(address === '' ? {} : verified === true ? { email: address } : { emailUnverified: address }),
    claimMatch: { issuer, subject },
    createTime: now,
    updateTime: now,
    lastSeenTime: now,
  });
  return made;
};

const demandRedeemable = (code: string, { tx, now }: WriteContext): GroupInviteRow => {
  const invite = tx.listWithin(groupInvites, TOP).find((each) => each.code === code);
  // The code is a secret: nothing repeats it.
  if (!invite) throw invalidField('code', 'is not the code of any invite');
  if ((invite.expirationTime ?? '') <= now) {
    throw failedPrecondition({ type: 'INVITE_EXPIRED', description: `the invite expired at ${invite.expirationTime}` });
  }
  return invite;
};

const registerCaller = (
  { code = '', identityId = '' }: Static<typeof RegistrationRequest>,
  context: WriteContext,
): Static<typeof Session> => {
  if (code === '') return { identity: demandIdentity(identityId, context), group: '' };
  const invite = demandRedeemable(code, context);
  const identity = demandIdentity(identityId, context);
  const group = parentOf(invite.uid);
  if (!isReachedFrom(group, identity)) {
    throw failedPrecondition({
      type: 'IDENTITY_ELSEWHERE',
      description: 'the identity is of another organization, and a role here would give it nothing',
    });
  }
  const { email = '' } = invite;
  if (email !== '' && getProvenEmail(identity, context).toLowerCase() !== email.toLowerCase()) {
    throw denied('invalid "email": the invite is for somebody else, or the address is not verified');
  }
  bindRole(group, { identityUid: identity, roleUid: invite.roleUid ?? '' }, context);
  if (invite.singleUse) context.tx.remove(groupInvites, invite.uid);
  return { identity, group };
};

/** Registers the holder of the token; with an invite, binds the invite's role (behaviour §10.16). */
const register: Method = writeMethod(
  customOperation({
    domain: 'auth',
    service: 'chainguard.platform.auth.Auth',
    id: 'Register',
    summary: 'Register, and redeem an invite',
    description:
      'Registers the holder of a token of a trusted issuer. With the code of an invite it joins a group: the identity that the token acts as gets the role. If there is no such identity, one is created.',
    http: { method: 'POST', path: '/auth/v1/register', body: '*' },
    request: RegistrationRequest,
    response: Session,
    capabilities: [],
    auth: 'upstream',
    fails: ['PERMISSION_DENIED', 'NOT_FOUND', 'FAILED_PRECONDITION'],
  }),
  registerCaller,
);

/** The message without fields. */
const Empty = message('google.protobuf.Empty', 'Nothing.', {});

const GrantedCapabilities = message(
  'chainguard.platform.auth.WhoAmI.Capability',
  'What one role binding allows the caller to do, as far as the token allows it.',
  {
    group: plain(
      1,
      of(GroupV1),
      'The group where the capabilities hold: the group of the role binding, or a smaller one to which the token or the place of the identity restricts it; absent if they hold everywhere.',
    ),
    role: plain(2, of(RoleV1), 'The role of the role binding; absent for a token that is confined to capabilities.'),
    capabilities: plain(
      3,
      repeated(capabilityName()),
      'The capabilities by name, for a token that is confined to some; empty if there is a role.',
      ALWAYS,
    ),
  },
);

const Profile = message('chainguard.platform.auth.Profile', 'What an identity provider knows about a person.', {
  name: plain(1, string(), 'The full name.'),
  picture: plain(2, string(), 'The URL of a picture.'),
  givenName: plain(3, string(), 'The given name.'),
  familyName: plain(4, string(), 'The family name.'),
});

const WhoAmI = message('chainguard.platform.auth.WhoAmI', 'The identity of the caller, and what it may do.', {
  issuer: plain(1, string(), 'The issuer of the token.', { ...ALWAYS, example: 'http://127.0.0.1:8484' }),
  subject: plain(2, string(), 'The subject of the token: the uid of the identity, in tokens of the service.', {
    ...ALWAYS,
    example: '398b803fffbcf8cbc364eba13b65ac7bd90ff292/045d166b6337ac91',
  }),
  audience: plain(3, repeated(string()), 'The audiences of the token.', {
    ...ALWAYS,
    example: ['http://127.0.0.1:8484'],
  }),
  expiry: plain(4, timestamp(), 'When the token expires.'),
  issuedAt: plain(5, timestamp(), 'When the token was issued.'),
  capabilities: plain(101, repeated(of(GrantedCapabilities)), 'What each role binding allows the caller to do.', {
    ...ALWAYS,
    published: true,
  }),
  email: plain(102, string(), 'The e-mail address of the caller.', {
    example: 'dev@example.com',
    published: true,
  }),
  profile: plain(103, of(Profile), 'What is known about the person behind the caller.', { published: true }),
});

type CapabilityGrant = Static<typeof GrantedCapabilities>;

/** The capabilities of a grant that the token does not exclude, by the group at which they apply. */
const groupUsable = (
  given: Iterable<Capability>,
  at: string,
  { access }: Context,
): ReadonlyMap<string, Capability[]> => {
  const byPlace = new Map<string, Capability[]>();
  for (const name of given) {
    for (const place of overlap([at], access.reach([name]))) {
      const known = byPlace.get(place);
      if (known) known.push(name);
      else byPlace.set(place, [name]);
    }
  }
  return byPlace;
};

const listGrants = (context: Context): readonly CapabilityGrant[] => {
  const { caller, rows } = context;
  const { identity, limits = [] } = caller;
  // False for a token that is confined to some capabilities, and not only to some groups.
  const isWhole = limits.flat().every(({ capabilities }) => capabilities.size >= everyCapability.size);
  const toGrants = (given: Iterable<Capability>, at: string, role?: RoleRow): readonly CapabilityGrant[] =>
    [...groupUsable(given, at, context)].map(([place, usable]) => {
      const group = rows.get(groups, place);
      // Never both: a role would report what the token does not allow (behaviour §10.13).
      const part = role && isWhole ? { role: roleV1Of(role), capabilities: [] } : { capabilities: usable };
      return { ...omitUndefined({ group: group && groupV1Of(group) }), ...part };
    });
  if (rows.get(superusers, identity)) return toGrants(everyCapability, TOP);
  return rows.by(roleBindings, 'identityUid', identity).flatMap((binding): readonly CapabilityGrant[] => {
    const role = rows.get(roles, binding.roleUid ?? '');
    const at = placeOf(binding, parentOf(identity));
    return role && at !== undefined ? toGrants(capabilitiesOf(role), at, role) : [];
  });
};

const profileOf = ({ caller: { identity }, rows }: Context): Static<typeof Profile> | undefined => {
  const { name, givenName, familyName } = rows.get(identityMetadata, identity) ?? {};
  if (name === undefined && givenName === undefined && familyName === undefined) return undefined;
  return { ...(name && { name }), ...(givenName && { givenName }), ...(familyName && { familyName }) };
};

const answer = (_: unknown, context: Context): Static<typeof WhoAmI> => {
  const { caller, rows, settings } = context;
  const issuer = issuerFor(settings);
  const token = caller.token ?? { issuer, subject: caller.identity, audience: [issuer] };
  const email = rows.get(identities, caller.identity)?.email ?? token.email ?? '';
  const profile = profileOf(context);
  return {
    issuer: token.issuer,
    subject: token.subject,
    audience: token.audience,
    ...(token.expiresMillis !== undefined && { expiry: instant(token.expiresMillis) }),
    ...(token.issuedMillis !== undefined && { issuedAt: instant(token.issuedMillis) }),
    ...(profile && { profile }),
    capabilities: listGrants(context),
    email,
  };
};

/** Returns the identity of the caller and its rights (behaviour §10.13). */
const validate: Method = readMethod(
  customOperation({
    domain: 'auth',
    service: 'chainguard.platform.auth.Auth',
    id: 'Validate',
    summary: 'Get the identity of the caller',
    description:
      'Returns the contents of the token of the caller, and what each of its role bindings allows the caller to do.',
    http: { method: 'GET', path: '/auth/v1/ok' },
    request: Empty,
    response: WhoAmI,
    capabilities: [],
  }),
  answer,
);

/** Methods about the caller, and to become a caller, without rows of their own. */
export const auth = defineResource({
  domain: 'auth',
  singular: 'auth',
  plural: 'auth',
  words: { singular: 'caller', plural: 'callers' },
  description: 'The identity of the caller, and the redemption of invites.',
  message: message('mock.Auth', 'Nothing is stored.', {}),
  served: false,
  methods: { validate, register },
});
