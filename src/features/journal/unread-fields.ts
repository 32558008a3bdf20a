import { isObject, type JsonObject, parseJson } from '../../json.ts';
import { stepsAlong } from '../../schema/field-path.ts';
import type { AnyMessage, FieldType, NamedField } from '../../schema/field-types.ts';
import type { Operation } from '../../schema/operation.ts';
import { MalformedProto, ProtoReader } from '../../schema/proto-reader.ts';
import { Wire } from '../../schema/proto-wire.ts';

/** The fields that a client sent for an operation. */
export interface SentFields {
  readonly operation: Operation;
  /** The query without its `?`, which has fields over HTTP only. */
  readonly query: string;
  readonly body: Uint8Array;
  /** The body: over HTTP the JSON of its field, otherwise the request message, in JSON or in bytes. */
  readonly form: 'http' | 'json' | 'proto';
  /** The request as it was read. */
  readonly asked: JsonObject;
}

/** The maximum number of fields of one request that are named. */
const MAX_FIELDS = 100;
/** The depth to which messages may be nested; the decoders have the same bound. */
const MAX_DEPTH = 100;

/** A field that no operation reads. */
export interface UnreadField {
  readonly path: string;
  /** The message that has it, and its name in it; missing if no message does. */
  readonly of?: AnyMessage;
  readonly name?: string;
  /** As it was sent; undefined if that is unknown, as in the bytes of a message. */
  readonly value?: unknown;
}

/** Collects fields, each path of them once. */
class Walk {
  readonly #fields = new Map<string, UnreadField>();
  readonly #readsUid: boolean;

  /** `readsUid`: a row is found by the uid in the message, although only the service sets that. */
  constructor(readsUid: boolean) {
    this.#readsUid = readsUid;
  }

  add(field: UnreadField): void {
    const { path } = field;
    if (!this.#fields.has(path) && this.#fields.size < MAX_FIELDS) this.#fields.set(path, field);
  }

  /** True for fields that only the service sets: they are dropped from a request. */
  isDropped({ behaviour, name }: NamedField): boolean {
    return behaviour === 'output' && !(this.#readsUid && name === 'uid');
  }

  get fields(): readonly UnreadField[] {
    return [...this.#fields.values()];
  }
}

const walkValue = (type: FieldType | undefined, value: unknown, path: string, walk: Walk): void => {
  if (!type) return;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) walkValue(type.element, item, `${path}[${index}]`, walk);
    return;
  }
  if (!isObject(value)) return;
  const message = type.message?.();
  const prefix = path === '' ? '' : `${path}.`;
  if (message) walkJson(message, value, prefix, walk);
  else for (const [key, item] of Object.entries(value)) walkValue(type.element, item, `${prefix}${key}`, walk);
};

const walkJson = (of: AnyMessage, value: JsonObject, prefix: string, walk: Walk): void => {
  for (const [name, item] of Object.entries(value)) {
    const field = of.find(name);
    const path = `${prefix}${name}`;
    if (!field) walk.add({ path, value: item });
    else if (walk.isDropped(field)) walk.add({ path, of, name, value: item });
    else walkValue(field.type, item, path, walk);
  }
};

/** Fields of a message on the wire that its table does not have, by their numbers. */
const walkProto = (
  of: AnyMessage,
  reader: ProtoReader,
  { prefix, depth }: { readonly prefix: string; readonly depth: number },
  walk: Walk,
): void => {
  const byNumber = new Map([...of.fields.values()].map((field) => [field.number, field]));
  while (!reader.done) {
    const tag = reader.tag();
    const field = byNumber.get(tag >>> 3);
    const inner = field && (field.type.message?.() ?? field.type.element?.message?.());
    const path = `${prefix}${field ? field.name : `#${tag >>> 3}`}`;
    if (!field || walk.isDropped(field)) walk.add({ path });
    if (inner && field.type.kind !== 'map' && (tag & 7) === Wire.LENGTH && depth < MAX_DEPTH) {
      walkProto(inner, reader.part(), { prefix: `${path}.`, depth: depth + 1 }, walk);
    } else reader.skip(tag, MAX_DEPTH);
  }
};

const walkQuery = (of: AnyMessage, query: string, walk: Walk): void => {
  const sent = new URLSearchParams(query);
  for (const path of new Set(sent.keys())) {
    const steps = stepsAlong(of, path);
    if (steps.some(({ field, isKey }) => !field && !isKey)) walk.add({ path, value: sent.getAll(path).join(',') });
  }
};

/** The fields of an update that its mask does not name. */
const visitOutsideMask = ({ operation: { request, http, edition }, asked }: SentFields, walk: Walk): void => {
  const key = http?.body ?? '';
  const of = request.fields.get(key)?.type.message?.();
  const { [key]: value, updateMask: mask } = asked;
  if (!of || !isObject(value) || typeof mask !== 'string' || mask === '' || mask.includes('*')) return;
  const named = new Set(mask.split(',').map((path) => stepsAlong(of, path.trim())[0]?.field));
  for (const [name, item] of Object.entries(value)) {
    const field = of.find(name);
    if (field && !named.has(field) && name !== edition.identifier) walk.add({ path: name, of, name, value: item });
  }
};

/**
 * The fields that a client sent and no operation reads: names and numbers that the operation does not have,
 * fields that only the service sets, and fields of an update outside its mask. At most 100 are returned.
 */
export const findUnreadFields = (sent: SentFields): readonly UnreadField[] => {
  const { operation, query, body, form } = sent;
  const walk = new Walk(form !== 'http');
  const { request, http } = operation;
  if (form === 'proto') {
    try {
      walkProto(request, ProtoReader.of(body), { prefix: '', depth: 0 }, walk);
    } catch (error) {
      if (!(error instanceof MalformedProto)) throw error;
    }
  } else {
    if (form === 'http') walkQuery(request, query, walk);
    const type = form === 'http' ? request.fields.get(http?.body ?? '')?.type : undefined;
    const value = parseJson(Buffer.from(body).toString());
    if (type) walkValue(type, value, '', walk);
    else if (isObject(value)) walkJson(request, value, '', walk);
  }
  visitOutsideMask(sent, walk);
  return walk.fields;
};
