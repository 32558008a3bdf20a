import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError, type CodeName, failedPrecondition, unauthenticated, withoutDetails } from '../../kernel/errors.ts';
import { map, repeated, string } from '../../schema/field-types.ts';
import { message, of, plain } from '../../schema/message.ts';
import { errorAnswer, okAnswer } from './answer.ts';

const SETTINGS = { serviceDomain: 'platform.test', publicUrl: '', seed: '' };

const STATUS: readonly (readonly [code: CodeName, status: number])[] = [
  ['CANCELLED', 499],
  ['UNKNOWN', 500],
  ['INVALID_ARGUMENT', 400],
  ['DEADLINE_EXCEEDED', 504],
  ['NOT_FOUND', 404],
  ['ALREADY_EXISTS', 409],
  ['PERMISSION_DENIED', 403],
  ['RESOURCE_EXHAUSTED', 429],
  ['FAILED_PRECONDITION', 400],
  ['ABORTED', 409],
  ['OUT_OF_RANGE', 400],
  ['UNIMPLEMENTED', 501],
  ['INTERNAL', 500],
  ['UNAVAILABLE', 503],
  ['DATA_LOSS', 500],
  ['UNAUTHENTICATED', 401],
];

for (const [code, status] of STATUS) {
  test(`${code} is answered with ${status}`, () => {
    assert.equal(errorAnswer(new ApiError(code, 'why'), 'iam', SETTINGS).status, status);
  });
}

const CHALLENGES: readonly (readonly [reason: string, challenge: string])[] = [
  ['missing bearer token', 'Bearer'],
  ['malformed authorization header', 'Bearer error="invalid_token"'],
  ['invalid token', 'Bearer error="invalid_token"'],
  ['token expired', 'Bearer error="invalid_token"'],
  ['unknown identity', 'Bearer error="invalid_token"'],
];

for (const [reason, challenge] of CHALLENGES) {
  test(`${reason} is answered with the challenge ${challenge}`, () => {
    const { headers } = errorAnswer(unauthenticated(reason), 'iam', SETTINGS);
    assert.deepEqual(headers, { 'WWW-Authenticate': challenge });
  });
}

test('an empty answer has no body', () => assert.deepEqual(okAnswer({ kind: 'empty' }), { status: 200 }));

const Inner = message('mock.test.answer.Inner', 'Inner.', {
  createdAt: plain(1, string(), 'A time.'),
  eolDate: plain(2, string(), 'A date.', { proto: 'eolDate' }),
});
const Outer = message('mock.test.answer.Outer', 'Outer.', {
  latestOne: plain(1, of(Inner), 'One.'),
  allItems: plain(2, repeated(of(Inner)), 'Many.', { always: true }),
  byName: plain(3, map('string', of(Inner)), 'By name.'),
});

const inner = { createdAt: 't', eolDate: 'd' };
const value = { latestOne: inner, allItems: [inner], byName: { aB: inner } };
const snake = { created_at: 't', eolDate: 'd' };

const SPELLED: readonly (readonly [version: 'v1' | undefined, casing: 'snake' | 'camel' | undefined, body: object])[] =
  [
    ['v1', undefined, { latest_one: snake, all_items: [snake], by_name: { aB: snake } }],
    ['v1', 'snake', { latest_one: snake, all_items: [snake], by_name: { aB: snake } }],
    ['v1', 'camel', value],
    [undefined, undefined, value],
    [undefined, 'snake', value],
  ];

for (const [version, v1Casing, body] of SPELLED) {
  test(`a message of ${version ?? 'v2'} is spelled at every depth as ${v1Casing ?? 'nothing'} asks for`, () => {
    const answer = { kind: 'message', message: Outer, value, once: true, ...(version && { version }) } as const;
    const { body: text = '' } = okAnswer(answer, v1Casing === undefined ? {} : { v1Casing });
    assert.deepEqual(JSON.parse(text), body);
  });
}

test('an empty message of v1 has what is always told', () => {
  const answer = { kind: 'message', message: Outer, value: {}, once: false, version: 'v1' } as const;
  assert.deepEqual(okAnswer(answer), { status: 200, body: '{"all_items":[]}' });
});

test('an error of v1 has an empty list of details', () => {
  const { body = '' } = errorAnswer(
    withoutDetails(failedPrecondition({ type: 'X', description: 'y' })),
    'iam',
    SETTINGS,
  );
  assert.deepEqual(JSON.parse(body), { code: 9, message: 'Precondition failed: y', details: [] });
});
