import type { MintToken } from '../../../generated/nouns.ts';
import type { WorldIdentity } from '../../identity/world-identity.ts';
import { instant } from '../../kernel/clock.ts';
import { invalidField } from '../../kernel/errors.ts';
import { hostIn } from '../../kernel/request-origin.ts';
import { identityIn, type NamedIdentity } from '../../plane/named-identity.ts';
import { optional, routesTagged } from '../../plane/route.ts';
import { type App, json, type Steered, writeFailure } from '../../plane/route-parts.ts';
import { serve } from '../../plane/serve.ts';
import { omitUndefined } from '../../schema/defined.ts';
import { durationFrom } from '../../schema/durations.ts';
import * as bodies from './tokens.contract.ts';

const LAST_MILLIS = Date.parse('9999-12-31T23:59:59.999Z');
const HOUR_MILLIS = 3_600_000;
const DAY_MILLIS = 24 * HOUR_MILLIS;

const secondsOf = (ttl: string | undefined): number =>
  Math.floor((ttl === undefined ? HOUR_MILLIS : (durationFrom(ttl) ?? 0)) / 1000);

const timeOf = (millis: number): string => instant(Math.min(millis, LAST_MILLIS));

/** The world in which tokens are minted. */
interface MintingWorld {
  readonly identity: WorldIdentity;
  readonly population: NamedIdentity;
}

/**
 * The identity that a token is asked for, or that tokens of an issuer and subject act as, with these.
 * @throws ApiError INVALID_ARGUMENT if there is not exactly one such identity
 */
const resolveIdentity = (
  { identity: name, issuer: asked = '', subject = '' }: MintToken,
  { identity, population }: MintingWorld,
  host: string | undefined,
): { readonly identity: string; readonly actor?: Readonly<Record<string, string>> } => {
  if (name !== undefined) return { identity: identityIn(population, 'identity', name) };
  const issuer = identity.issuerOf(asked, host);
  const found = identity.listActing(issuer, subject);
  const [only] = found;
  if (only && found.length === 1) return { identity: only.uid, actor: { iss: issuer, sub: subject } };
  const count = only ? found.length : 'no';
  throw invalidField('subject', `${count} identities are matched by tokens of that issuer and subject`);
};

/** The audiences of a token, as a list. */
const audiencesOf = (audience: MintToken['audience']): readonly string[] | undefined =>
  typeof audience === 'string' ? [audience] : audience;

const route = routesTagged('Tokens');

const mint = route('POST /tokens', 'world.token', {
  summary: 'Mint a bearer token for an identity',
  description: 'With a `flaw` it is invalid: the API refuses it with 401.',
  body: bodies.mintToken,
  answer: json(bodies.mintedToken, 'A token that the API accepts until it expires.'),
});

const mintUpstream = route('POST /upstream-tokens', 'tokens.upstream', {
  summary: "Mint a third party's token",
  description: 'The mock trusts it whatever its issuer, so that it can be exchanged. With a `flaw` it is invalid.',
  body: bodies.mintUpstreamToken,
  answer: json(bodies.mintedUpstreamToken, 'A token as that issuer would sign it.'),
});

const rotateKeys = route('POST /keys:rotate', 'tokens.rotateKeys', {
  summary: 'Rotate the signing key',
  body: optional(bodies.rotateKeys),
  answer: json(bodies.rotatedKeys, 'The new key signs; tokens of the previous key stay valid for the overlap.'),
  failures: writeFailure,
});

/** The routes that mint valid and invalid tokens, and change the key that signs them. */
export const tokenRoutes = (app: App, steered: Steered<MintingWorld>): void => {
  serve(app, mint, async ({ body: { ttl, audience, scopes, flaw, ...asked } }, context) => {
    const world = steered(context);
    const host = hostIn(context.env.headers);
    const wanted = resolveIdentity(asked, world, host);
    const { token, expiresMillis } = await world.identity.mint({
      ...wanted,
      ttlSeconds: secondsOf(ttl),
      ...omitUndefined({ audience: audiencesOf(audience), scopes, flaw, host }),
    });
    return { token, identity: wanted.identity, expireTime: timeOf(expiresMillis) };
  });
  serve(app, mintUpstream, async ({ body: { ttl, audience, claims, flaw, issuer: asked, subject } }, context) => {
    const { token, issuer, expiresMillis } = await steered(context).identity.mintUpstream({
      issuer: asked,
      subject,
      ttlSeconds: secondsOf(ttl),
      ...omitUndefined({ audience: audiencesOf(audience), claims, flaw, host: hostIn(context.env.headers) }),
    });
    return { token, issuer, expireTime: timeOf(expiresMillis) };
  });
  serve(app, rotateKeys, async ({ body: { overlap } = {} }, context) => {
    const millis = overlap === undefined ? DAY_MILLIS : (durationFrom(overlap) ?? 0);
    return { kid: (await steered(context).identity.ring.rotate(millis)).kid };
  });
};
