import type { JsonObject } from '../json.ts';
import type { AnyMessage, FieldType, Kind, NamedField } from './field-types.ts';
import { isReturned } from './message.ts';
import { tagOf, Wire } from './proto-wire.ts';
import { ProtoWriter } from './proto-writer.ts';
import { zeroOf } from './scalars.ts';
import { durationParts, type SecondsAndNanos, timestampParts } from './well-known.ts';

/** Writes a value without its tag. */
type Payload = (item: unknown, to: ProtoWriter, once: boolean) => void;
/** Writes a field of a message with its tag, if the message has it. */
type FieldWriter = (object: JsonObject, to: ProtoWriter, once: boolean) => void;

const VARINTS: ReadonlySet<Kind> = new Set(['bool', 'int32', 'uint32', 'int64', 'enum']);

/** The wire type of the values of a type; lists of varints are packed. */
const wireOf = (type: FieldType): number => (VARINTS.has(type.kind) ? Wire.VARINT : Wire.LENGTH);

const SECONDS_TAG = tagOf(1, Wire.VARINT);
const NANOS_TAG = tagOf(2, Wire.VARINT);
const PATH_TAG = tagOf(1, Wire.LENGTH);

const writeSeconds = ({ seconds, nanos }: SecondsAndNanos, to: ProtoWriter): void => {
  const at = to.open();
  if (seconds !== 0) {
    to.uint32(SECONDS_TAG);
    to.integer(seconds);
  }
  if (nanos !== 0) {
    to.uint32(NANOS_TAG);
    to.integer(nanos);
  }
  to.close(at);
};

const messagePayload = ({ message }: FieldType): Payload => {
  if (!message) throw new Error('a message field needs its message');
  let writers: readonly FieldWriter[] | undefined;
  return (item, to, once) => {
    // On first use, since messages may refer to each other.
    writers ??= writersOf(message());
    const at = to.open();
    writeFields(writers, item as JsonObject, to, once);
    to.close(at);
  };
};

const PAYLOADS: Readonly<Record<Exclude<Kind, 'repeated' | 'map'>, (type: FieldType) => Payload>> = {
  string: () => (item, to) => to.string(item as string),
  bool: () => (item, to) => to.bool(item as boolean),
  int32: () => (item, to) => to.integer(item as number),
  uint32: () => (item, to) => to.integer(item as number),
  int64: () => (item, to) => to.int64(item as string),
  bytes: () => (item, to) => to.base64(item as string),
  timestamp: () => (item, to) => writeSeconds(timestampParts(item as string), to),
  duration: () => (item, to) => writeSeconds(durationParts(item as string), to),
  fieldMask: () => (item, to) => {
    const at = to.open();
    for (const path of item === '' ? [] : (item as string).split(',')) {
      to.uint32(PATH_TAG);
      to.string(path);
    }
    to.close(at);
  },
  enum: ({ enum: of }) => {
    const numbers = new Map(Object.entries(of?.values ?? {}));
    // An unknown name, such as one from an older data file, is written as the zero value.
    return (item, to) => to.integer(numbers.get(item as string) ?? 0);
  },
  message: messagePayload,
};

const payloadOf = (type: FieldType): Payload => {
  if (type.kind === 'repeated' || type.kind === 'map') throw new Error(`a ${type.kind} holds single values only`);
  return PAYLOADS[type.kind](type);
};

const elementOf = ({ kind, element }: FieldType): FieldType => {
  if (!element) throw new Error(`a ${kind} needs the type of what it holds`);
  return element;
};

/** Writes a list without the items that answers hide. */
const listWriter = (field: NamedField): FieldWriter => {
  const { hidden } = elementOf(field.type);
  const { name } = field;
  const write = writerOfWholeList(field);
  if (!hidden) return write;
  return (object, to, once) => {
    const items = (object[name] ?? []) as readonly string[];
    write({ [name]: items.filter((item) => !hidden.has(item)) }, to, once);
  };
};

const writerOfWholeList = ({ name, number, type }: NamedField): FieldWriter => {
  const element = elementOf(type);
  const put = payloadOf(element);
  const tag = tagOf(number, Wire.LENGTH);
  if (wireOf(element) === Wire.LENGTH) {
    return (object, to, once) => {
      for (const item of (object[name] ?? []) as readonly unknown[]) {
        to.uint32(tag);
        put(item, to, once);
      }
    };
  }
  return (object, to, once) => {
    const items = object[name] as readonly unknown[] | undefined;
    if (items === undefined || items.length === 0) return;
    to.uint32(tag);
    const at = to.open();
    for (const item of items) put(item, to, once);
    to.close(at);
  };
};

const mapWriter = ({ name, number, type }: NamedField): FieldWriter => {
  const element = elementOf(type);
  const put = payloadOf(element);
  const putKey = payloadOf({ ...type, kind: type.key ?? 'string' });
  const tag = tagOf(number, Wire.LENGTH);
  const keyTag = tagOf(1, type.key === 'int64' ? Wire.VARINT : Wire.LENGTH);
  const valueTag = tagOf(2, wireOf(element));
  return (object, to, once) => {
    for (const [key, item] of Object.entries((object[name] ?? {}) as JsonObject)) {
      to.uint32(tag);
      const at = to.open();
      to.uint32(keyTag);
      putKey(key, to, once);
      to.uint32(valueTag);
      put(item, to, once);
      to.close(at);
    }
  };
};

const writerOfSingle = ({ name, number, type, presence, oneof }: NamedField): FieldWriter => {
  const put = payloadOf(type);
  const tag = tagOf(number, wireOf(type));
  const zero = presence || oneof !== undefined ? undefined : zeroOf(type);
  return (object, to, once) => {
    const item = object[name];
    if (item === undefined || item === zero) return;
    to.uint32(tag);
    put(item, to, once);
  };
};

const compiled = new WeakMap<AnyMessage, readonly FieldWriter[]>();

const writersOf = (of: AnyMessage): readonly FieldWriter[] => {
  let writers = compiled.get(of);
  if (!writers) {
    writers = [...of.fields.values()]
      .filter(isReturned)
      .sort((a, b) => a.number - b.number)
      .map((field): FieldWriter => {
        const { kind } = field.type;
        const write =
          kind === 'repeated' ? listWriter(field) : kind === 'map' ? mapWriter(field) : writerOfSingle(field);
        if (!field.once) return write;
        return (object, to, once) => {
          if (once) write(object, to, once);
        };
      });
    compiled.set(of, writers);
  }
  return writers;
};

const writeFields = (writers: readonly FieldWriter[], object: JsonObject, to: ProtoWriter, once: boolean): void => {
  for (const write of writers) write(object, to, once);
};

const writer = new ProtoWriter();

/**
 * Renders a canonical value as protobuf, for answers over gRPC: without input-only fields, and with zero values only of
 * fields with presence. `once` keeps values that only the creating call may see.
 */
export const encodeProto = (of: AnyMessage, value: object, once = false): Uint8Array => {
  writer.restart();
  writeFields(writersOf(of), value as JsonObject, writer, once);
  return writer.finish();
};

/** Renders as `encodeProto` does, without a copy: the bytes are valid until anything else is encoded. */
export const encodeProtoBriefly = (of: AnyMessage, value: object): Uint8Array => {
  writer.restart();
  writeFields(writersOf(of), value as JsonObject, writer, false);
  return writer.view();
};
