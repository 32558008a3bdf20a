import assert from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';
import { test } from 'node:test';
import { ApiError } from '../kernel/errors.ts';
import { WorldNames } from './world-name.ts';

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const jwt = (claims: object): string => `Bearer ${base64({ alg: 'RS256', kid: 'k'.repeat(20) })}.${base64(claims)}.sig`;
const refresh = (content: object): string => `Bearer ${Buffer.from(JSON.stringify(content)).toString('base64')}`;

const NAMED: readonly (readonly [what: string, headers: IncomingHttpHeaders, name: string | undefined])[] = [
  ['nothing', {}, undefined],
  ['an empty header', { 'x-mock-world': '' }, undefined],
  ['the header', { 'x-mock-world': ' a ' }, 'a'],
  ['the header twice', { 'x-mock-world': 'a, a' }, 'a'],
  ['baggage', { baggage: 'mock-world=a' }, 'a'],
  ['baggage with properties and neighbours', { baggage: 'x=1 , mock-world = a ;p=1,y' }, 'a'],
  ['baggage with escapes', { baggage: 'mock-world=a%2Db' }, 'a-b'],
  ['baggage with a malformed escape', { baggage: 'mock-world=%zz' }, '%zz'],
  ['baggage of another name', { baggage: 'mock-worlds=a,xmock-world=b' }, undefined],
  ['a host', { host: 'a.localhost:8484' }, 'a'],
  ['a host in upper case', { host: 'A.LOCALHOST' }, 'a'],
  ['a host with a dot at its end', { host: 'a.localhost.:8484' }, 'a'],
  ['the authority of HTTP/2', { ':authority': 'a.localhost:1', host: 'b.localhost' }, 'a'],
  ['a host with several labels', { host: 'b.a.localhost' }, 'b.a'],
  ['localhost itself', { host: 'localhost:8484' }, undefined],
  ['a host that only contains it', { host: 'a.localhost.example.com' }, undefined],
  ['the claim', { authorization: jwt({ mock_world: 'a' }) }, 'a'],
  ['the claim of a token without its scheme', { authorization: jwt({ mock_world: 'a' }).slice(7) }, 'a'],
  ['a claim that is no text', { authorization: jwt({ mock_world: 1 }) }, undefined],
  ['a token without the claim', { authorization: jwt({ sub: 'somebody, whoever it may be' }) }, undefined],
  ['claims that are a list', { authorization: jwt(['mock_world', 'a', 'b', 'c', 'd', 'e']) }, undefined],
  ['a refresh token', { authorization: refresh({ exp: 1, mock_world: 'a', token: 'x.y.z' }) }, 'a'],
  ['a token that is not JSON', { authorization: `Bearer ${'x'.repeat(60)}.${'y'.repeat(60)}.z` }, undefined],
  ['all of them, alike', { 'x-mock-world': 'a', baggage: 'mock-world=a', host: 'a.localhost' }, 'a'],
];

for (const [what, headers, name] of NAMED) {
  test(`behaviour W2: ${what} names ${name === undefined ? 'no world' : JSON.stringify(name)}`, () => {
    const names = new WorldNames();
    assert.equal(names.of(headers), name);
    // The second time a token may be known.
    assert.equal(names.of(headers), name);
  });
}

test('two names that differ are a conflict that names both and where they come from', () => {
  const headers = { 'x-mock-world': 'a', baggage: 'mock-world=b' };
  assert.throws(
    () => new WorldNames().of(headers),
    (error) =>
      error instanceof ApiError &&
      error.detail.reason === 'MOCK_WORLD_CONFLICT' &&
      /"a" by the header x-mock-world and "b" by baggage/.test(error.message),
  );
});

test('tokens are read again once there were too many to keep', () => {
  const names = new WorldNames();
  const first = { authorization: jwt({ mock_world: 'first' }) };
  assert.equal(names.of(first), 'first');
  for (let at = 0; at < 3_000; at += 1)
    assert.equal(names.of({ authorization: jwt({ mock_world: `w-${at}` }) }), `w-${at}`);
  assert.equal(names.of(first), 'first');
});
