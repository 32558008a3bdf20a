import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  etagOf,
  overlapEnd,
  revokeTokens,
  type ScimCredentialRow,
  stateOf,
  switchProvisioning,
  withToken,
} from './scim-credentials.ts';

const NOW = '2026-03-01T00:00:00.000Z';
const NOW_MILLIS = Date.parse(NOW);
const HOUR = 3_600_000;
const at = (hours: number): string => new Date(NOW_MILLIS + hours * HOUR).toISOString();

const fresh: ScimCredentialRow = { uid: `${'a'.repeat(40)}/${'1'.repeat(16)}` };
const token = (expireTime?: string, previousTokenExpireTime?: string) => ({
  token: 'cgscim_1',
  expireTime,
  previousTokenExpireTime,
});
const live = withToken(fresh, token(at(10)), NOW);
const rotating = withToken(live, token(at(20), at(1)), NOW);

const states: readonly (readonly [string, ScimCredentialRow, number, string])[] = [
  ['no token was issued', fresh, 0, 'NOT_ISSUED'],
  ['only provisioning was switched on', switchProvisioning(fresh, true, NOW), 0, 'NOT_ISSUED'],
  ['a token was issued', live, 0, 'LIVE'],
  ['its token never expires', withToken(fresh, token(), NOW), 1_000_000, 'LIVE'],
  ['its token expires this moment', live, 10, 'EXPIRED'],
  ['the previous token is still accepted', rotating, 0.99, 'ROTATING'],
  ['the overlap ends this moment', rotating, 1, 'LIVE'],
  ['the new token expires before the overlap ends', withToken(live, token(at(1), at(2)), NOW), 1, 'EXPIRED'],
  ['it was revoked', revokeTokens(live, NOW), 0, 'REVOKED'],
  ['it was revoked and would have expired', revokeTokens(live, NOW), 11, 'REVOKED'],
  ['it was revoked during an overlap', revokeTokens(rotating, NOW), 0, 'REVOKED'],
  ['a token was issued after a revocation', withToken(revokeTokens(live, NOW), token(at(5)), NOW), 0, 'LIVE'],
];

for (const [when, credential, hours, state] of states) {
  test(`a credential is ${state} when ${when}`, () => {
    assert.equal(stateOf(credential, NOW_MILLIS + hours * HOUR), `CREDENTIAL_STATE_${state}`);
  });
}

const overlaps: readonly (readonly [string, ScimCredentialRow, number, string | undefined])[] = [
  ['after the requested time', live, 1, at(1)],
  ['with its own token, if that is sooner', live, 24, at(10)],
  ['after the requested time when its token never expires', withToken(fresh, token(), NOW), 24, at(24)],
  ['at once when the requested time is zero', live, 0, undefined],
  ['at once when it was revoked', revokeTokens(live, NOW), 1, undefined],
  ['at once when its token expired', withToken(fresh, token(at(0)), NOW), 1, undefined],
];

for (const [ends, credential, hours, end] of overlaps) {
  test(`an overlap ends ${ends}`, () => {
    assert.equal(overlapEnd(credential, hours * HOUR, NOW_MILLIS), end);
  });
}

test('the etag differs after every change, also after one that is undone', () => {
  const on = switchProvisioning(live, true, NOW);
  const off = switchProvisioning(on, false, NOW);
  const etags = [fresh, live, on, off, revokeTokens(off, NOW)].map((credential) => etagOf(credential, 'seed'));
  assert.equal(new Set(etags).size, etags.length);
});

test('switching provisioning does not end a running overlap', () => {
  assert.equal(stateOf(switchProvisioning(rotating, true, NOW), NOW_MILLIS), 'CREDENTIAL_STATE_ROTATING');
});
