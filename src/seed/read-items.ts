import { isObject } from '../json.ts';
import { Pace, type Steps } from '../kernel/steps.ts';
import type { NamedField } from '../schema/field-types.ts';
import { describeUnknownKey } from '../schema/nearest-name.ts';
import { canonicalTimestamp } from '../schema/scalars.ts';
import type { FixtureDocument, Path } from './fixture-error.ts';
import {
  ALIAS,
  DOCUMENT_KEYS,
  type FixtureFormat,
  ITEM_KEYS,
  type Kind,
  MAX_COUNT,
  MAX_SEED,
} from './fixture-format.ts';
import type { FixtureMistakes } from './fixture-mistakes.ts';
import { fillPattern, patternMistake } from './name-pattern.ts';
import { type Given, isQuotable, type Lookup, QUOTE, readValue, timeFrom } from './read-value.ts';

/** One thing of a fixture, before it has a uid. */
export interface Item extends Given {
  readonly kind: Kind;
  readonly path: Path;
  /** The path of its fields: its own path. */
  readonly fieldsAt: Path;
  /** True when something of it could not be read. */
  readonly isFaulty: boolean;
  readonly alias?: string;
  /** Its uid, or the last segment of it, if the fixture has it. */
  readonly ownUid?: string;
  readonly children: readonly Item[];
  readonly blocks: readonly Block[];
}

/** Things to generate. */
export interface Block extends Given {
  readonly kind: Kind;
  readonly path: Path;
  /** The path of the fields that all of them have: under `with`. */
  readonly fieldsAt: Path;
  /** True when something of it could not be read. */
  readonly isFaulty: boolean;
  readonly count: number;
  readonly seed: number;
  /** The pattern of the names of things, numbered from 1 in each parent; absent names are made up. */
  readonly namePattern?: string;
  /** The blocks to generate under each of them. */
  readonly blocks: readonly Block[];
}

/** The content of a fixture, read but not yet applied. */
export interface Contents {
  readonly items: readonly Item[];
  readonly blocks: readonly Block[];
  /** The names of identities by token. */
  readonly tokens: ReadonlyMap<string, Lookup>;
  /** The createTime of the first row; each later row is made a second later. */
  readonly startMillis?: number;
}

const UID_LIKE = /^[0-9a-f]{16}$|^[0-9a-f]{40}/;
const TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/;
/** The number of items that are read in one step, and of their keys. */
const STEP = 50;
const STEP_KEYS = 100;

/** The keys of a block that are not kinds: a pattern for names if things have names. */
const blockKeys = ({ fields }: Kind): readonly string[] =>
  fields.fields.get('name')?.type.kind === 'string' ? ['count', 'seed', 'name', 'with'] : ['count', 'seed', 'with'];

const isWhole = (value: unknown, max: number): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= max;

/** Reads one document against the format, and adds its mistakes to the mistakes. */
class Reader {
  readonly #document: FixtureDocument;
  readonly #nowMillis: number;
  readonly #mistakes: FixtureMistakes;
  readonly #pace = new Pace(STEP);
  readonly #keyPace = new Pace(STEP_KEYS);

  constructor(document: FixtureDocument, nowMillis: number, mistakes: FixtureMistakes) {
    this.#document = document;
    this.#nowMillis = nowMillis;
    this.#mistakes = mistakes;
  }

  *contents({ roots }: FixtureFormat): Steps<Contents> {
    const { contents } = this.#document;
    const known = [...roots.keys(), ...DOCUMENT_KEYS];
    const items: Item[] = [];
    for (const [key, value] of Object.entries(contents)) {
      if (this.#pace.isDue()) yield;
      const kind = roots.get(key);
      if (kind) yield* this.#addItems(items, kind, value, [key]);
      else if (!known.includes(key)) this.#reportUnknown([key], value, known);
    }
    const startMillis = contents.startTime === undefined ? undefined : this.#time(contents.startTime, ['startTime']);
    return {
      items,
      blocks: this.#blocks(roots, contents.generate, ['generate'], 1),
      tokens: yield* this.#tokens(contents.tokens),
      ...(startMillis === undefined ? {} : { startMillis }),
    };
  }

  #report(path: Path, description: string): undefined {
    this.#mistakes.add(this.#document, path, description);
    return undefined;
  }

