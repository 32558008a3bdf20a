import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError, type CodeName, failedPrecondition, unauthenticated } from '../../kernel/errors.ts';
import { type Edition, V2 } from '../../schema/edition.ts';
import type { Spelling } from '../../schema/encode-json.ts';
import { map, repeated, string } from '../../schema/field-types.ts';
import { message, of, plain } from '../../schema/message.ts';
import { errorAnswer, renderSuccess } from './answer.ts';

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

test('an empty answer has no body', () => assert.deepEqual(renderSuccess({ kind: 'empty' }), { status: 200 }));

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

/** An edition that spells names as the messages do, and has errors without details. */
const OLDER: Edition = { ...V2, name: 'older', spelling: 'proto', errorDetails: false };

const SPELLED: readonly (readonly [edition: Edition, spelling: Spelling | undefined, body: object])[] = [
  [OLDER, undefined, { latest_one: snake, all_items: [snake], by_name: { aB: snake } }],
  [OLDER, 'proto', { latest_one: snake, all_items: [snake], by_name: { aB: snake } }],
  [OLDER, 'json', value],
  [V2, undefined, value],
];

for (const [edition, spelling, body] of SPELLED) {
  test(`a message of ${edition.name} is spelled at every depth as ${spelling ?? 'the edition'} has it`, () => {
    const answer = { kind: 'message', message: Outer, value, once: true } as const;
    const settings = spelling === undefined ? {} : { spellings: { older: spelling } };
    const { body: text = '' } = renderSuccess(answer, edition, settings);
    assert.deepEqual(JSON.parse(String(text)), body);
  });
}

test('the spelling of one edition does not change another', () => {
  const answer = { kind: 'message', message: Outer, value, once: true } as const;
  assert.deepEqual(JSON.parse(String(renderSuccess(answer, V2, { spellings: { older: 'proto' } }).body)), value);
});

test('an empty message has what is always shown', () => {
  const answer = { kind: 'message', message: Outer, value: {}, once: false } as const;
  assert.deepEqual(renderSuccess(answer, OLDER), { status: 200, body: '{"all_items":[]}' });
});

test('an error of an edition without details has an empty list of them', () => {
  const error = failedPrecondition({ type: 'X', description: 'y' });
  const { body = '' } = errorAnswer(error, 'iam', SETTINGS, OLDER);
  assert.deepEqual(JSON.parse(String(body)), { code: 9, message: 'Precondition failed: y', details: [] });
});
