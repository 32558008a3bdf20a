import { expect, test } from '@playwright/test';
import { checkHistory, type LogEntry, type LogLine, type Operation } from './history.ts';

// Histories that hold, and what is found in those that do not.

const A = { name: 'a', text: '1' };
const B = { name: 'b', text: '2' };
const C = { name: 'a', text: '3' };

const entry = (seq: number, rows: LogEntry['rows'], line = 1): LogEntry => ({
  ...{ seq, rows, tag: `${line}.${seq}`, prev: `${line}.${seq - 1}` },
});

const line = (entries: readonly LogEntry[], rest: Partial<LogLine> = {}): LogLine => ({
  ...{ id: 1, rev: 0, tag: '1.0', rows: {}, old: 0, entries },
  ...rest,
});

/** A world to which `u` and `v` were added, and then `u` changed; and a reset to its first entry. */
const LOG = [
  line([entry(1, { u: A }), entry(2, { v: B }), entry(3, { u: C })]),
  line([entry(1, { u: null }, 2)], { id: 2, rev: 1, tag: '2.0', base: { line: 1, seq: 1 } }),
];

const did = (
  kind: Operation['kind'],
  at: string | undefined,
  [start, end]: readonly [number, number],
  rows: Operation['rows'] = {},
  rest: Partial<Operation> = {},
): Operation => ({ world: 'w', kind, at, start, end, rows, ...rest });

const WRITES = [
  did('write', '1/1', [0, 1], { u: A }),
  did('write', '1/2', [2, 5], { v: B }),
  did('write', '1/3', [2, 5], { u: C }),
  did('write', '2/1', [8, 9], { u: null }),
] as const;

const HOLD: Readonly<Record<string, readonly Operation[]>> = {
  'writes in the order of the log': WRITES,
  'reads of their moments, of a whole and of what is missing': [
    ...WRITES,
    did('read', '1/1', [1.5, 3], { u: A }, { isWhole: true }),
    did('read', '1/3', [6, 7], { u: C, v: B }, { isWhole: true }),
    did('read', '1/3', [6, 7], { x: null }),
    did('read', '2/0', [7, 9], { u: A }, { isWhole: true }),
    did('read', '2/1', [9.5, 10], {}, { isWhole: true }),
  ],
  'a refusal for a name that is there': [...WRITES, did('read', '1/3', [5, 6], {}, { taken: 'b' })],
  'a write without an answer that was stored, and one that was not': [
    ...WRITES.filter(({ at }) => at !== '1/2'),
    did('write', undefined, [2, 3], { '?': B }),
    did('write', undefined, [2, 3], { '?': { name: 'c', text: '4' } }),
  ],
  'other worlds in any order': [...WRITES, did('read', '1/1', [20, 21], { u: A }, { world: 'other' })],
};

for (const [name, operations] of Object.entries(HOLD)) {
  test(`a history holds: ${name}`, () => {
    expect(checkHistory(operations, LOG)).toEqual({ faults: [], compared: 0 });
  });
}

const FAULTY: readonly (readonly [name: string, operations: readonly Operation[], fault: RegExp])[] = [
  ['a read that is older than one that had ended', [did('read', '1/1', [6, 7], { u: A })], /had ended$/],
  ['a read of a line that had been left', [did('read', '1/3', [10, 11], { u: C })], /had ended$/],
  ['a read of a row as it was', [did('read', '1/3', [6, 7], { u: A })], /there is {"name":"a","text":"3"}$/],
  ['a read that misses a row', [did('read', '1/2', [4, 5], { v: null })], /there is {"name":"b"/],
  ['a list that misses one', [did('read', '1/2', [4, 5], { u: A }, { isWhole: true })], /there are 2$/],
  ['a refusal for a name that nothing has', [did('read', '1/1', [1, 3], {}, { taken: 'b' })], /has the name b$/],
  ['a write that the log does not have', [did('write', '1/4', [6, 7], { x: A })], /is not in the log$/],
  ['a write whose entry has something else', [did('write', '1/3', [4, 5], { x: A })], /is {"u":.*} there$/],
  ['a write that is that of another', [WRITES[1]], /^1\/2 is the entry of 2 writes$/],
];

for (const [name, operations, fault] of FAULTY) {
  test(`a history does not hold: ${name}`, () => {
    const { faults } = checkHistory([...WRITES, ...operations], LOG);
    expect(faults).toContainEqual(expect.stringMatching(fault));
  });
}

test('a history does not hold where nobody has written an entry, or the log is broken', () => {
  expect(checkHistory(WRITES.slice(0, 3), LOG).faults).toEqual(['nobody has written {"u":null} at 2/1']);
  const [first, second] = LOG as [LogLine, LogLine];
  const gap = line([entry(1, { u: A }), entry(3, { u: C })]);
  expect(checkHistory([], [{ ...gap, old: 3 }]).faults).toEqual(['1/3 does not follow 1/1']);
  const other = line([entry(1, { u: A }), { ...entry(2, { v: B }), prev: 'x' }], { old: 2 });
  expect(checkHistory([], [other]).faults).toEqual(['1/2 does not follow 1/1']);
  const twice = line([entry(1, { u: A }), entry(2, { u: null }), entry(3, { u: null })], { old: 3 });
  expect(checkHistory([], [twice]).faults).toEqual(['1/3 removes u, which is not there']);
  const apart = [first, { ...second, base: { line: 1, seq: 9 } }];
  expect(checkHistory(WRITES, apart).faults).toContain('2 begins with 1/9, which is not in the log');
});

test('processes that differ at the same place are found, and those that agree are counted', () => {
  const at = (by: number, digest: string | undefined): Operation =>
    did('read', '2/1', [10 + by, 11 + by], {}, { by, digest });
  expect(checkHistory([...WRITES, at(0, 'd'), at(1, 'd'), at(1, 'd'), at(2, undefined)], LOG)).toEqual({
    ...{ faults: [], compared: 1 },
  });
  expect(checkHistory([...WRITES, at(0, 'd'), at(1, 'e')], LOG).faults).toEqual(['processes differ at 2/1']);
});
