import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { isObject, type JsonObject } from '../../src/json.ts';
import { type BoundHttpOperation, selectOverHttp } from '../../src/kernel/over-http.ts';
import type { BoundOperation } from '../../src/kernel/runner.ts';
import type { FormSettings } from '../../src/openapi/document.ts';
import type { Edition } from '../../src/schema/edition.ts';
import type { AnyMessage, FieldType } from '../../src/schema/field-types.ts';
import { version } from '../../src/version.ts';
import { openApiDocument } from './document.ts';

/** An operation in a document. */
export interface DocumentedOperation extends JsonObject {
  readonly operationId: string;
  readonly parameters?: readonly JsonObject[];
  readonly responses: JsonObject;
  readonly security?: unknown;
}

/** The parts of a document that tests read. */
export interface Document extends JsonObject {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: Readonly<Record<'schemas' | 'parameters' | 'responses', Readonly<Record<string, JsonObject>>>>;
}

interface Place {
  readonly path: string;
  readonly method: string;
  readonly operation: DocumentedOperation;
}

/** The document of an edition, with lookups for tests. */
export interface DocumentedEdition {
  readonly document: Document;
  /** The operations that it describes. */
  readonly operations: readonly BoundHttpOperation[];
  readonly documented: ReadonlyMap<string, Place>;
  /** The faults of a value, by the schema at a place of the document; empty if there are none. */
  readonly violationsAt: (place: readonly string[], value: unknown) => string;
  /** Checks an answer: the document allows fields that it does not describe, which this finds, too. */
  readonly answerViolationsAt: (place: readonly string[], value: unknown) => string;
}

/** The document, in which no object allows fields that it does not describe. */
const closed = (document: Document): JsonObject =>
  JSON.parse(JSON.stringify(document), (_key, value) =>
    isObject(value) && value.type === 'object' && value.properties !== undefined
      ? { additionalProperties: false, ...value }
      : value,
  );

const known = new WeakMap<readonly BoundOperation[], Map<string, DocumentedEdition>>();

/** The document of an edition of the operations, which is made once in a process. */
export const documentOf = (
  everyOperation: readonly BoundOperation[],
  edition: Edition,
  settings: FormSettings = {},
): DocumentedEdition => {
  const of = known.get(everyOperation) ?? new Map<string, DocumentedEdition>();
  known.set(everyOperation, of);
  const key = JSON.stringify([edition.name, settings]);
  const made = of.get(key) ?? makeDocument(everyOperation, edition, settings);
  of.set(key, made);
  return made;
};

const makeDocument = (
  everyOperation: readonly BoundOperation[],
  edition: Edition,
  settings: FormSettings,
): DocumentedEdition => {
  const document = openApiDocument(everyOperation, edition, { ...settings, version }) as Document;
  const ajv = new Ajv2020({ strict: false, allErrors: true, code: { optimize: false } });
  ajvFormats.default(ajv);
  ajv.addSchema(document, 'document');
  ajv.addSchema(closed(document), 'closed');
  const violationsOf =
    (schema: string) =>
    (place: readonly string[], value: unknown): string => {
      const parts = place.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')));
      const validate = ajv.compile({ $ref: `${schema}#/${parts.join('/')}` });
      return validate(value)
        ? ''
        : `${place.join(' ')}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(value)}`;
    };
  return {
    document,
    operations: selectOverHttp(everyOperation, edition),
    documented: new Map(
      Object.entries(document.paths).flatMap(([path, item]) =>
        Object.entries(item).map(
          ([method, operation]) => [operation.operationId, { path, method, operation }] as const,
        ),
      ),
    ),
    violationsAt: violationsOf('document'),
    answerViolationsAt: violationsOf('closed'),
  };
};

/** Every object of the document with its place, except those in examples. */
export function* objectsOf(
  value: unknown,
  place: readonly string[] = [],
): Generator<{ place: readonly string[]; at: JsonObject }> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* objectsOf(item, [...place, String(index)]);
  } else if (isObject(value)) {
    yield { place, at: value };
    for (const [key, item] of Object.entries(value)) {
      if (!/^examples?$/.test(key)) yield* objectsOf(item, [...place, key]);
    }
  }
}

/** A canonical value with every field set, and of each oneof one member. */
export const full = (of: AnyMessage): JsonObject => {
  const oneofs = new Set<string>();
  const fields = [...of.fields.values()].filter(({ name, oneof = name }) => !oneofs.has(oneof) && oneofs.add(oneof));
  return Object.fromEntries(fields.map(({ name, type }) => [name, sampleOf(type)]));
};

const VALUES: Partial<Readonly<Record<FieldType['kind'], unknown>>> = {
  bool: true,
  int32: -7,
  uint32: 4_294_967_295,
  int64: '-9223372036854775808',
  bytes: '/+8=',
  timestamp: '0001-01-01T00:00:00.000Z',
  duration: '-1.500s',
};

/** A long canonical value of a type. */
export const sampleOf = (type: FieldType): unknown => {
  const { kind, element } = type;
  if (kind === 'message' && type.message) return full(type.message());
  if (kind === 'enum') return Object.keys(type.enum?.values ?? {}).at(-1);
  if (kind === 'repeated' && element) return [sampleOf(element)];
  if (kind === 'map' && element) return { 7: sampleOf(element) };
  return VALUES[kind] ?? 'any text\n';
};
