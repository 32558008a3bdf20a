import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from './zod.ts';

const shape = z.strictObject({
  name: z.string().min(1).max(3).optional(),
  mode: z.enum(['real', 'frozen']).optional(),
  times: z.number().int().min(0).max(9).optional(),
  on: z.boolean().optional(),
  list: z.array(z.string()).min(1).max(2).optional(),
  labels: z.record(z.string(), z.string()).optional(),
  wait: z.union([z.number(), z.strictObject({ min: z.number() })]).optional(),
  only: z.literal(true).optional(),
  own: z.string('must be a word').optional(),
});

const CASES: readonly (readonly [value: unknown, path: readonly string[], message: string])[] = [
  [undefined, [], 'is required'],
  [[], [], 'must be an object'],
  [{ name: 1 }, ['name'], 'must be a string'],
  [{ name: null }, ['name'], 'must be a string'],
  [{ name: '' }, ['name'], 'must not be empty'],
  [{ name: 'long' }, ['name'], 'must have at most 3 characters'],
  [{ mode: 'frosen' }, ['mode'], 'unknown value "frosen", did you mean "frozen"? (allowed: real, frozen)'],
  [{ mode: { a: 1 } }, ['mode'], 'unknown value "{\\"a\\":1}" (allowed: real, frozen)'],
  [{ times: 'x' }, ['times'], 'must be a number'],
  [{ times: 1.5 }, ['times'], 'must be a whole number'],
  [{ times: -1 }, ['times'], 'must be at least 0'],
  [{ times: 10 }, ['times'], 'must be at most 9'],
  [{ on: 'yes' }, ['on'], 'must be true or false'],
  [{ list: 'x' }, ['list'], 'must be a list'],
  [{ list: [] }, ['list'], 'must not be empty'],
  [{ list: ['a', 'b', 'c'] }, ['list'], 'must have at most 2 items'],
  [{ labels: 'x' }, ['labels'], 'must be an object'],
  [{ labels: { a: 1 } }, ['labels', 'a'], 'must be a string'],
  [{ wait: 'x' }, ['wait'], 'must be a number, or must be an object'],
  [{ wait: {} }, ['wait'], 'must be a number, or min is required'],
  [{ only: false }, ['only'], 'must be true'],
  [{ own: 1 }, ['own'], 'must be a word'],
  [
    { tims: 1 },
    [],
    'unknown key "tims", did you mean "times"? (known: name, mode, times, on, list, labels, wait, only, own)',
  ],
];

for (const [value, path, message] of CASES) {
  test(`${JSON.stringify(value)} is refused in the words of the API: ${message}`, () => {
    const issues = shape.safeParse(value).error?.issues ?? [];
    assert.deepEqual(
      issues.map((issue) => [issue.path, issue.message]),
      [[path, message]],
    );
  });
}
