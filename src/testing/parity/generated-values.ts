import fc from 'fast-check';
import type { FieldType, NamedField } from '../../schema/field-types.ts';
import { Spelled } from './spelled.ts';
import type { StateView } from './state-view.ts';

/** A value that is looked up in the state when its call is made. */
export class Hole {
  readonly fill: (state: StateView) => unknown;

  constructor(fill: (state: StateView) => unknown) {
    this.fill = fill;
  }
}

/** Fills the holes in a value. */
export const filled = (value: unknown, state: StateView): unknown => {
  if (value instanceof Hole) return value.fill(state);
  if (value instanceof Spelled || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => filled(item, state));
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, filled(item, state)]));
};

type Arb = fc.Arbitrary<unknown>;

const at = <T>(items: readonly T[], nth: number): T | undefined => items[nth % items.length];

const UNKNOWN_ROOT = 'f'.repeat(40);
const HEX = 'e'.repeat(16);
const NO_UIDS = ['nope', 'A b', 'é', '%41', 'a?b#c', '&=+', UNKNOWN_ROOT.slice(1), '.', 'null'];

/** A uid: mostly an existing one, of the wanted kind or of another. It is never empty: see the inherent differences. */
export const uidOf = (kind: string | undefined): fc.Arbitrary<Hole> =>
  fc.oneof(
    {
      weight: 9,
      arbitrary: fc.nat(10_000).map((nth) => new Hole((state) => at(state.uids(kind), nth) ?? UNKNOWN_ROOT)),
    },
    // Rows that the sequence created can be changed and deleted.
    {
      weight: 6,
      arbitrary: fc
        .nat(10_000)
        .map((nth) => new Hole((state) => at(state.made(kind), nth) ?? at(state.uids(kind), nth) ?? UNKNOWN_ROOT)),
    },
    { weight: 2, arbitrary: fc.nat(10_000).map((nth) => new Hole((state) => at(state.uids(undefined), nth))) },
    {
      weight: 1,
      arbitrary: fc.nat(10_000).map((nth) => new Hole((state) => `${at(state.uids(undefined), nth)}/${HEX}`)),
    },
    { weight: 1, arbitrary: fc.constantFrom(UNKNOWN_ROOT, ...NO_UIDS).map((text) => new Hole(() => text)) },
  );

const stored = (field: string): fc.Arbitrary<Hole> => {
  const names = [field, field.replace(/s$/, ''), field.replace(/ies$/, 'y')];
  return fc
    .tuple(fc.boolean(), fc.nat(10_000))
    .map(
      ([isAnswered, nth]) =>
        new Hole(
          (state) =>
            (isAnswered ? at(names.flatMap(state.answered), nth) : undefined) ??
            at(names.flatMap(state.texts), nth) ??
            field,
        ),
    );
};

const NAMES = ['a', 'b', 'c', 'team-1', 'x.y', 'two words', 'v_1', 'Upper', 'é', '', 'a/b', 'nginx', 'latest'];
const TEXTS = [
  '',
  ' ',
  'a',
  'A text.',
  '*',
  '(',
  '[a-z]+',
  'https://issuer.example.com',
  'https://a.test/hook',
  'http://localhost',
  'ftp://a.test',
  'someone@example.com',
  '123456789012',
  'arn:aws:iam::123456789012:user/a',
  '00000000-0000-4000-8000-000000000000',
  'sfdpa.v1',
  `sha256:${'a'.repeat(64)}`,
  `sha256:${'b'.repeat(64)}`,
  '{"keys":[]}',
  '{"keys":[{"kty":"RSA","kid":"a","n":"AQAB","e":"AQAB"}]}',
  'é 😀 \u0000 \u2028',
  '%41+%',
  'name',
  'name desc',
  '__proto__',
  'x'.repeat(300),
];

/** Any character of Unicode; the `unit` of fast-check that is the same takes two seconds to list all of them first. */
const anyCharacter = fc
  .oneof(fc.integer({ min: 0, max: 0xd7_ff }), fc.integer({ min: 0xe0_00, max: 0x10_ff_ff }))
  .map((point) => String.fromCodePoint(point));

/** Makes any text; in a body, now and then one that is too long for every field. */
const anyText = (isQuery: boolean): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom(...TEXTS) },
    { weight: 6, arbitrary: fc.string({ unit: anyCharacter, maxLength: 12 }) },
    { weight: 2, arbitrary: fc.string({ maxLength: 20 }) },
    { weight: isQuery ? 0 : 1, arbitrary: fc.constant('y'.repeat(65_537)) },
  );

const examplesOf = ({ type, example }: NamedField): readonly string[] => {
  return [example, type.example].flat().filter((one) => typeof one === 'string');
};

