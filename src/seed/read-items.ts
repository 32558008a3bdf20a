import { canonicalTimestamp } from '../schema/scalars.ts';
import { type FixtureDocument, faultAt, isRecord } from './fixture-document.ts';
import type { Path } from './fixture-error.ts';
import { DOCUMENT_KEYS, type FixtureFormat, ITEM_KEYS, type Kind } from './fixture-format.ts';
import { unknownKey } from './nearest-key.ts';
import { type Given, type Lookup, readValue, timeFrom } from './read-value.ts';

/** One thing of a fixture, before it has a uid. */
export interface Item extends Given {
  readonly kind: Kind;
  readonly path: Path;
  /** Where its fields are given: in itself. */
  readonly fieldsAt: Path;
  readonly alias?: string;
  /** Its uid, or the last segment of it, where the fixture says. */
  readonly ownUid?: string;
  readonly children: readonly Item[];
  readonly blocks: readonly Block[];
}

/** Things to generate. */
export interface Block extends Given {
  readonly kind: Kind;
  readonly path: Path;
  /** Where the fields that all have are given: under `with`. */
  readonly fieldsAt: Path;
  readonly count: number;
  readonly seed: number;
  /** What to generate under each of them. */
  readonly blocks: readonly Block[];
}

/** What a fixture says, read but not yet applied. */
export interface Contents {
  readonly items: readonly Item[];
  readonly blocks: readonly Block[];
  /** The names of identities by token. */
  readonly tokens: ReadonlyMap<string, Lookup>;
  /** The createTime of the first row; each later one is a second younger. */
  readonly startMillis?: number;
}

const ALIAS = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;
const UID_LIKE = /^[0-9a-f]{16}$|^[0-9a-f]{40}/;
const TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/;
const MAX_COUNT = 1_000_000;
const BLOCK_KEYS = ['count', 'seed', 'with'] as const;

const isWhole = (value: unknown, max: number): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= max;

/** Reads one document against the format. Every method throws FixtureError for the first thing that is wrong. */
class Reader {
  readonly #document: FixtureDocument;
  readonly #nowMillis: number;

  constructor(document: FixtureDocument, nowMillis: number) {
    this.#document = document;
    this.#nowMillis = nowMillis;
  }

