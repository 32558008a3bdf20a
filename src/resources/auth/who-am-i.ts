import { overlap } from '../../kernel/access.ts';
import { instant } from '../../kernel/clock.ts';
import type { Caller } from '../../kernel/context.ts';
import { customOperation } from '../../kernel/custom-operation.ts';
import { issuerFor } from '../../kernel/request-origin.ts';
import { type Context, type Method, readMethod } from '../../kernel/resource.ts';
import { parentOf, TOP } from '../../kernel/uid.ts';
import { type Capability, capabilityName, everyCapability } from '../../schema/capability.ts';
import { omitUndefined } from '../../schema/defined.ts';
import { repeated, string, timestamp } from '../../schema/field-types.ts';
import { ALWAYS, message, of, plain, type Static } from '../../schema/message.ts';
import { placeOf } from '../iam/grants.ts';
import { groups } from '../iam/groups.ts';
import { identities } from '../iam/identities.ts';
import { identityMetadata } from '../iam/identity-metadata.ts';
import { roleBindings } from '../iam/role-bindings.ts';
import { capabilitiesOf, type RoleRow } from '../iam/role-message.ts';
import { roles } from '../iam/roles.ts';
import { superusers } from '../iam/superusers.ts';
import { GroupV1, groupV1Of, RoleV1, roleV1Of } from './held-messages.ts';

/** The message without fields. */
const Empty = message('google.protobuf.Empty', 'Nothing.', {});

const HeldCapabilities = message(
  'chainguard.platform.auth.WhoAmI.Capability',
  'What one role binding allows the caller to do, as far as the token allows it.',
  {
    group: plain(
      1,
      of(GroupV1),
      'The group where the capabilities hold: that of the role binding, or a smaller one to which the token or the place of the identity restricts it; absent where they hold everywhere.',
    ),
    role: plain(2, of(RoleV1), 'The role of the role binding; absent for a token that is confined to capabilities.'),
    capabilities: plain(
      3,
      repeated(capabilityName()),
      'The capabilities by name, for a token that is confined to some; empty where there is a role.',
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
  capabilities: plain(101, repeated(of(HeldCapabilities)), 'What each role binding allows the caller to do.', {
    ...ALWAYS,
    published: true,
  }),
  email: plain(102, string(), 'The e-mail address of the caller.', {
    example: 'dev@example.com',
    published: true,
  }),
  profile: plain(103, of(Profile), 'What is known about the person behind the caller.', { published: true }),
});

type Held = Static<typeof HeldCapabilities>;

/** The capabilities that the token leaves of those granted at a place, by the group where they hold. */
const keepUsable = (
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

/** True for a token that is confined to some capabilities, and not only to some groups. */
const isConfined = ({ limits = [] }: Caller): boolean =>
  limits.flat().some(({ capabilities }) => capabilities.size < everyCapability.size);

const listHeld = (context: Context): readonly Held[] => {
  const { caller, rows } = context;
  const { identity } = caller;
  const isWhole = !isConfined(caller);
  const toHeld = (given: Iterable<Capability>, at: string, role?: RoleRow): readonly Held[] =>
    [...keepUsable(given, at, context)].map(([place, left]) => {
      const group = rows.get(groups, place);
      // Never both: a role would report what the token does not allow (behaviour §10.13).
      const part = role && isWhole ? { role: roleV1Of(role), capabilities: [] } : { capabilities: left };
      return { ...omitUndefined({ group: group && groupV1Of(group) }), ...part };
    });
  if (rows.get(superusers, identity)) return toHeld(everyCapability, TOP);
  return rows.by(roleBindings, 'identityUid', identity).flatMap((binding): readonly Held[] => {
    const role = rows.get(roles, binding.roleUid ?? '');
    const at = placeOf(binding, parentOf(identity));
    return role && at !== undefined ? toHeld(capabilitiesOf(role), at, role) : [];
  });
};

const profileOf = ({ caller: { identity }, rows }: Context): Static<typeof Profile> | undefined => {
  const { name, givenName, familyName } = rows.get(identityMetadata, identity) ?? {};
  if (name === undefined && givenName === undefined && familyName === undefined) return undefined;
  return { ...(name && { name }), ...(givenName && { givenName }), ...(familyName && { familyName }) };
};

const instantOf = (millis: number | undefined): string | undefined =>
  millis === undefined ? undefined : instant(millis);

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
    ...omitUndefined({ expiry: instantOf(token.expiresMillis), issuedAt: instantOf(token.issuedMillis), profile }),
    capabilities: listHeld(context),
    email,
  };
};

/** Returns the identity of the caller and its rights (behaviour §10.13). */
export const validate: Method = readMethod(
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
