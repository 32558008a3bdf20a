import { overlap } from '../../kernel/access.ts';
import { instant } from '../../kernel/clock.ts';
import type { Context } from '../../kernel/context.ts';
import { type Method, readMethod } from '../../kernel/resource.ts';
import { customOperation } from '../../kernel/standard-operations.ts';
import { parentOf, TOP } from '../../kernel/uid.ts';
import type { Capability } from '../../schema/capability.ts';
import { everyCapability } from '../../schema/capability.ts';
import { Empty } from '../../schema/empty.ts';
import { repeated, string, timestamp } from '../../schema/field-types.ts';
import { message, of, plain, type Static } from '../../schema/message.ts';
import { placeOf } from '../iam/grants.ts';
import { groups } from '../iam/groups.ts';
import { identities } from '../iam/identities.ts';
import { identityMetadata } from '../iam/identity-metadata.ts';
import { roleBindings } from '../iam/role-bindings.ts';
import { capabilitiesOf, type RoleRow } from '../iam/role-message.ts';
import { roles } from '../iam/roles.ts';
import { superusers } from '../iam/superusers.ts';
import { GroupV1, groupV1Of } from '../iam/v1/groups.ts';
import { RoleV1, roleV1Of } from '../iam/v1/roles.ts';

const ALWAYS = { always: true } as const;

const HeldCapabilities = message(
  'chainguard.platform.auth.WhoAmI.Capability',
  'What the caller may do by one role binding, as far as the token allows.',
  {
    group: plain(
      1,
      of(GroupV1),
      'The group on which it holds: that of the role binding, or what the token and the place of the identity leave of it; absent for what holds everywhere.',
    ),
    role: plain(2, of(RoleV1), 'The role of the role binding.'),
    capabilities: plain(3, repeated(string()), 'The capabilities by name.', ALWAYS),
  },
);

const Profile = message('chainguard.platform.auth.Profile', 'What an identity provider tells of a person.', {
  name: plain(1, string(), 'The full name.'),
  picture: plain(2, string(), 'The URL of a picture.'),
  givenName: plain(3, string(), 'The given name.'),
  familyName: plain(4, string(), 'The family name.'),
});

const WhoAmI = message('chainguard.platform.auth.WhoAmI', 'Who the caller is, and what it may do.', {
  issuer: plain(1, string(), 'The issuer of the token.', ALWAYS),
  subject: plain(2, string(), 'The subject of the token: the uid of the identity, in tokens of the service.', ALWAYS),
  audience: plain(3, repeated(string()), 'The audiences of the token.', {
    ...ALWAYS,
    example: ['http://127.0.0.1:8484'],
  }),
  expiry: plain(4, timestamp(), 'When the token ends.'),
  issuedAt: plain(5, timestamp(), 'When the token was issued.'),
  capabilities: plain(101, repeated(of(HeldCapabilities)), 'What the caller may do, by role binding.', ALWAYS),
  email: plain(102, string(), 'The e-mail address of the caller.'),
  profile: plain(103, of(Profile), 'What is known of the person behind the caller.'),
});

type Held = Static<typeof HeldCapabilities>;

/** What may be done of a role that is given at a place, by where the token lets it be done. */
const usable = (given: Iterable<Capability>, at: string, { access }: Context): ReadonlyMap<string, Capability[]> => {
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

const heldBy = (context: Context): readonly Held[] => {
  const { caller, rows } = context;
  const { identity } = caller;
  const held = (given: Iterable<Capability>, at: string, role?: RoleRow): readonly Held[] =>
    [...usable(given, at, context)].map(([place, capabilities]) => {
      const group = rows.get(groups, place);
      return { ...(group && { group: groupV1Of(group) }), ...(role && { role: roleV1Of(role) }), capabilities };
    });
  if (rows.get(superusers, identity)) return held(everyCapability, TOP);
  return rows.by(roleBindings, 'identityUid', identity).flatMap((binding): readonly Held[] => {
    const role = rows.get(roles, binding.roleUid ?? '');
    const at = placeOf(binding, parentOf(identity));
    return role && at !== undefined ? held(capabilitiesOf(role), at, role) : [];
  });
};

const profileOf = ({ caller: { identity }, rows }: Context): Static<typeof Profile> | undefined => {
  const told = rows.get(identityMetadata, identity);
  const { name, givenName, familyName } = told ?? {};
  if (name === undefined && givenName === undefined && familyName === undefined) return undefined;
  return { ...(name && { name }), ...(givenName && { givenName }), ...(familyName && { familyName }) };
};

const answer = (_: unknown, context: Context): Static<typeof WhoAmI> => {
  const { caller, rows, settings } = context;
  const { publicUrl } = settings;
  const token = caller.token ?? { issuer: publicUrl, subject: caller.identity, audience: [publicUrl] };
  const email = rows.get(identities, caller.identity)?.email ?? token.email ?? '';
  const profile = profileOf(context);
  return {
    issuer: token.issuer,
    subject: token.subject,
    audience: token.audience,
    ...(token.expiresMillis === undefined ? {} : { expiry: instant(token.expiresMillis) }),
    ...(token.issuedMillis === undefined ? {} : { issuedAt: instant(token.issuedMillis) }),
    capabilities: heldBy(context),
    email,
    ...(profile && { profile }),
  };
};

/** Tells who the caller is and what it may do (behaviour §10.13). */
export const validate: Method = readMethod(
  {
    ...customOperation(
      { domain: 'auth', plural: 'auth' },
      {
        id: 'Validate',
        summary: 'Tell who the caller is',
        description:
          'Tells what the token of the caller says, and what the caller may do by each of its role bindings.',
        http: { method: 'GET', path: '/auth/v1/ok' },
        request: Empty,
        response: WhoAmI,
        capabilities: [],
      },
    ),
    service: 'chainguard.platform.auth.Auth',
  },
  answer,
);