  #reportUnknown(path: Path, value: unknown, known: readonly string[]): void {
    this.#report(path, describeUnknownKey(String(path.at(-1)), known, this.#mistakes.effort));
    this.#mistakes.hide(value);
  }

  *#addItems(to: Item[], kind: Kind, value: unknown, path: Path): Steps<void> {
    if (value === undefined || value === null) return;
    if (kind.marker) {
      if (typeof value !== 'boolean') this.#report(path, 'must be true or false');
      if (value === true) yield* this.#addItem(to, kind, {}, path);
      return;
    }
    if (kind.single) {
      yield* this.#addItem(to, kind, value, path);
      return;
    }
    if (!Array.isArray(value)) {
      this.#report(path, 'must be a list');
      this.#mistakes.hide(value);
      return;
    }
    for (const [at, each] of value.entries()) yield* this.#addItem(to, kind, each, [...path, at]);
  }

  *#addItem(to: Item[], kind: Kind, value: unknown, path: Path): Steps<void> {
    if (this.#pace.isDue()) yield;
    if (!isObject(value)) {
      this.#mistakes.hide(value);
      this.#report(path, 'must be an object');
      return;
    }
    const before = this.#mistakes.count;
    const fields: [string, unknown][] = [];
    for (const [key, item] of Object.entries(value)) {
      if (this.#keyPace.isDue()) yield;
      if (kind.children.has(key) || this.#isItemKey(kind, key)) continue;
      if (kind.fields.fields.has(key) || kind.references.has(key)) fields.push([key, item]);
      else this.#reportUnknown([...path, key], item, this.#keysOf(kind));
    }
    const given = this.#readGiven(kind, fields, path);
    const alias = value.alias === undefined ? undefined : this.#alias(value.alias, [...path, 'alias']);
    const ownUid = value.uid === undefined ? undefined : this.#text(value.uid, [...path, 'uid']);
    const isFaulty = this.#mistakes.count > before;
    // The names that it was to have could not be read.
    if (isFaulty)
      for (const [key, had] of [
        ['name', given.values.name],
        ['alias', alias],
      ] as const)
        if (had === undefined) this.#mistakes.hide(value[key]);
    to.push({
      kind,
      path,
      fieldsAt: path,
      isFaulty,
      ...given,
      ...(alias === undefined ? {} : { alias }),
      ...(ownUid === undefined ? {} : { ownUid }),
      children: yield* this.#children(kind, value, path),
      blocks: this.#blocks(kind.children, value.generate, [...path, 'generate'], 1),
    });
  }

  *#children(kind: Kind, value: Readonly<Record<string, unknown>>, path: Path): Steps<readonly Item[]> {
    const below: Item[] = [];
    for (const [key, item] of Object.entries(value)) {
      const child = kind.children.get(key);
      if (child) yield* this.#addItems(below, child, item, [...path, key]);
    }
    return below;
  }

  #isItemKey({ single, children }: Kind, key: string): boolean {
    if (key === 'generate') return children.size > 0;
    // A single thing has the uid of its parent, and the parent's alias names it, too.
    return !single && (key === 'alias' || key === 'uid');
  }

  #keysOf(kind: Kind): readonly string[] {
    const own = ITEM_KEYS.filter((key) => this.#isItemKey(kind, key));
    return [...kind.fields.fields.keys(), ...kind.references.keys(), ...kind.children.keys(), ...own];
  }

  /** The fields of an item, and the lookups of its references. */
  #readGiven(kind: Kind, fields: readonly (readonly [string, unknown])[], path: Path): Given {
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
      if (lookups.some((lookup) => lookup.path[0] === field)) {
        this.#report(at, `names ${field} a second time`);
        continue;
      }
      const text = this.#text(value, at);
      if (text !== undefined) lookups.push({ path: [field], text, to, at });
    }
    const { effort } = this.#mistakes;
    const { sourceOf } = this.#document;
    const around = { base: path, nowMillis: this.#nowMillis, effort, sourceOf };
    const { values, lookups: more, found } = readValue(kind.fields, Object.fromEntries(others), around);
    for (const { path: steps, description } of found) this.#report([...path, ...steps], description);
    return { values, lookups: [...lookups, ...more] };
  }

  #blocks(kinds: ReadonlyMap<string, Kind>, value: unknown, path: Path, seed: number): readonly Block[] {
    if (value === undefined || value === null) return [];
    if (!isObject(value)) {
      this.#report(path, 'must be an object');
      return [];
    }
    const known = [...kinds.values()].filter(({ single }) => !single).map(({ key }) => key);
    const blocks: Block[] = [];
    for (const [key, each] of Object.entries(value)) {
      const kind = kinds.get(key);
      if (!kind || kind.single) {
        this.#reportUnknown([...path, key], each, known);
        continue;
      }
      const block = this.#block(kind, each, [...path, key], seed);
      if (block) blocks.push(block);
    }
    return blocks;
  }

  #block(kind: Kind, value: unknown, path: Path, defaultSeed: number): Block | undefined {
    if (!isObject(value)) return this.#report(path, 'must be an object');
    const before = this.#mistakes.count;
    const { count, seed = defaultSeed, with: fixed = {}, name, ...rest } = value;
    const isSeed = isWhole(seed, MAX_SEED);
    if (!isSeed) this.#report([...path, 'seed'], 'must be a whole number of at most 32 bits');
    const below = [...kind.children.values()].filter(({ single }) => !single).map(({ key }) => key);
    const known = [...blockKeys(kind), ...below];
    for (const key of Object.keys(value)) {
      if (!known.includes(key)) this.#reportUnknown([...path, key], value[key], known);
    }
    const isCount = isWhole(count, MAX_COUNT);
    // Under an unknown key there may be one.
    if (!isCount && (count !== undefined || this.#mistakes.count === before)) {
      this.#report([...path, 'count'], `must be a whole number from 0 to ${MAX_COUNT}`);
    }
    const nested = Object.fromEntries(Object.entries(rest).filter(([key]) => below.includes(key)));
    const fieldsAt = [...path, 'with'];
    const given = this.#readFixed(kind, fixed, fieldsAt);
    const namePattern = known.includes('name') ? this.#namePattern(kind, name, isCount ? count : 1, path) : undefined;
    if (namePattern !== undefined && 'name' in given.values) {
      this.#report([...path, 'name'], 'cannot be set together with with.name');
    }
    const isFaulty = this.#mistakes.count > before;
    return {
      kind,
      path,
      fieldsAt,
      isFaulty,
      // One of them shows the other mistakes.
      count: isCount ? (isFaulty ? Math.min(count, 1) : count) : 1,
      seed: isSeed ? seed : defaultSeed,
      ...(namePattern === undefined ? {} : { namePattern }),
      ...given,
      blocks: this.#blocks(kind.children, nested, path, isSeed ? seed : defaultSeed),
    };
  }

  #namePattern(kind: Kind, value: unknown, count: number, block: Path): string | undefined {
    if (value === undefined) return undefined;
    const path = [...block, 'name'];
    const pattern = this.#text(value, path);
    if (pattern === undefined) return undefined;
    const mistake = patternMistake(pattern, count);
    if (mistake !== undefined) return this.#report(path, mistake);
    const { type } = kind.fields.fields.get('name') as NamedField;
    // The longest of them shows whether they fit.
    const issue = type.check?.(fillPattern(pattern, Math.max(count, 1)));
    return issue === undefined ? pattern : this.#report(path, `makes names that are refused: ${issue}`);
  }

  /** The fields that all things of a block have. */
  #readFixed(kind: Kind, value: unknown, path: Path): Given {
    if (!isObject(value)) {
      this.#report(path, 'must be an object');
      return { values: {}, lookups: [] };
    }
    const keys = [...kind.fields.fields.keys(), ...kind.references.keys()];
    const fields = Object.entries(value);
    for (const [key, item] of fields) if (!keys.includes(key)) this.#reportUnknown([...path, key], item, keys);
    return this.#readGiven(
      kind,
      fields.filter(([key]) => keys.includes(key)),
      path,
    );
  }

  *#tokens(value: unknown): Steps<ReadonlyMap<string, Lookup>> {
    const tokens = new Map<string, Lookup>();
    if (value === undefined || value === null) return tokens;
    if (!isObject(value)) {
      this.#report(['tokens'], 'must be an object');
      return tokens;
    }
    for (const [token, identity] of Object.entries(value)) {
      if (this.#pace.isDue()) yield;
      const at = ['tokens', token];
      if (!TOKEN.test(token)) {
        this.#report(at, 'must consist of letters, digits and -._~+/ to be a bearer token');
      }
      const text = this.#text(identity, at);
      if (text !== undefined) tokens.set(token, { path: ['identity'], text, to: 'identity', at });
    }
    return tokens;
  }

  #time(value: unknown, path: Path): number | undefined {
    const text = this.#text(value, path);
    if (text === undefined) return undefined;
    const time = canonicalTimestamp(timeFrom(text, this.#nowMillis));
    return time === undefined ? this.#report(path, 'must be an RFC 3339 timestamp with an offset') : Date.parse(time);
  }

  #alias(value: unknown, path: Path): string | undefined {
    const alias = this.#text(value, path);
    if (alias === undefined || (ALIAS.test(alias) && !UID_LIKE.test(alias))) return alias;
    return this.#report(path, 'must consist of letters, digits, dots, dashes and underscores, and not look like a uid');
  }

  #text(value: unknown, path: Path): string | undefined {
    const text = typeof value === 'string' ? value : this.#document.sourceOf(path);
    return text || this.#report(path, isQuotable(value) ? QUOTE : 'must be a string that is not empty');
  }
}

/** Reads a document: its things, the things to generate, and its tokens. Adds mistakes to `mistakes`. */
export const readContents = (
  document: FixtureDocument,
  format: FixtureFormat,
  nowMillis: number,
  mistakes: FixtureMistakes,
): Steps<Contents> => new Reader(document, nowMillis, mistakes).contents(format);
