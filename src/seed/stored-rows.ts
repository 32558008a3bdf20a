import { isObject } from '../json.ts';
import { collection, type Row, type Tx } from '../kernel/rows.ts';
import type { Pace, Steps } from '../kernel/steps.ts';
import { UID } from '../kernel/uid.ts';
import { makeAtFirstUse } from '../schema/at-first-use.ts';
import { describeUnknownKey } from '../schema/nearest-name.ts';
import { z } from '../schema/zod.ts';
import type { FixtureDocument, Path } from './fixture-error.ts';
import type { FixtureFormat, Kind } from './fixture-format.ts';
import type { FixtureMistakes } from './fixture-mistakes.ts';
import { readValue } from './read-value.ts';
import { EXACT_KEY, isExact } from './row-writer.ts';

/** The key of a fixture for rows that have no place in the tree, by collection. */
export const ROWS_KEY = 'rows';

const NOT_EMPTY = /./;

/** The collections that the mock stores beside the rows of resources, without signing keys. */
export const sideCollections = makeAtFirstUse((): ReadonlyMap<string, z.ZodObject> => {
  const uid = z.string().min(1);
  return new Map([
    ['counters', z.strictObject({ uid, next: z.int().positive() })],
    ['fixtureAliases', z.strictObject({ uid, of: z.string(), kind: z.string() })],
    ['groupAccessRequests', z.strictObject({ uid, identityUid: z.string() })],
    ['namedTokens', z.strictObject({ uid, identity: z.string() })],
    ['tombstones', z.strictObject({ uid })],
  ]);
});

/** The receivers of a document's rows, and of its mistakes. */
interface Load {
  readonly format: FixtureFormat;
  readonly tx: Tx;
  readonly mistakes: FixtureMistakes;
}

/** Reads rows as they are stored, each with its whole uid. */
class RowReader {
  readonly #document: FixtureDocument;
  readonly #mistakes: FixtureMistakes;

  constructor(document: FixtureDocument, mistakes: FixtureMistakes) {
    this.#document = document;
    this.#mistakes = mistakes;
  }

  /** A row of a resource, by its fields. */
  readOfKind({ fields, inTree }: Kind, value: unknown, path: Path): Row | undefined {
    if (!isObject(value)) return this.#report(path, 'must be an object');
    const { uid, ...rest } = value;
    const { sourceOf } = this.#document;
    const whole = sourceOf([...path, 'uid']) ?? uid;
    if (typeof whole !== 'string' || !(inTree ? UID : NOT_EMPTY).test(whole))
      return this.#report([...path, 'uid'], 'must be the uid of the row');
    const { values, found } = readValue(fields, rest, {
      base: path,
      nowMillis: 0,
      effort: this.#mistakes.effort,
      sourceOf,
    });
    for (const { path: steps, description } of found) this.#report([...path, ...steps], description);
    return { uid: whole, ...values };
  }

  /** A row that the mock stores beside the rows of resources. */
  readBeside(shape: z.ZodObject, value: unknown, path: Path): Row | undefined {
    const { data, error } = shape.safeParse(this.#withTexts(shape, value, path));
    if (data) return data as Row;
    for (const { path: steps, message } of error.issues) this.#report([...path, ...(steps as Path)], message);
    return undefined;
  }

  /** A row whose texts are as they are written, those without quotes too. */
  #withTexts({ shape }: z.ZodObject, value: unknown, path: Path): unknown {
    if (!isObject(value)) return value;
    const textOf = ([key, value]: [string, unknown]): [string, unknown] => [
      key,
      shape[key] instanceof z.ZodString ? (this.#document.sourceOf([...path, key]) ?? value) : value,
    ];
    return Object.fromEntries(Object.entries(value).map(textOf));
  }

  list(value: unknown, path: Path): readonly unknown[] {
    if (Array.isArray(value)) return value;
    this.#report(path, 'must be a list');
    return [];
  }

  #report(path: Path, description: string): undefined {
    this.#mistakes.add(this.#document, path, description);
    return undefined;
  }
}

/** Puts the rows of a document that have no place in the tree; returns how many. Errors are added to the mistakes. */
export function* putStoredRows(document: FixtureDocument, { format, tx, mistakes }: Load, pace: Pace): Steps<number> {
  const given = document.contents[ROWS_KEY];
  if (given === undefined || given === null) return 0;
  const reader = new RowReader(document, mistakes);
  if (!isExact(document)) {
    mistakes.add(document, [ROWS_KEY], `needs ${EXACT_KEY}: true`);
    return 0;
  }
  if (!isObject(given)) {
    mistakes.add(document, [ROWS_KEY], 'must be an object');
    return 0;
  }
  const kinds = new Map([...format.kinds.values()].map((kind) => [kind.resource.name, kind]));
  let rows = 0;
  for (const [name, value] of Object.entries(given)) {
    const path = [ROWS_KEY, name];
    const kind = kinds.get(name);
    const shape = sideCollections().get(name);
    if (!kind && !shape) {
      mistakes.add(
        document,
        path,
        describeUnknownKey(name, [...sideCollections().keys(), ...kinds.keys()], mistakes.effort),
      );
      continue;
    }
    for (const [at, item] of reader.list(value, path).entries()) {
      if (pace.isDue()) yield;
      const row = kind
        ? reader.readOfKind(kind, item, [...path, at])
        : reader.readBeside(shape as z.ZodObject, item, [...path, at]);
      if (!row) continue;
      tx.put(collection(name), row);
      rows += 1;
    }
  }
  return rows;
}
