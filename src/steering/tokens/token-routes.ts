import { createRoute } from '@hono/zod-openapi';
import { instant } from '../../kernel/clock.ts';
import { invalidField } from '../../kernel/errors.ts';
import { defined } from '../../schema/defined.ts';
import { durationFrom } from '../../schema/durations.ts';
import { ISSUER_NAME } from '../../schema/token-words.ts';
import * as bodies from '../contract/bodies.ts';
import { type App, body, failures, json, type Steered } from '../plane/route-parts.ts';
import type { TokenControl } from './token-control.ts';

const LAST_MILLIS = Date.parse('9999-12-31T23:59:59.999Z');
const HOUR_MILLIS = 3_600_000;
const DAY_MILLIS = 24 * HOUR_MILLIS;

const secondsOf = (ttl: string | undefined): number => {
  const life = ttl === undefined ? HOUR_MILLIS : durationFrom(ttl);
  if (life === undefined || life < 1_000) {
    throw invalidField('ttl', 'must be a duration of at least a second, such as "1h"');
  }
  return Math.floor(life / 1000);
};

const timeOf = (millis: number): string => instant(Math.min(millis, LAST_MILLIS));

interface Subject {
  readonly identity?: string | undefined;
  readonly issuer?: string | undefined;
  readonly subject?: string | undefined;
}

interface Wanted {
  readonly identity: string;
  readonly actor?: Readonly<Record<string, string>>;
}

const wantedIdentity = (
  { identity, issuer, subject }: Subject,
  { identity: byName, actingAs }: TokenControl,
): Wanted => {
  if (identity !== undefined) {
    if (issuer !== undefined || subject !== undefined) {
      throw invalidField('identity', 'does not go with issuer and subject');
    }
    const found = byName(identity);
    if ('reason' in found) throw invalidField('identity', found.reason);
    return { identity: found.uid };
  }
  if (issuer === undefined || subject === undefined) {
    throw invalidField('identity', 'either identity, or issuer and subject, must be given');
  }
  const found = actingAs(issuer, subject);
  if ('reason' in found) throw invalidField('subject', found.reason);
  return { identity: found.uid, actor: { iss: found.issuer, sub: subject } };
};

const mint = createRoute({
  method: 'post',
  path: '/tokens',
  summary: 'Mint a bearer token for an identity',
  description: 'With a `flaw` it is invalid: the API refuses it with 401.',
  tags: ['Tokens'],
  request: { body: body(bodies.mint) },
  responses: { 200: json(bodies.minted, 'A token that the API accepts until it expires.'), ...failures },
});

const mintUpstream = createRoute({
  method: 'post',
  path: '/upstream-tokens',
  summary: "Mint a third party's token",
  description: 'The mock trusts it whatever its issuer, so that it can be exchanged. With a `flaw` it is invalid.',
  tags: ['Tokens'],
  request: { body: body(bodies.mintUpstream) },
  responses: { 200: json(bodies.mintedUpstream, 'A token as that issuer would sign it.'), ...failures },
});

const rotateKeys = createRoute({
  method: 'post',
  path: '/keys:rotate',
  summary: 'Sign with another key from now on',
  tags: ['Tokens'],
  request: { body: { ...body(bodies.rotateKeys), required: false } },
  responses: {
    200: json(bodies.rotated, 'The new key signs; tokens of the previous key stay valid for the overlap.'),
    ...failures,
  },
});

/** The routes that mint valid and invalid tokens, and change the key that signs them. */
export const tokenRoutes = (app: App, steered: Steered<TokenControl>): void => {
  app.openapi(mint, async (context) => {
    const { ttl, audience, scopes, flaw, ...asked } = context.req.valid('json');
    const steering = steered(context);
    const wanted = wantedIdentity(asked, steering);
    const { token, expiresMillis } = await steering.mint({
      ...wanted,
      ttlSeconds: secondsOf(ttl),
      ...defined({ audience, scopes, flaw }),
    });
    return context.json({ token, identity: wanted.identity, expireTime: timeOf(expiresMillis) }, 200);
  });
  app.openapi(mintUpstream, async (context) => {
    const { ttl, audience, claims, flaw, issuer: asked, subject } = context.req.valid('json');
    if (!asked.includes(':') && !ISSUER_NAME.test(asked)) {
      throw invalidField('issuer', 'must be a URL, or a name of letters, digits, dots and dashes');
    }
    const { token, issuer, expiresMillis } = await steered(context).mintUpstream({
      issuer: asked,
      subject,
      ttlSeconds: secondsOf(ttl),
      ...defined({ audience, claims, flaw }),
    });
    return context.json({ token, issuer, expireTime: timeOf(expiresMillis) }, 200);
  });
  app.openapi(rotateKeys, async (context) => {
    const { overlap } = context.req.valid('json') ?? {};
    const millis = overlap === undefined ? DAY_MILLIS : durationFrom(overlap);
    if (millis === undefined || millis < 0) throw invalidField('overlap', 'must be a duration such as "1h"');
    return context.json({ kid: await steered(context).rotateKeys(millis) }, 200);
  });
};
