import type { Faker } from '@faker-js/faker';
import type { AnyMessage, FieldType, NamedField } from '../schema/field-types.ts';

const ADJECTIVES = 400;
const NOUNS = 500;
/** A step with no factor in common with the number of pairs, so that steps of it meet each pair once. */
const STRIDE = 104_729;

const words = (draw: () => string, count: number, faker: Faker): readonly string[] =>
  faker.helpers
    .uniqueArray(draw, count * 2)
    .filter((word) => /^[a-z]{3,10}$/.test(word))
    .slice(0, count);

const sharesFactor = (a: number, b: number): boolean => (b === 0 ? a > 1 : sharesFactor(b, a % b));

/** Makes a different name for each number: two words, and after some 100,000 names also a number. */
export const nameMaker = (faker: Faker): ((index: number) => string) => {
  const adjectives = words(() => faker.word.adjective(), ADJECTIVES, faker);
  const nouns = words(() => faker.word.noun(), NOUNS, faker);
  const pairs = adjectives.length * nouns.length;
  let stride = STRIDE;
  while (sharesFactor(pairs, stride)) stride += 1;
  return (index) => {
    const at = ((index % pairs) * stride) % pairs;
    const lap = Math.floor(index / pairs);
    const name = `${adjectives[at % adjectives.length]}-${nouns[Math.floor(at / adjectives.length)]}`;
    return lap === 0 ? name : `${name}-${lap + 1}`;
  };
};

/**
 * A whole number of 32 bits for a seed, a salt and a number. Keyed rather than drawn from a stream, so that one value
 * does not depend on how many others were made before it.
 */
const drawRandom = (seed: number, salt: number, index: number): number => {
  let mixed = (Math.imul(seed ^ 0x9e37_79b9, 0x85eb_ca6b) ^ Math.imul(salt + 1, 0xc2b2_ae35) ^ (index + 1)) >>> 0;
  for (let round = 0; round < 2; round += 1) {
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0_aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a_2d97);
    mixed = (mixed ^ (mixed >>> 15)) >>> 0;
  }
  return mixed;
};

/** Hex digits for a seed, a salt and a number. */
const drawHex = (seed: number, salt: number, index: number, digits: number): string => {
  let text = '';
  for (let part = 0; text.length < digits; part += 1) {
    text += drawRandom(seed, salt * 31 + part, index)
      .toString(16)
      .padStart(8, '0');
  }
  return text.slice(0, digits);
};

/** Makes the value of a thing by its number in the whole block, and its number under its parent. */
export type Maker = (index: number, ordinal: number) => unknown;

/** The number of different texts of a kind that are drawn; the rows choose among them. */
const POOL = 64;
const MINUTE_MILLIS = 60_000;

/** The source of the values of one block. */
export interface Source {
  readonly faker: Faker;
  readonly seed: number;
  readonly name: (index: number) => string;
  /** The moment at which rows are made by default. */
  readonly nowMillis: number;
}

/** @param seed the block's; the same seed makes the same values */
export const sourceOf = (faker: Faker, seed: number, nowMillis: number): Source => {
  faker.seed(seed);
  return { faker, seed, nowMillis, name: nameMaker(faker) };
};

const saltOf = (text: string): number =>
  [...text].reduce((salt, letter) => (salt * 33 + letter.charCodeAt(0)) | 0, 5381);

const someOf = <T>(pool: readonly T[], { seed }: Source, salt: number): Maker => {
  return (index) => pool[drawRandom(seed, salt, index) % pool.length];
};

const drawFromPool = (draw: () => string, source: Source, salt: number): Maker =>
  someOf(source.faker.helpers.multiple(draw, { count: POOL }), source, salt);

const version: Maker = (_, ordinal) =>
  `${1 + Math.floor(ordinal / 100)}.${Math.floor(ordinal / 10) % 10}.${ordinal % 10}`;

type Flavour = (source: Source, salt: number) => Maker;

