import type { Decoded } from './decode-json.ts';
import { type AnyMessage, type FieldType, type Kind, type NamedField, repeated, string } from './field-types.ts';
import { addViolation, type FieldViolation } from './field-violation.ts';
import { MalformedProto, ProtoReader } from './proto-reader.ts';
import { Wire } from './proto-wire.ts';
import { enumNameOf, expectation } from './scalars.ts';
import { durationOf, type SecondsAndNanos, timestampOf } from './well-known.ts';

/** The violation of a request whose bytes are not protobuf. */
const MALFORMED: FieldViolation = { field: 'body', description: 'malformed protobuf' };
/** The deepest level of messages and groups. */
const DEEPEST = 100;
/** The most items in the lists, maps and messages of a request: an empty one is two bytes, and much memory. */
const MAX_ITEMS = 500_000;
const TOO_MANY: FieldViolation = { field: 'body', description: 'has more than 500,000 items' };

class TooManyItems extends Error {}

/** Counts the items of one request. */
class Items {
  #remaining = MAX_ITEMS;

  take(): void {
    this.#remaining -= 1;
    if (this.#remaining < 0) throw new TooManyItems();
  }
}

interface Scalar {
  readonly wire: number;
  readonly read: (from: ProtoReader) => unknown;
  /** Its value when it is not on the wire. */
  readonly zero: unknown;
}

/** The kinds that are scalars on the wire; the others are messages there. An enum is its number. */
const SCALARS: { readonly [K in Kind]?: Scalar } = {
  string: { wire: Wire.LENGTH, read: (from) => from.string(), zero: '' },
  bytes: { wire: Wire.LENGTH, read: (from) => from.base64(), zero: '' },
  bool: { wire: Wire.VARINT, read: (from) => from.bool(), zero: false },
  int32: { wire: Wire.VARINT, read: (from) => from.int32(), zero: 0 },
  uint32: { wire: Wire.VARINT, read: (from) => from.int32() >>> 0, zero: 0 },
  int64: { wire: Wire.VARINT, read: (from) => from.int64(), zero: '0' },
  enum: { wire: Wire.VARINT, read: (from) => from.int32(), zero: 0 },
};

/** The encoding of a field on the wire. */
interface Slot {
  /** Its index among the fields of its message. */
  readonly index: number;
  readonly many: boolean;
  /** The scalar; undefined for messages, which are read later. */
  readonly scalar: Scalar | undefined;
  /** The indexes of the other members of its oneof. */
  readonly rivals: readonly number[];
}

type Slots = ReadonlyMap<number, Slot>;
/** The values of a field on the wire: scalars, or the undecoded parts of one or several messages. */
type Given = unknown[];

const slotsFor = (
  fields: readonly (Pick<NamedField, 'number' | 'oneof'> & { readonly type: Pick<FieldType, 'kind' | 'element'> })[],
): Slots =>
  new Map(
    fields.map(({ number, type: { kind, element }, oneof }, index) => {
      const many = kind === 'repeated';
      const rivals = fields.flatMap((other, at) =>
        oneof !== undefined && other.oneof === oneof && at !== index ? at : [],
      );
      return [number, { index, many, scalar: SCALARS[many && element ? element.kind : kind], rivals }];
    }),
  );

const slotsByMessage = new WeakMap<AnyMessage, Slots>();

const slotsOf = (of: AnyMessage): Slots => {
  let slots = slotsByMessage.get(of);
  if (!slots) {
    slots = slotsFor([...of.fields.values()]);
    slotsByMessage.set(of, slots);
  }
  return slots;
};

const SECONDS_AND_NANOS = slotsFor([
  { number: 1, type: { kind: 'int64' } },
  { number: 2, type: { kind: 'int32' } },
]);
const PATHS = slotsFor([{ number: 1, type: repeated(string()) }]);

/**
 * Collects the values of each field in a message's bytes. The last of several scalars wins, and the last member of
 * a oneof. Unknown fields are skipped, and so are values with another wire type than their field.
 */
const gather = (slots: Slots, from: ProtoReader, depth: number, items: Items): readonly (Given | undefined)[] => {
  if (depth > DEEPEST) throw new MalformedProto('is nested too deep');
  const all = new Array<Given | undefined>(slots.size).fill(undefined);
  while (!from.done) {
    const tag = from.tag();
    const wire = tag & 7;
    const slot = slots.get(tag >>> 3);
    const expected = slot?.scalar?.wire ?? Wire.LENGTH;
    const packed = slot?.many === true && expected === Wire.VARINT && wire === Wire.LENGTH;
    if (!slot || (wire !== expected && !packed)) {
      from.skip(tag, DEEPEST - depth);
      continue;
    }
    const { index, scalar, many, rivals } = slot;
    for (const rival of rivals) all[rival] = undefined;
    const given = all[index] ?? [];
    all[index] = given;
    if (packed && scalar) {
      const row = from.part();
      for (; !row.done; items.take()) given.push(scalar.read(row));
    } else if (scalar && !many) given[0] = scalar.read(from);
    else {
      items.take();
      given.push(scalar ? scalar.read(from) : from.part());
    }
  }
  return all;
};

/** Merges the parts of one message: protobuf defines that as reading their bytes one after the other. */
const joinParts = (given: Given): ProtoReader => ProtoReader.join(given as readonly ProtoReader[]);

interface Reading {
  readonly items: Items;
  readonly violations: FieldViolation[];
  readonly paths: string[];
  /** The paths that were set and dropped, since only the service sets them. */
  readonly dropped: string[];
  readonly keep: ReadonlySet<string>;
}

/** The result of reading a value that is not valid; its violation is already reported. */
const REJECTED = Symbol('rejected');

const partsOf = (given: Given, depth: number, items: Items): SecondsAndNanos => {
  const all = gather(SECONDS_AND_NANOS, joinParts(given), depth, items);
  return { seconds: Number(all[0]?.[0] ?? 0), nanos: Number(all[1]?.[0] ?? 0) };
};

const readScalar = (type: FieldType, given: Given, depth: number, items: Items): unknown => {
  switch (type.kind) {
    case 'enum':
      return type.enum && enumNameOf(type.enum, Number(given[0]));
    case 'timestamp':
      return timestampOf(partsOf(given, depth, items));
    case 'duration':
      return durationOf(partsOf(given, depth, items));
    case 'fieldMask':
      return (gather(PATHS, joinParts(given), depth, items)[0] ?? []).join(',');
    default:
      return given[0];
  }
};

const readMap = (type: FieldType, given: Given, path: string, reading: Reading, depth: number): object => {
  const { element, key = 'string' } = type;
  if (!element) throw new Error('a map needs the type of what it holds');
  const slots = slotsFor([
    { number: 1, type: { kind: key } },
    { number: 2, type: element },
  ]);
  const zero = SCALARS[element.kind]?.zero;
  // The last of several entries of a key wins, whole.
  const entries = new Map<string, Given>();
  for (const entry of given as readonly ProtoReader[]) {
    const [name, item] = gather(slots, entry, depth, reading.items);
    entries.set(String(name?.[0] ?? SCALARS[key]?.zero), item ?? (zero === undefined ? [] : [zero]));
  }
  return Object.fromEntries(
    [...entries].map(([name, item]) => [name, readValue(element, item, `${path}.${name}`, reading, depth)]),
  );
};

const readValue = (type: FieldType, given: Given, path: string, reading: Reading, depth: number): unknown => {
  const { kind, element, message } = type;
  if (kind === 'message' && message) return readMessage(message(), joinParts(given), path, reading, depth + 1);
  if (kind === 'repeated' && element) {
    const inner: Reading = { ...reading, paths: [], dropped: [] };
    return given.map((item, index) => readValue(element, [item], `${path}[${index}]`, inner, depth));
  }
  if (kind === 'map') return readMap(type, given, path, { ...reading, paths: [], dropped: [] }, depth + 1);
  const read = readScalar(type, given, depth + 1, reading.items);
  if (read !== undefined) return read;
  addViolation(reading.violations, path, expectation(type, given[0]));
  return REJECTED;
};

/** True when a value on the wire means the same as its absence. */
const isUnset = ({ type, presence, oneof }: NamedField, given: Given): boolean => {
  const scalar = SCALARS[type.kind];
  if (!scalar) return type.kind === 'repeated' && given.length === 0;
  return !presence && oneof === undefined && given[0] === scalar.zero;
};

const readMessage = (
  of: AnyMessage,
  from: ProtoReader,
  path: string,
  reading: Reading,
  depth: number,
): Readonly<Record<string, unknown>> => {
  const all = gather(slotsOf(of), from, depth, reading.items);
  const result: [string, unknown][] = [];
  let index = 0;
  for (const field of of.fields.values()) {
    const { name, type, behaviour } = field;
    const given = all[index++];
    if (!given || isUnset(field, given)) {
      // A required boolean without presence is false when it is absent.
      if (behaviour === 'required' && type.kind === 'bool' && !field.presence) result.push([name, false]);
      continue;
    }
    const at = path === '' ? name : `${path}.${name}`;
    if (behaviour === 'output') {
      reading.dropped.push(at);
      if (reading.keep.has(at)) result.push([name, readValue(type, given, at, reading, depth)]);
      continue;
    }
    const before = reading.paths.length + reading.dropped.length;
    const read = readValue(type, given, at, reading, depth);
    if (read === REJECTED) continue;
    // A message with only output-only fields changes nothing (behaviour §6.7).
    if (reading.paths.length + reading.dropped.length === before) reading.paths.push(at);
    result.push([name, read]);
  }
  return Object.fromEntries(result);
};

const NONE: ReadonlySet<string> = new Set();

/**
 * Reads protobuf as a message, with the same value, violations and paths as `decodeJson` returns for its JSON. The paths
 * name the populated fields (AIP-134): a zero without presence is absent. Bytes that are not protobuf are one
 * violation of the field `body`, and so are too many items. `keep` has the paths of output-only fields that stay in the
 * value: the uid by which an update names its row.
 */
export const decodeProto = (
  of: AnyMessage,
  bytes: Uint8Array,
  { keep = NONE }: { readonly keep?: ReadonlySet<string> } = {},
): Decoded => {
  const reading: Reading = { items: new Items(), violations: [], paths: [], dropped: [], keep };
  try {
    const value = readMessage(of, ProtoReader.of(bytes), '', reading, 1);
    return { value, violations: reading.violations, paths: reading.paths };
  } catch (error) {
    if (error instanceof MalformedProto) return { value: {}, violations: [MALFORMED], paths: [] };
    if (error instanceof TooManyItems) return { value: {}, violations: [TOO_MANY], paths: [] };
    throw error;
  }
};
