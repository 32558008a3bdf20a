import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { enumOf, enumType, type FieldType, int64, map, repeated, string, timestamp } from './field-types.ts';
import {
  canonicalBool,
  canonicalBytes,
  canonicalDuration,
  canonicalEnum,
  canonicalInt32,
  canonicalInt64,
  canonicalTimestamp,
  durationMillis,
  isZero,
  zeroOf,
} from './scalars.ts';

type Cases<T = string> = readonly (readonly [given: string, canonical: T | undefined])[];

const TIMESTAMPS: Cases = [
  ['2026-01-28T12:54:21Z', '2026-01-28T12:54:21.000Z'],
  ['2026-01-28t12:54:21z', '2026-01-28T12:54:21.000Z'],
  ['2026-01-28T12:54:21.1Z', '2026-01-28T12:54:21.100Z'],
  ['2026-01-28T12:54:21.123456789Z', '2026-01-28T12:54:21.123Z'],
  ['2026-01-28T12:54:21.999999999Z', '2026-01-28T12:54:21.999Z'],
  ['2026-01-28T12:54:21.1234567890Z', undefined],
  ['2026-01-28T12:54:21.Z', undefined],
  ['2026-01-28T12:54:21+05:30', '2026-01-28T07:24:21.000Z'],
  ['2026-01-28T00:00:00-23:59', '2026-01-28T23:59:00.000Z'],
  ['2026-01-28T12:54:21+24:00', undefined],
  ['2026-01-28T12:54:21+01:60', undefined],
  ['2026-01-28T12:54:21+0100', undefined],
  ['2026-01-28T12:54:21', undefined],
  ['2026-01-28 12:54:21Z', undefined],
  ['2026-01-28', undefined],
  ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
  ['2023-02-29T00:00:00Z', undefined],
  ['2000-02-29T00:00:00Z', '2000-02-29T00:00:00.000Z'],
  ['1900-02-29T00:00:00Z', undefined],
  ['2026-04-31T00:00:00Z', undefined],
  ['2026-01-00T00:00:00Z', undefined],
  ['2026-01-62T00:00:00Z', undefined],
  ['2026-13-01T00:00:00Z', undefined],
  ['2026-00-01T00:00:00Z', undefined],
  ['2026-01-28T24:00:00Z', undefined],
  ['2026-01-28T12:60:00Z', undefined],
  ['2026-01-28T12:54:60Z', undefined],
  ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
  ['0001-01-01T00:00:00+00:01', undefined],
  ['0000-12-31T23:59:59Z', undefined],
  ['0000-12-31T23:59:59-00:01', undefined],
  ['0099-06-01T00:00:00Z', '0099-06-01T00:00:00.000Z'],
  ['9999-12-31T23:59:59.999999999Z', '9999-12-31T23:59:59.999Z'],
  ['9999-12-31T23:59:59-00:01', undefined],
  ['10000-01-01T00:00:00Z', undefined],
  ['', undefined],
];

const DURATIONS: Cases = [
  ['3600s', '3600s'],
  ['0s', '0s'],
  ['007s', '7s'],
  ['1.5s', '1.500s'],
  ['1.50s', '1.500s'],
  ['1.000s', '1s'],
  ['0.000001s', '0.000001s'],
  ['0.0000001s', '0.000000100s'],
  ['-1.5s', '-1.500s'],
  ['315576000000s', '315576000000s'],
  ['315576000001s', undefined],
  ['1.1234567890s', undefined],
  ['1.s', undefined],
  ['1', undefined],
  ['1h', undefined],
  ['1m30s', undefined],
  ['1e3s', undefined],
  [' 1s', undefined],
  ['', undefined],
];

const BYTES: Cases = [
  ['', ''],
  ['aGk=', 'aGk='],
  ['aGk', 'aGk='],
  ['+/+/', '+/+/'],
  ['-_-_', '+/+/'],
  ['_w==', '/w=='],
  ['_w', '/w=='],
  ['a', undefined],
  ['aGkhb', undefined],
  ['aG k', undefined],
  ['aGk\n', undefined],
  ['a=Gk', undefined],
  ['aGk===', undefined],
];

const INT32S: Cases<number> = [
  ['0', 0],
  ['2147483647', 2_147_483_647],
  ['2147483648', undefined],
  ['-2147483648', -2_147_483_648],
  ['-2147483649', undefined],
  ['+5', 5],
  ['', undefined],
  ['abc', undefined],
  ['1.5', undefined],
  ['1e2', undefined],
  ['0x10', undefined],
  [' 1', undefined],
  ['99999999999', undefined],
];

const INT64S: Cases = [
  ['0', '0'],
  ['-0', '0'],
  ['007', '7'],
  ['9007199254740993', '9007199254740993'],
  ['9223372036854775807', '9223372036854775807'],
  ['9223372036854775808', undefined],
  ['-9223372036854775808', '-9223372036854775808'],
  ['-9223372036854775809', undefined],
  ['', undefined],
  ['1.0', undefined],
  ['1e2', undefined],
  ['12a', undefined],
];