/** The values of fields by their name, for any message. */
const FLAVOURS: ReadonlyMap<string, Flavour> = new Map<string, Flavour>([
  ['name', ({ name }) => name],
  ['tag.name', () => version],
  ['artifactVersion.name', (source, salt) => drawFromPool(() => source.faker.word.noun(), source, salt)],
  ['description', (source, salt) => drawFromPool(() => `${source.faker.company.catchPhrase()}.`, source, salt)],
  [
    'digest',
    ({ seed }, salt) =>
      (index) =>
        `sha256:${drawHex(seed, salt, index, 64)}`,
  ],
  ['version', () => version],
  ['latestVersion', () => version],
  [
    'email',
    ({ name }) =>
      (index) =>
        `${name(index)}@example.com`,
  ],
  ['author', (source, salt) => drawFromPool(() => source.faker.internet.username().toLowerCase(), source, salt)],
  ['issuer', () => () => 'https://issuer.example.com'],
  [
    'subject',
    ({ name }) =>
      (index) =>
        `repo:example/${name(index)}:ref:refs/heads/main`,
  ],
  [
    'sink',
    ({ name }) =>
      (index) =>
        `https://hooks.example.com/${name(index)}`,
  ],
  ['artifactName', ({ name }) => name],
  [
    'advisoryId',
    ({ seed }, salt) =>
      (index) =>
        advisoryId(drawHex(seed, salt, index, 12)),
  ],
  ['id', ({ name }) => name],
]);

const advisoryId = (hex: string): string => `CGA-${hex.slice(0, 4)}-${hex.slice(4, 8)}-${hex.slice(8)}`;

const isAccepted = (type: FieldType, make: Maker): boolean => type.check?.(make(0, 0)) === undefined;

const elementMaker = (field: NamedField, element: FieldType, source: Source, salt: number): Maker =>
  makerOf({ ...field, type: element, example: undefined }, '', source, salt + 1);

/** The members of a generated message: the required ones, and one of each oneof. */
export const pickNeededFields = ({ fields }: AnyMessage): readonly NamedField[] => {
  const oneofs = new Set<string>();
  return [...fields.values()].filter(({ behaviour, oneof }) => {
    if (oneof === undefined) return behaviour === 'required';
    if (oneofs.has(oneof)) return false;
    oneofs.add(oneof);
    return true;
  });
};

const messageMaker = (of: AnyMessage, source: Source, salt: number): Maker => {
  const makers = pickNeededFields(of).map((field): [string, Maker] => [
    field.name,
    makerOf(field, '', source, salt + field.number),
  ]);
  return (index, ordinal) => Object.fromEntries(makers.map(([name, make]) => [name, make(index, ordinal)]));
};

const makerOfType = (field: NamedField, source: Source, salt: number): Maker => {
  const { type } = field;
  const { element, key } = type;
  const { seed, name, nowMillis } = source;
  switch (type.kind) {
    case 'bool':
      return (index) => drawRandom(seed, salt, index) % 4 === 0;
    case 'int32':
    case 'uint32':
      return (index) => 1 + (drawRandom(seed, salt, index) % 100);
    case 'int64':
      return (index) => String(1_000_000 + (drawRandom(seed, salt, index) % 500_000_000));
    case 'enum':
      return someOf(Object.keys(type.enum?.values ?? {}).slice(1), source, salt);
    case 'timestamp':
      return (index) => new Date(nowMillis - (drawRandom(seed, salt, index) % 525_600) * MINUTE_MILLIS).toISOString();
    case 'duration':
      return () => '3600s';
    case 'bytes':
      return (index) => Buffer.from(name(index)).toString('base64');
    case 'message':
      return type.message ? messageMaker(type.message(), source, salt) : () => ({});
    case 'repeated': {
      const make = element ? elementMaker(field, element, source, salt) : undefined;
      return (index, ordinal) => (make ? [make(index, ordinal)] : []);
    }
    case 'map': {
      const make = element ? elementMaker(field, element, source, salt) : undefined;
      return (index, ordinal) =>
        make ? { [key === 'int64' ? String(index + 1) : name(index)]: make(index, ordinal) } : {};
    }
    default:
      return name;
  }
};

/** The maker of the values of a field: by its name, by its type, or otherwise from its example. */
export const makerOf = (field: NamedField, singular: string, source: Source, salt = saltOf(field.name)): Maker => {
  const flavour = FLAVOURS.get(`${singular}.${field.name}`) ?? FLAVOURS.get(field.name);
  if (flavour && (field.type.kind === 'string' || field.type.kind === 'duration')) {
    const make = flavour(source, salt);
    if (isAccepted(field.type, make)) return make;
  }
  const make = makerOfType(field, source, salt);
  if (isAccepted(field.type, make)) return make;
  // A field that has a pattern of its own.
  const example = field.example ?? field.type.example;
  return example === undefined ? make : () => example;
};
