import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAuthenticator as open, PARTY, upstreamOf } from '../testing/authenticator-scene.ts';
import {
  EXPIRED,
  INVALID,
  keySetOf,
  NOW,
  OWN_ISSUER,
  refusalOf,
  signAs,
  UPSTREAM,
  upstreamClaims,
} from '../testing/specimen-tokens.ts';

const SECOND = 1_000;
const SKEW = 60;
const UNKNOWN = 'UNAUTHENTICATED Unauthenticated: unknown identity';
const ACTOR = { iss: UPSTREAM, sub: 'repo:a', aud: OWN_ISSUER };
const THEIR_FACTS = {
  issuer: UPSTREAM,
  subject: 'repo:a',
  audience: [OWN_ISSUER],
  issuedMillis: NOW,
  expiresMillis: NOW + 300 * SECOND,
};

test('an upstream token that one identity matches acts as it', async () => {
  const { authenticate, ask } = await open(upstreamOf('a'), upstreamOf('b', 'repo:b'));
  const header = `Bearer ${await signAs(PARTY, upstreamClaims())}`;
  const caller = { identity: 'a', actor: ACTOR, token: THEIR_FACTS };
  assert.deepEqual(await authenticate(header), caller);
  assert.deepEqual(ask(header, 'token'), caller, 'known at once');
});

test('for who registers, an upstream token is good whether or not an identity matches it', async () => {
  const { authenticate } = await open(upstreamOf('a'), upstreamOf('b', 'twice'), upstreamOf('c', 'twice'));
  for (const [sub, identity, ...candidates] of [
    ['repo:a', 'a', 'a'],
    ['nobody', ''],
    ['twice', '', 'b', 'c'],
  ] as const) {
    const claims = upstreamClaims({ sub });
    const caller = await authenticate(`Bearer ${await signAs(PARTY, claims)}`, 'upstream');
    assert.deepEqual([caller.identity, caller.claims, caller.candidates], [identity, claims, candidates]);
  }
});

test('for who registers, the claims are there although the token was seen without them', async () => {
  const { authenticate } = await open(upstreamOf('a'));
  const header = `Bearer ${await signAs(PARTY, upstreamClaims())}`;
  await authenticate(header);
  assert.deepEqual((await authenticate(header, 'upstream')).claims, upstreamClaims());
});

test('an upstream token that was good stops with its identity, its match and its time', async () => {
  const header = `Bearer ${await signAs(PARTY, upstreamClaims())}`;
  const changes: readonly ((world: Awaited<ReturnType<typeof open>>) => unknown)[] = [
    ({ forget }) => forget('a'),
    ({ put }) => put(upstreamOf('a', 'repo:b')),
    ({ put }) => put(upstreamOf('b')),
  ];
  for (const change of changes) {
    const world = await open(upstreamOf('a'));
    assert.equal((await world.authenticate(header)).identity, 'a');
    await change(world);
    assert.equal(await refusalOf(() => world.authenticate(header)), INVALID);
  }
  const { authenticate, clock } = await open(upstreamOf('a'));
  await authenticate(header);
  clock.millis += (300 + SKEW) * SECOND;
  assert.equal(await refusalOf(() => authenticate(header)), EXPIRED);
});

test('an identity that is deleted while its upstream token is verified is not remembered', async () => {
  const { authenticate, forget } = await open(upstreamOf('a'));
  const header = `Bearer ${await signAs(PARTY, upstreamClaims())}`;
  const asked = authenticate(header).catch(() => undefined);
  await forget('a');
  await asked;
  assert.equal(await refusalOf(() => authenticate(header)), INVALID);
});

test('the use of an upstream token is noted once a minute', async () => {
  const { authenticate, clock, seen } = await open(upstreamOf('a'));
  const header = `Bearer ${await signAs(PARTY, upstreamClaims())}`;
  for (const [seconds, noted] of [
    [0, 0],
    [59, 0],
    [60, 60],
    [119, 60],
    [120, 120],
    [300, 300],
  ] as const) {
    clock.millis = NOW + seconds * SECOND;
    assert.equal((await authenticate(header)).identity, 'a');
    assert.equal(seen('a'), NOW + noted * SECOND, `after ${seconds} s`);
  }
});

test('an identity that was never seen is noted at once, a refusal never', async () => {
  const { authenticate, seen } = await open({ uid: 'a', claimMatch: { issuer: UPSTREAM, subject: 'repo:a' } });
  await refusalOf(async () => authenticate(`Bearer ${await signAs(PARTY, upstreamClaims({ exp: 1 }))}`));
  assert.ok(Number.isNaN(seen('a')));
  await authenticate(`Bearer ${await signAs(PARTY, upstreamClaims())}`);
  assert.equal(seen('a'), NOW);
});

test('static keys are good until their own end', async () => {
  const staticKeys = {
    ...{ issuer: 'https://self.test', subject: 'x', issuerKeys: JSON.stringify(keySetOf(PARTY)) },
    expirationTime: new Date(NOW + 30 * SECOND).toISOString(),
  };
  const { authenticate, clock } = await open({ uid: 'a', staticKeys });
  const header = `Bearer ${await signAs(PARTY, upstreamClaims({ iss: 'https://self.test', sub: 'x' }))}`;
  clock.millis += 30 * SECOND - 1;
  assert.equal((await authenticate(header)).identity, 'a');
  clock.millis += 1;
  assert.equal(await refusalOf(() => authenticate(header)), UNKNOWN);
});

test('an identity whose keys have ended is not in the way of another', async () => {
  const issuerKeys = JSON.stringify(keySetOf(PARTY));
  const staticKeys = { issuer: UPSTREAM, subject: 'repo:a', issuerKeys, expirationTime: new Date(NOW).toISOString() };
  const { authenticate } = await open({ uid: 'a', staticKeys }, upstreamOf('b'));
  const header = `Bearer ${await signAs(PARTY, upstreamClaims())}`;
  assert.equal((await authenticate(header)).identity, 'b');
  assert.deepEqual((await authenticate(header, 'upstream')).candidates, ['b']);
});
