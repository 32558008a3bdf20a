import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SeenCall } from './seen-call.ts';
import { countRepeats, findStorm, isHurried } from './storm.ts';

/** A call with its beginning, and what it differs in from one that was refused. */
type Try = readonly [beganMillis: number, more?: Partial<SeenCall>];

const MET = { isSurprised: true };
const OK = { code: 'OK' as const };

const callsOf = (tries: readonly Try[]): readonly SeenCall[] =>
  tries.map(([beganMillis, more], at) => ({
    id: at + 1,
    operation: 'CreateRepo',
    caller: 'c',
    client: '',
    protocol: 'rest',
    resource: 'acme shop',
    question: '',
    code: 'UNAVAILABLE',
    isBroken: false,
    isSurprised: false,
    retryAfterMillis: undefined,
    beganMillis,
    endedMillis: beganMillis + 1,
    clockMillis: beganMillis,
    changed: [],
    ...more,
  }));

const every = (count: number, millis: number): readonly Try[] =>
  Array.from({ length: count }, (_, at): Try => [at * millis, at === 0 ? MET : {}]);

for (const [what, tries, how] of [
  ['a try that is tried once more at once', every(2, 5), undefined],
  ['three tries without a pause', every(3, 5), 'pauseless'],
  ['three tries with pauses', every(3, 50), undefined],
  ['three tries of which one has a pause before it', [[0, MET], [5], [60]], undefined],
  ['ten tries', every(10, 50), undefined],
  ['eleven tries', every(11, 50), 'many'],
  [
    'a try before its time',
    [
      [0, { ...MET, retryAfterMillis: 1_000 }],
      [850, OK],
    ],
    'early',
  ],
  [
    'a try a tenth before its time',
    [
      [0, { ...MET, retryAfterMillis: 1_000 }],
      [905, OK],
    ],
    undefined,
  ],
  ['three tries of which the first was a broken connection', [[0, { ...MET, isBroken: true }], [5], [10]], undefined],
  [
    'four tries of which the first was a broken connection',
    [[0, { ...MET, isBroken: true }], [5], [10], [15]],
    'pauseless',
  ],
  [
    'a try before its time, but for the clock that its test has moved',
    [
      [0, { ...MET, retryAfterMillis: 1_000 }],
      [5, { ...OK, clockMillis: 905 }],
    ],
    undefined,
  ],
  [
    'three tries without a pause beside a clock that stands',
    [
      [0, MET],
      [5, { clockMillis: 0 }],
      [10, { clockMillis: 0 }],
    ],
    'pauseless',
  ],
  ['calls after a success', [[0, MET], [5, OK], [10], [15]], undefined],
  [
    'calls for something else',
    [
      [0, MET],
      [5, { resource: 'b' }],
      [10, { resource: 'c' }],
      [15, { resource: 'd' }],
    ],
    undefined,
  ],
  [
    'reads that ask for something else',
    [
      [0, MET],
      [5, { question: 'b' }],
      [10, { question: 'c' }],
    ],
    undefined,
  ],
  ['tries that no surprise has met', [[0], [5], [10], [15]], undefined],
] as const satisfies readonly (readonly [string, readonly Try[], string | undefined])[]) {
  test(`O7: ${what}: ${how ?? 'no storm'}`, () => assert.equal(findStorm(callsOf(tries), 1, 0)?.how, how));
}

for (const [what, tries, hurried] of [
  ['three tries with pauses of 50 ms', every(3, 50), true],
  ['three tries with pauses of 150 ms', every(3, 150), false],
  ['two tries', every(2, 50), false],
  ['pauses that grow', [[0, MET], [60], [190], [400]], false],
  ['three tries of which the first was a broken connection', [[0, { ...MET, isBroken: true }], [5], [60]], false],
] as const satisfies readonly (readonly [string, readonly Try[], boolean])[]) {
  test(`O15: a busy machine ${hurried ? 'may have hidden' : 'has not hidden'} a storm: ${what}`, () => {
    assert.equal(isHurried(callsOf(tries), 1, 0), hurried);
  });
}

for (const [millis, load, how] of [
  [30, 1, undefined],
  [30, 2, 'pauseless'],
  [90, 2, undefined],
  [90, 5, 'pauseless'],
] as const) {
  test(`O15: three tries ${millis} ms after each other, of a machine with a load of ${load}: ${how ?? 'no storm'}`, () => {
    assert.equal(findStorm(callsOf(every(3, millis)), load, 0)?.how, how);
  });
}

const REPEATED: readonly Try[] = [
  [0, OK],
  [5, OK],
  [10, { code: 'ALREADY_EXISTS' }],
];
for (const [what, calls, index, repeats] of [
  ['calls for the same, each after a success', REPEATED, 0, 2],
  ['the last of them', REPEATED, 2, 0],
  ['a call that failed, and its try', [[0], [5, OK]], 0, 0],
  ['a call before one for something else', [[0, OK], [5, { question: 'b' }], [10]], 0, 0],
  ['a call before one of another client', [[0, OK], [5, { client: 'b', resource: 'b' }], [10]], 0, 1],
] as const satisfies readonly (readonly [string, readonly Try[], number, number])[]) {
  test(`O7: ${what}: ${repeats} calls are no tries`, () => {
    assert.equal(countRepeats(callsOf(calls), index), repeats);
  });
}

for (const [tries, how] of [
  [3, undefined],
  [4, undefined],
  [5, 'pauseless'],
] as const) {
  test(`O7: ${tries} calls of a client that makes three where nothing goes wrong: ${how ?? 'no storm'}`, () => {
    assert.equal(findStorm(callsOf(every(tries, 5)), 1, 2)?.how, how);
  });
}