const BOOLS: Cases<boolean> = [
  ...['1', 't', 'T', 'TRUE', 'true', 'True'].map((text) => [text, true] as const),
  ...['0', 'f', 'F', 'FALSE', 'false', 'False'].map((text) => [text, false] as const),
  ...['', 'yes', 'tRue', ' true', '2'].map((text) => [text, undefined] as const),
];

const reads = <T>(kind: string, read: (text: string) => T | undefined, cases: Cases<T>): void => {
  for (const [given, canonical] of cases) {
    const result = canonical === undefined ? 'is refused' : `is ${JSON.stringify(canonical)}`;
    test(`the ${kind} ${JSON.stringify(given)} ${result}`, () => assert.equal(read(given), canonical));
  }
};

reads('timestamp', canonicalTimestamp, TIMESTAMPS);
reads('duration', canonicalDuration, DURATIONS);
reads('base64', canonicalBytes, BYTES);
reads('int32', canonicalInt32, INT32S);
reads('int64', canonicalInt64, INT64S);
reads('bool', canonicalBool, BOOLS);

const MINUTES_OF_A_DAY = 24 * 60 - 1;

test('a timestamp written at any offset and with any number of digits names the same moment', () => {
  const from = Date.UTC(1, 0, 2);
  const written = fc.record({
    millis: fc.integer({ min: from, max: Date.UTC(9999, 11, 30) }),
    offset: fc.integer({ min: -MINUTES_OF_A_DAY, max: MINUTES_OF_A_DAY }),
    more: fc.stringMatching(/^\d{0,6}$/),
  });
  fc.assert(
    fc.property(written, ({ millis, offset, more }) => {
      const local = new Date(millis + offset * 60_000).toISOString().slice(0, -1);
      const hours = String(Math.floor(Math.abs(offset) / 60)).padStart(2, '0');
      const minutes = String(Math.abs(offset) % 60).padStart(2, '0');
      const text = `${local}${more}${offset < 0 ? '-' : '+'}${hours}:${minutes}`;
      assert.equal(canonicalTimestamp(text), new Date(millis).toISOString());
    }),
  );
});

test('canonical bytes decode to the bytes that either alphabet wrote', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      const standard = Buffer.from(bytes).toString('base64');
      assert.equal(canonicalBytes(standard), standard);
      assert.equal(canonicalBytes(Buffer.from(bytes).toString('base64url')), standard);
    }),
  );
});

for (const [duration, millis] of [
  ['90s', 90_000],
  ['1.500s', 1_500],
  ['-1s', -1_000],
  ['0s', 0],
] as const) {
  test(`the duration ${duration} takes ${millis} ms`, () => assert.equal(durationMillis(duration), millis));
}

const Colour = enumType('mock.test.scalars.Colour', 'A colour.', { COLOUR_NONE: 0, RED: 1, BLUE: 5, NEGATIVE: -1 });

for (const [given, name] of [
  ['RED', 'RED'],
  [5, 'BLUE'],
  ['5', 'BLUE'],
  [-1, 'NEGATIVE'],
  [0, 'COLOUR_NONE'],
  ['red', undefined],
  ['', undefined],
  [2, undefined],
  [1.5, undefined],
  ['constructor', undefined],
  ['__proto__', undefined],
] as const) {
  test(`the enum value ${JSON.stringify(given)} is ${name ?? 'refused'}`, () => {
    assert.equal(canonicalEnum(enumOf(Colour), given), name);
  });
}

const ZEROS: readonly (readonly [string, FieldType, unknown])[] = [
  ['a string', string(), ''],
  ['an int64', int64(), '0'],
  ['an enum', enumOf(Colour), 'COLOUR_NONE'],
  ['a list', repeated(string()), []],
  ['a map', map('string', string()), {}],
  ['a timestamp', timestamp(), undefined],
];

for (const [kind, type, zero] of ZEROS) {
  test(`the zero value of ${kind} is ${JSON.stringify(zero) ?? 'absence'}`, () => {
    assert.deepEqual(zeroOf(type), zero);
    assert.equal(isZero(type, zero), true);
    assert.equal(isZero(type, undefined), true);
  });
}

for (const [kind, type, value] of [
  ['a text', string(), ' '],
  ['an int64', int64(), '1'],
  ['an enum value', enumOf(Colour), 'RED'],
  ['a list with an empty text', repeated(string()), ['']],
  ['a timestamp', timestamp(), '0001-01-01T00:00:00.000Z'],
] as const) {
  test(`${kind} of ${JSON.stringify(value)} is not zero`, () => assert.equal(isZero(type as FieldType, value), false));
}