const textOf = (field: NamedField, isQuery: boolean): Arb => {
  const examples = examplesOf(field);
  return fc.oneof(
    ...(examples.length > 0 ? [{ weight: 4, arbitrary: fc.constantFrom(...examples) }] : []),
    { weight: field.name === 'name' ? 8 : 0, arbitrary: fc.constantFrom(...NAMES) },
    { weight: 4, arbitrary: stored(field.name) },
    { weight: 3, arbitrary: anyText(isQuery) },
  );
};

const NANOS_PER_MILLI = 1_000_000;

/** A moment, also with fractions of a millisecond and with offsets in its RFC 3339 text. */
const timestamp: fc.Arbitrary<Spelled> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .tuple(
        fc.oneof(
          fc.integer({ min: Date.UTC(2025, 0), max: Date.UTC(2027, 0) }),
          fc.constantFrom(Date.UTC(2026, 1, 1), Date.UTC(1969, 11, 31, 23, 59, 59, 999), 0),
          fc.integer({ min: -62_135_596_800_000, max: 253_402_300_799_999 }),
        ),
        fc.constantFrom('', '000', '999999'),
      )
      .map(([millis, finer]) => {
        const seconds = Math.floor(millis / 1000);
        const nanos = (millis - seconds * 1000) * NANOS_PER_MILLI + Number(finer.padEnd(6, '0'));
        const text = new Date(millis).toISOString().replace('Z', `${finer}Z`);
        return new Spelled(text, { seconds: BigInt(seconds), nanos });
      }),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      new Spelled('2026-02-01T02:00:00+02:00', { seconds: BigInt(Date.UTC(2026, 1, 1) / 1000), nanos: 0 }),
      new Spelled('yesterday', { seconds: 253_402_300_800n, nanos: 0 }),
      new Spelled('0000-01-01T00:00:00Z', { seconds: -62_135_596_801n, nanos: 0 }),
      new Spelled('', { seconds: 0n, nanos: -1 }),
    ),
  },
);

const duration: fc.Arbitrary<Spelled> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .constantFrom(0, 1, 59, 60, 3_600, 86_400, 604_800, 31_536_000, 315_360_000, 315_576_000_000)
      .map((seconds) => new Spelled(`${seconds}s`, { seconds: BigInt(seconds), nanos: 0 })),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      new Spelled('-1s', { seconds: -1n, nanos: 0 }),
      new Spelled('1.5s', { seconds: 1n, nanos: 500_000_000 }),
      new Spelled('-0.25s', { seconds: 0n, nanos: -250_000_000 }),
      new Spelled('0.000000001s', { seconds: 0n, nanos: 1 }),
      new Spelled('an hour', { seconds: 1n, nanos: -1 }),
      new Spelled('315576000001s', { seconds: 315_576_000_001n, nanos: 0 }),
    ),
  },
);

const WHOLE = [0, 1, 2, 3, 5, 50, 200, 201, 1_000, -1, -5, 2_147_483_647, -2_147_483_648];
const NATURAL = [0, 1, 2, 1_000, 2_147_483_648, 4_294_967_295];
const LARGE = ['0', '1', '-1', '42', '9007199254740993', '9223372036854775807', '-9223372036854775808'];

const enumOf = (type: FieldType): Arb => {
  const values = Object.entries(type.enum?.values ?? {});
  return fc.oneof(
    { weight: 10, arbitrary: fc.constantFrom(...values.map(([name]) => name)) },
    { weight: 1, arbitrary: fc.constantFrom(...values.map(([, number]) => new Spelled(number, number))) },
    { weight: 1, arbitrary: fc.constantFrom(987_654, -1).map((number) => new Spelled(number, number)) },
  );
};

/** The facts that generated values of a field depend on beyond its type. */
export interface Surroundings {
  /** The kind whose uid a text field has; undefined for a field without uids. */
  readonly uidKind: (field: NamedField) => { readonly kind: string | undefined } | undefined;
  /** Paths that a mask may name. */
  readonly maskPaths: readonly string[];
  /** True when the request is sent as a query, which cannot have messages in lists. */
  readonly isQuery: boolean;
}

const maskOf = (paths: readonly string[]): fc.Arbitrary<Spelled> =>
  fc
    .array(
      fc.oneof(
        { weight: 12, arbitrary: fc.constantFrom(...paths, '*') },
        { weight: 1, arbitrary: fc.constantFrom('', 'nope', 'name.x', 'uid', ' name ', 'a.b.c', '*.name', 'é') },
      ),
      { maxLength: 3 },
    )
    .map((chosen) => new Spelled(chosen.join(','), { paths: chosen }));

