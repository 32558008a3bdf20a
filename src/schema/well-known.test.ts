import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { durationOf, durationParts, timestampOf, timestampParts } from './well-known.ts';

const TIMES: readonly (readonly [text: string, seconds: number, nanos: number])[] = [
  ['1970-01-01T00:00:00.000Z', 0, 0],
  ['1969-12-31T23:59:59.999Z', -1, 999_000_000],
  ['2000-02-29T12:34:56.789Z', 951_827_696, 789_000_000],
  ['1900-03-01T00:00:00.000Z', -2_203_891_200, 0],
  ['0001-01-01T00:00:00.000Z', -62_135_596_800, 0],
  ['9999-12-31T23:59:59.999Z', 253_402_300_799, 999_000_000],
];

for (const [text, seconds, nanos] of TIMES) {
  test(`${text} is ${seconds} seconds and ${nanos} nanos`, () => {
    assert.deepEqual(timestampParts(text), { seconds, nanos });
    assert.equal(timestampOf({ seconds, nanos }), text);
  });
}

test('a timestamp keeps its time when it is converted to protobuf and back', () => {
  const dates = fc.date({
    min: new Date(TIMES[4]?.[0] ?? ''),
    max: new Date(TIMES[5]?.[0] ?? ''),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(dates, (date) => {
      const { seconds, nanos } = timestampParts(date.toISOString());
      assert.equal(seconds * 1000 + nanos / 1_000_000, date.getTime());
      assert.equal(timestampOf({ seconds, nanos }), date.toISOString());
    }),
    { numRuns: 1000 },
  );
});

const NO_TIMES: readonly (readonly [what: string, seconds: number, nanos: number])[] = [
  ['before the year 1', -62_135_596_801, 999_999_999],
  ['after the year 9999', 253_402_300_800, 0],
  ['far after it', Number('9223372036854775807'), 0],
  ['with nanos below zero', 0, -1],
  ['with a second of nanos', 0, 1_000_000_000],
];

for (const [what, seconds, nanos] of NO_TIMES) {
  test(`there is no timestamp ${what}`, () => assert.equal(timestampOf({ seconds, nanos }), undefined));
}

test('fractions of a millisecond are dropped, also before 1970', () => {
  assert.equal(timestampOf({ seconds: 0, nanos: 1_999_999 }), '1970-01-01T00:00:00.001Z');
  assert.equal(timestampOf({ seconds: -1, nanos: 999_999 }), '1969-12-31T23:59:59.000Z');
});

const DURATIONS: readonly (readonly [text: string, seconds: number, nanos: number])[] = [
  ['0s', 0, 0],
  ['3600s', 3600, 0],
  ['1.500s', 1, 500_000_000],
  ['-1.500s', -1, -500_000_000],
  ['-0.000001s', 0, -1000],
  ['0.000000001s', 0, 1],
  ['315576000000s', 315_576_000_000, 0],
  ['-315576000000s', -315_576_000_000, 0],
];

for (const [text, seconds, nanos] of DURATIONS) {
  test(`${text} is ${seconds} seconds and ${nanos} nanos`, () => {
    const parts = durationParts(text);
    // -0 is possible here; on the wire a zero has no sign.
    assert.deepEqual([parts.seconds + 0, parts.nanos + 0], [seconds, nanos]);
    assert.equal(durationOf({ seconds, nanos }), text);
  });
}

const NO_DURATIONS: readonly (readonly [what: string, seconds: number, nanos: number])[] = [
  ['above ten thousand years', 315_576_000_001, 0],
  ['below minus ten thousand years', -315_576_000_001, 0],
  ['far above it', Number('9223372036854775807'), 0],
  ['with seconds up and nanos down', 1, -1],
  ['with seconds down and nanos up', -1, 1],
  ['with a second of nanos', 0, 1_000_000_000],
];

for (const [what, seconds, nanos] of NO_DURATIONS) {
  test(`there is no duration ${what}`, () => assert.equal(durationOf({ seconds, nanos }), undefined));
}