  contents({ roots }: FixtureFormat): Contents {
    const { contents } = this.#document;
    const known = [...roots.keys(), ...DOCUMENT_KEYS];
    const items = Object.entries(contents).flatMap(([key, value]) => {
      const kind = roots.get(key);
      if (kind) return this.#itemsOf(kind, value, [key]);
      if (!known.includes(key)) throw this.#fault([key], unknownKey(key, known));
      return [];
    });
    const { startTime } = contents;
    return {
      items,
      blocks: this.#blocks(roots, contents.generate, ['generate'], 1),
      tokens: this.#tokens(contents.tokens),
      ...(startTime === undefined ? {} : { startMillis: this.#time(startTime, ['startTime']) }),
    };
  }

  #fault(path: Path, description: string): Error {
    return faultAt(this.#document, path, description);
  }

  #itemsOf(kind: Kind, value: unknown, path: Path): readonly Item[] {
    if (value === undefined || value === null) return [];
    if (kind.marker) {
      if (typeof value !== 'boolean') throw this.#fault(path, 'must be true or false');
      return value ? [this.#item(kind, {}, path)] : [];
    }
    if (kind.single) return [this.#item(kind, value, path)];
    if (!Array.isArray(value)) throw this.#fault(path, 'must be a list');
    return value.map((item, index) => this.#item(kind, item, [...path, index]));
  }

  #item(kind: Kind, value: unknown, path: Path): Item {
    if (!isRecord(value)) throw this.#fault(path, 'must be an object');
    const { children } = kind;
    const fields: [string, unknown][] = [];
    const below: Item[] = [];
    for (const [key, item] of Object.entries(value)) {
      const child = children.get(key);
      if (child) for (const each of this.#itemsOf(child, item, [...path, key])) below.push(each);
      else if (kind.fields.fields.has(key) || kind.references.has(key)) fields.push([key, item]);
      else if (!this.#isItemKey(kind, key)) throw this.#fault([...path, key], unknownKey(key, this.#keysOf(kind)));
    }
    const { alias, uid, generate } = value;
    return {
      kind,
      path,
      fieldsAt: path,
      ...this.#given(kind, fields, path),
      ...(alias === undefined ? {} : { alias: this.#alias(alias, [...path, 'alias']) }),
      ...(uid === undefined ? {} : { ownUid: this.#text(uid, [...path, 'uid']) }),
      children: below,
      blocks: this.#blocks(children, generate, [...path, 'generate'], 1),
    };
  }

  #isItemKey({ single, children }: Kind, key: string): boolean {
    if (key === 'generate') return children.size > 0;
    // What is single has the uid of its parent, and the parent's alias names it as well.
    return !single && (key === 'alias' || key === 'uid');
  }

  #keysOf(kind: Kind): readonly string[] {
    const own = ITEM_KEYS.filter((key) => this.#isItemKey(kind, key));
    return [...kind.fields.fields.keys(), ...kind.references.keys(), ...kind.children.keys(), ...own];
  }

  /** The fields of an item, and what its references are to be looked up by. */
  #given(kind: Kind, fields: readonly (readonly [string, unknown])[], path: Path): Given {
    const lookups: Lookup[] = [];
    const others: [string, unknown][] = [];
    for (const [key, value] of fields) {
      const reference = kind.references.get(key);
      if (!reference) {
        others.push([key, value]);
        continue;
      }
      const { field, to } = reference;
      const at = [...path, key];
      if (lookups.some((lookup) => lookup.path[0] === field)) throw this.#fault(at, `names ${field} a second time`);
      lookups.push({ path: [field], text: this.#text(value, at), to, at });
    }
    const given = readValue(kind.fields, Object.fromEntries(others), this.#document, path, this.#nowMillis);
    return { values: given.values, lookups: [...lookups, ...given.lookups] };
  }

  #blocks(kinds: ReadonlyMap<string, Kind>, value: unknown, path: Path, seed: number): readonly Block[] {
    if (value === undefined || value === null) return [];
    if (!isRecord(value)) throw this.#fault(path, 'must be an object');
    const known = [...kinds.values()].filter(({ single }) => !single).map(({ key }) => key);
    return Object.entries(value).map(([key, block]) => {
      const kind = kinds.get(key);
      if (!kind || kind.single) throw this.#fault([...path, key], unknownKey(key, known));
      return this.#block(kind, block, [...path, key], seed);
    });
  }

  #block(kind: Kind, value: unknown, path: Path, defaultSeed: number): Block {
    if (!isRecord(value)) throw this.#fault(path, 'must be an object');
    const { count, seed = defaultSeed, with: fixed = {}, ...rest } = value;
    if (!isWhole(count, MAX_COUNT)) {
      throw this.#fault([...path, 'count'], `must be a whole number from 0 to ${MAX_COUNT}`);
    }
    if (!isWhole(seed, 0xffff_ffff)) throw this.#fault([...path, 'seed'], 'must be a whole number of at most 32 bits');
    if (!isRecord(fixed)) throw this.#fault([...path, 'with'], 'must be an object');
    const below = [...kind.children.values()].filter(({ single }) => !single).map(({ key }) => key);
    for (const key of Object.keys(rest)) {
      if (!below.includes(key)) throw this.#fault([...path, key], unknownKey(key, [...BLOCK_KEYS, ...below]));
    }
    const keys = [...kind.fields.fields.keys(), ...kind.references.keys()];
    for (const key of Object.keys(fixed)) {
      if (!keys.includes(key)) throw this.#fault([...path, 'with', key], unknownKey(key, keys));
    }
    const fieldsAt = [...path, 'with'];
    return {
      kind,
      path,
      fieldsAt,
      count,
      seed,
      ...this.#given(kind, Object.entries(fixed), fieldsAt),
      blocks: this.#blocks(kind.children, rest, path, seed),
    };
  }

  #tokens(value: unknown): ReadonlyMap<string, Lookup> {
    if (value === undefined || value === null) return new Map();
    if (!isRecord(value)) throw this.#fault(['tokens'], 'must be an object');
    return new Map(
      Object.entries(value).map(([token, identity]) => {
        const at = ['tokens', token];
        if (!TOKEN.test(token))
          throw this.#fault(at, 'must consist of letters, digits and -._~+/ to be a bearer token');
        return [token, { path: ['identity'], text: this.#text(identity, at), to: 'identity', at }];
      }),
    );
  }

  #time(value: unknown, path: Path): number {
    const time = canonicalTimestamp(timeFrom(this.#text(value, path), this.#nowMillis));
    if (time === undefined) throw this.#fault(path, 'must be an RFC 3339 timestamp with an offset');
    return Date.parse(time);
  }

  #alias(value: unknown, path: Path): string {
    const alias = this.#text(value, path);
    if (ALIAS.test(alias) && !UID_LIKE.test(alias)) return alias;
    throw this.#fault(path, 'must consist of letters, digits, dots, dashes and underscores, and not look like a uid');
  }

  #text(value: unknown, path: Path): string {
    if (typeof value === 'string' && value !== '') return value;
    const quotable = typeof value === 'number';
    throw this.#fault(path, quotable ? 'must be a string: put it in quotes' : 'must be a string that is not empty');
  }
}

/**
 * Reads what a document says: which things, which of them to generate, and which tokens.
 * @throws FixtureError for the first thing that is wrong
 */
export const readContents = (document: FixtureDocument, format: FixtureFormat, nowMillis: number): Contents =>
  new Reader(document, nowMillis).contents(format);
