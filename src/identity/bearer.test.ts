import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusalOf } from '../testing/specimen-tokens.ts';
import { bearerOf } from './bearer.ts';

for (const value of ['Bearer a.b.c', 'bearer a.b.c', 'BEARER   a.b.c ']) {
  test(`the token of ${JSON.stringify(value)} is a.b.c`, () => {
    assert.equal(bearerOf(value), 'a.b.c');
  });
}

const MALFORMED = [
  '',
  ' ',
  'Bearer',
  'Bearer ',
  'Basic YTpi',
  'a.b.c',
  'Bearera.b.c',
  'Bearer a b',
  'Bearer a, Bearer b',
];

for (const value of MALFORMED) {
  test(`${JSON.stringify(value)} is malformed`, async () => {
    const refusal = await refusalOf(() => bearerOf(value));
    assert.equal(refusal, 'UNAUTHENTICATED Unauthenticated: malformed authorization header');
  });
}

test('no header is a missing token', async () => {
  assert.equal(await refusalOf(() => bearerOf(undefined)), 'UNAUTHENTICATED Unauthenticated: missing bearer token');
});

// A millisecond as it is. An expression in which two parts can take the same blanks needs more than a minute.
test('a long header is read in no time', async () => {
  const began = performance.now();
  await refusalOf(() => bearerOf(`Bearer ${' '.repeat(200_000)}a ${' '.repeat(200_000)}b`));
  assert.ok(performance.now() - began < 10_000);
});
