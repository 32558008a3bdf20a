import assert from 'node:assert/strict';
import { createAuthenticator, namedTokens } from '../identity/authenticator.ts';
import type { IdentityRow } from '../identity/claim-match.ts';
import { KeyRing } from '../identity/key-ring.ts';
import { generateSigningKey, generateUpstreamKey } from '../identity/signing-keys.ts';
import { TrustedIssuers } from '../identity/trusted-issuers.ts';
import { UpstreamIdentities } from '../identity/upstream-identities.ts';
import { collection } from '../kernel/rows.ts';
import type { Operation } from '../schema/operation.ts';
import { MemoryStore } from '../store/memory.ts';
import { keySetOf, NOW, OWN_ISSUER, partyKey, stillClock, UPSTREAM } from './specimen-tokens.ts';

/** An audience of the world beside its issuer. */
export const ELSEWHERE = 'https://registry.test';

/** The key of the world, a key that it does not have, and the key of a third party that it trusts. */
export const [KEY, OTHER_KEY, PARTY] = await Promise.all([
  generateSigningKey(),
  generateSigningKey(),
  partyKey('party'),
]);

const identities = collection<IdentityRow>('identities');
const CI: IdentityRow = { uid: 'ci', lastSeenTime: new Date(NOW).toISOString() };

/** An identity that tokens of the third party match by their subject. */
export const upstreamOf = (uid: string, subject = 'repo:a', more: Partial<IdentityRow> = {}): IdentityRow => ({
  uid,
  lastSeenTime: new Date(NOW).toISOString(),
  claimMatch: { issuer: UPSTREAM, subject },
  ...more,
});

/** A world with the identity `ci`, the named token `ci-token`, a trusted third party, and a clock that tests move. */
export const openAuthenticator = async (...others: readonly IdentityRow[]) => {
  const store = new MemoryStore();
  await store.write((tx) => {
    for (const row of [CI, ...others]) tx.put(identities, row);
    tx.put(namedTokens, { uid: 'ci-token', identity: 'ci' });
  });
  const clock = stillClock();
  const ring = new KeyRing(Promise.resolve(KEY), store, clock);
  const audiences = { listed: [OWN_ISSUER, ELSEWHERE], scheme: 'http' as const };
  const trust = new TrustedIssuers({
    issuer: OWN_ISSUER,
    audiences,
    ring,
    upstreamKey: generateUpstreamKey,
    machineClock: clock,
    trusted: [{ issuer: UPSTREAM, keys: { jwks: keySetOf(PARTY) } }],
    report: assert.ifError,
  });
  const upstream = new UpstreamIdentities({ rows: store.rows, identities, clock, trust });
  const { authenticate: ask, look } = createAuthenticator({
    store,
    identities,
    clock,
    ring,
    upstream: () => upstream,
    audiences,
    issuer: OWN_ISSUER,
    findScimToken: () => undefined,
  });
  return {
    clock,
    ring,
    ask,
    look,
    authenticate: async (header: string | undefined, auth: Operation['auth'] = 'token', host?: string) =>
      ask(header, auth, host),
    put: (row: IdentityRow) => store.write((tx) => tx.put(identities, row)),
    forget: (uid: string) => store.write((tx) => tx.remove(identities, uid)),
    seen: (uid: string) => Date.parse(store.rows.get(identities, uid)?.lastSeenTime ?? ''),
  };
};