/** A reference in its short form for queries, and as a message. */
const shortForm = ({ fromText }: FieldType): fc.Arbitrary<Hole> =>
  fc.tuple(uidOf('repo'), fc.option(fc.constantFrom('latest', 'a', ''))).map(
    ([uid, tag]) =>
      new Hole((state) => {
        const text = [uid.fill(state), ...(tag === null ? [] : [tag])].join(':');
        return new Spelled(text, fromText?.(text));
      }),
  );

const DEPTH = 5;

const someOf = (field: NamedField, type: FieldType, around: Surroundings, depth: number): Arb => {
  switch (type.kind) {
    case 'bool':
      return fc.boolean();
    case 'int32':
      return fc.constantFrom(...WHOLE);
    case 'uint32':
      return fc.constantFrom(...NATURAL);
    case 'int64':
      return fc.constantFrom(...LARGE);
    case 'bytes':
      return fc.constantFrom('', 'YQ==', '//79');
    case 'timestamp':
      return timestamp;
    case 'duration':
      return duration;
    case 'fieldMask':
      return maskOf(around.maskPaths);
    case 'enum':
      return enumOf(type);
    case 'message':
      if (around.isQuery && type.fromText) return shortForm(type);
      return type.message ? recordOf([...type.message().fields.values()], around, depth + 1) : fc.constant({});
    case 'repeated':
      // A query can have messages in lists only in their short form.
      if (around.isQuery && type.element?.message && !type.element.fromText) return fc.constant([]);
      return type.element ? fc.array(someOf(field, type.element, around, depth), { maxLength: 3 }) : fc.constant([]);
    case 'map': {
      const keys = type.key === 'int64' ? fc.constantFrom(...LARGE) : fc.oneof(fc.constantFrom('a', 'b', '', 'é.x'));
      return type.element
        ? fc.dictionary(keys, someOf(field, type.element, around, depth), { maxKeys: 3 })
        : fc.constant({});
    }
    default: {
      if (field.name === 'pageToken') return pageToken;
      if (field.name === 'orderBy') return orderBy;
      const uid = around.uidKind(field);
      return uid ? uidOf(uid.kind) : textOf(field, around.isQuery);
    }
  }
};

const pageToken: Arb = fc.oneof(
  fc.constantFrom('', 'nonsense', 'eyJhIjoxfQ.AAAA'),
  fc.nat(50).map((nth) => new Hole((state) => at(state.answered('nextPageToken'), nth) ?? '')),
);

const orderBy: Arb = fc.oneof(
  fc.constantFrom('', 'name', 'name desc', 'uid', 'createTime', 'created_at desc', 'create_time', 'updateTime desc'),
  fc.constantFrom('nope', 'name up', 'name,uid', ' name ', 'name  desc', 'NAME', 'size'),
);

const ABSENT = Symbol('absent');
const maybe = (arbitrary: Arb, chance: number): Arb =>
  fc.oneof({ weight: 100 - chance, arbitrary: fc.constant(ABSENT) }, { weight: chance, arbitrary });

/** The chance that a field is set, in percent: of many fields only a few are set. */
const chanceOf = ({ behaviour, name, type }: NamedField, count: number): number => {
  if (behaviour === 'required') return type.kind === 'bool' ? 100 : 94;
  if (behaviour === 'output') return 3;
  if (name === 'pageToken') return 8;
  return Math.min(50, Math.ceil(250 / count));
};

/** A message of some fields, with at most one member of each oneof. */
export const recordOf = (
  fields: readonly NamedField[],
  around: Surroundings,
  depth = 0,
): fc.Arbitrary<Readonly<Record<string, unknown>>> => {
  if (depth > DEPTH) return fc.constant({});
  const plain = fields.filter(({ oneof }) => oneof === undefined);
  const given = plain.map((field) =>
    maybe(someOf(field, field.type, around, depth), chanceOf(field, plain.length)).map((value) => [field.name, value]),
  );
  const oneofs = [...new Set(fields.flatMap(({ oneof }) => oneof ?? []))].map((oneof) => {
    const members = fields.filter((field) => field.oneof === oneof);
    const member = fc.oneof(
      ...members.map((field) => someOf(field, field.type, around, depth).map((value) => [field.name, value])),
    );
    return fc.oneof({ weight: 1, arbitrary: fc.constant(['', ABSENT]) }, { weight: 5, arbitrary: member });
  });
  return fc
    .tuple(...given, ...oneofs)
    .map((entries) =>
      Object.fromEntries((entries as readonly (readonly [string, unknown])[]).filter(([, value]) => value !== ABSENT)),
    );
};
