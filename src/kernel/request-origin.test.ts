import assert from 'node:assert/strict';
import { test } from 'node:test';
import { audiencesAt, requestOrigin, type Scheme } from './request-origin.ts';

const ORIGINS: readonly (readonly [scheme: Scheme, host: string | undefined, origin: string | undefined])[] = [
  ['http', 'platform-mock:8484', 'http://platform-mock:8484'],
  ['https', 'platform-mock:8484', 'https://platform-mock:8484'],
  ['http', 'Platform-Mock', 'http://platform-mock'],
  ['http', 'mock:80', 'http://mock'],
  ['https', 'mock:443', 'https://mock'],
  ['http', 'mock:443', 'http://mock:443'],
  ['http', 'under_score:1', 'http://under_score:1'],
  ['http', '[::1]:8484', 'http://[::1]:8484'],
  ['http', undefined, undefined],
  ['http', '', undefined],
  ['http', 'user@mock', undefined],
  ['http', 'mock/path', undefined],
  ['http', 'mock:port', undefined],
  ['http', 'mock:99999', undefined],
  ['http', 'a b', undefined],
];

for (const [scheme, host, origin] of ORIGINS) {
  test(`the origin of a request over ${scheme} to ${JSON.stringify(host)} is ${origin}`, () => {
    assert.equal(requestOrigin(scheme, host), origin);
  });
}

test('a token may be for the listed audiences, and for the origin of the request', () => {
  const audiences = { listed: ['a', 'b'], scheme: 'http' } as const;
  assert.deepEqual(audiencesAt(audiences, 'mock:1'), ['a', 'b', 'http://mock:1']);
  assert.deepEqual(audiencesAt(audiences, undefined), ['a', 'b']);
});
