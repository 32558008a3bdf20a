import { isDeepStrictEqual } from 'node:util';
import type { Faker } from '@faker-js/faker';
import type { JsonObject } from '../json.ts';
import { instant } from '../kernel/clock.ts';
import type { Settings } from '../kernel/context.ts';
import { ResourceDirectory } from '../kernel/directory.ts';
import { ApiError } from '../kernel/errors.ts';
import type { Directory, Resource } from '../kernel/resource.ts';
import type { Collection, Row, Rows, Tx } from '../kernel/rows.ts';
import { Pace, type Steps } from '../kernel/steps.ts';
import { TOP, UID } from '../kernel/uid.ts';
import { type FieldViolation, textOf } from '../schema/field-violation.ts';
import { fixtureAliases } from './fixture-aliases.ts';
import { type FixtureDocument, fieldOf, type Path } from './fixture-error.ts';
import { type FixtureFormat, fixtureFormat, type Kind } from './fixture-format.ts';
import { FixtureMistakes } from './fixture-mistakes.ts';
import { generate } from './generate.ts';
import { Naming, type Node } from './naming.ts';
import { putBuiltInRows } from './prepared-rows.ts';
import { type Block, type Contents, type Item, readContents } from './read-items.ts';
import { type Given, type Lookup, stepsOf } from './read-value.ts';
import { type Clash, ExactWriter, isExact, type Origin, RowWriter, rowTimes, type Written } from './row-writer.ts';
import { putStoredRows } from './stored-rows.ts';

/** The dependencies of applying fixtures. */
export interface FixtureContext {
  readonly resources: readonly Resource[];
  readonly settings: Settings;
  /** Milliseconds since the epoch, by the world's clock. */
  readonly nowMillis: number;
  /** The collection of bearer tokens by name; a row's uid is the token. */
  readonly tokens: Collection<Row & { readonly identity: string }>;
  /** The result of fakerFor for the documents. */
  readonly faker?: Faker | undefined;
}

/** The result of applying fixtures. */
export interface Applied {
  /** The uids by alias, and of identities also by a name that only one has. */
  readonly aliases: ReadonlyMap<string, string>;
  /** The number of rows that were written. */
  readonly rows: number;
}

const NONE: readonly Lookup[] = [];

/** A thing that a document states: its path, and its number among its kind. */
interface Stated {
  readonly path: Path;
  readonly nth: number;
}

/** True for a row that can be identified, although not all of it could be read. */
const isNamed = ({ fields }: Kind, draft: JsonObject): boolean =>
  draft.name !== undefined ||
  [...fields.fields.values()].every(({ name, behaviour }) => behaviour !== 'required' || draft[name] !== undefined);
/** The number of rows that are written, or checked, in one step. */
const STEP = 50;

/** The violations in the words of a rule that refuses. Any other error is thrown on. */
const violationsOf = (error: unknown): readonly FieldViolation[] => {
  if (!(error instanceof ApiError)) throw error;
  return error.detail.fieldViolations ?? [{ field: '', description: error.message }];
};

/** The dependencies of applying a document, beside the context. */
interface Load {
  readonly format: FixtureFormat;
  readonly directory: Directory;
  readonly tx: Tx;
  readonly mistakes: FixtureMistakes;
}

/**
 * Applies one document. Rows are written first and checked after, so that they may refer to each other. Errors are
 * added to the mistakes, and the rest is applied, so that it is looked at too.
 */
class Loader {
  readonly #document: FixtureDocument;
  readonly #contents: Contents;
  readonly #context: FixtureContext;
  readonly #tx: Tx;
  readonly #directory: Directory;
  readonly #mistakes: FixtureMistakes;
  readonly #naming: Naming;
  readonly #writer: Pick<RowWriter, 'put' | 'check' | 'clash' | 'settle'>;
  readonly #format: FixtureFormat;
  readonly #nextTime: () => string;
  /** The things that the document states itself, by uid: generated ones may not replace them. */
  readonly #stated = new Map<Kind, Map<string, Stated>>();
  /** The uids of rows by their place and name, of kinds that a create of the API would replace. */
  readonly #named = new Map<string, string>();
  /** The uids of rows that were not there before. */
  readonly #made = new Set<string>();
  /** Rows that could be read in part, with the names in them that mean nothing: only the rest is checked. */
  readonly #partial = new Map<Written, readonly Lookup[]>();
  readonly #pace = new Pace(STEP);

  private constructor(
    document: FixtureDocument,
    { format, directory, tx, mistakes }: Load,
    context: FixtureContext,
    { contents, naming }: { readonly contents: Contents; readonly naming: Naming },
  ) {
    this.#document = document;
    this.#context = context;
    this.#tx = tx;
    this.#format = format;
    this.#directory = directory;
    this.#mistakes = mistakes;
    this.#contents = contents;
    this.#naming = naming;
    this.#nextTime = rowTimes(contents.startMillis, context.nowMillis);
    this.#writer = isExact(document, mistakes)
      ? new ExactWriter(tx)
      : new RowWriter(tx, directory, context.settings, instant(context.nowMillis));
  }

  /** Applies a document, and returns how many rows it wrote. */
  static *load(document: FixtureDocument, load: Load, context: FixtureContext): Steps<number> {
    const { format, directory, tx, mistakes } = load;
    const contents = yield* readContents(document, format, context.nowMillis, mistakes);
    const naming = yield* Naming.of(document, contents.items, { rows: tx, directory, mistakes });
    return yield* new Loader(document, load, context, { contents, naming }).#run();
  }

  *#run(): Steps<number> {
    const { nodes } = this.#naming;
    for (const node of nodes) {
      if (this.#pace.isDue()) yield;
      this.#storeAlias(node);
    }
    yield* this.#demandDistinct(nodes);
    this.#beginIndexes(nodes);
    const written: Written[] = [];
    for (const node of nodes) {
      if (this.#pace.isDue()) yield;
      const each = this.#putItem(node);
      if (each) written.push(each);
    }
    for (const each of written) {
      if (this.#pace.isDue()) yield;
      this.#check(each);
    }
    for (const each of written) {
      if (this.#pace.isDue()) yield;
      this.#writer.settle(each);
    }
    let rows = written.length;
    for (const node of nodes) {
      if (this.#pace.isDue()) yield;
      for (const block of node.item.blocks) rows += yield* this.#fill(block, this.#naming.uidOf(node));
    }
    for (const block of this.#contents.blocks) rows += yield* this.#fill(block, TOP);
    yield* this.#storeTokens();
    const load = { format: this.#format, tx: this.#tx, mistakes: this.#mistakes };
    return rows + (yield* putStoredRows(this.#document, load, this.#pace));
  }

  /** Makes indexes begin before rows are put: made afterwards, one would be made of all rows in one step. */
  #beginIndexes(nodes: readonly Node[]): void {
    for (const { resource } of new Set(nodes.map(({ item }) => item.kind))) {
      for (const field of resource.indexes) this.#tx.by(resource, field, '');
    }
  }

  #putItem(node: Node): Written | undefined {
    const { item } = node;
    const place = this.#naming.placeOf(node);
    const { values, unresolved } = this.#naming.resolve(item, place);
    return this.#put(item, this.#naming.uidOf(node), place, values, unresolved);
  }

  /** Generates the rows of a block, and checks each at once: none of them needs a later one. */
  *#fill(block: Block, place: string): Steps<number> {
    const { faker, nowMillis } = this.#context;
    if (!faker) throw new Error('a fixture that generates needs what fakerFor gives');
    const unresolved = new Map<Block, readonly Lookup[]>();
    const resolve = (given: Block, at: string): Given['values'] => {
      const resolved = this.#naming.resolve(given, at);
      unresolved.set(given, resolved.unresolved);
      return resolved.values;
    };
    const around = { faker, nowMillis, rows: this.#tx, directory: this.#directory, resolve };
    const before = this.#mistakes.count;
    let rows = 0;
    // The names of a block are drawn at its beginning.
    if (this.#pace.isDue(STEP)) yield;
    for (const { block: of, uid, place: at, values } of generate(block, place, around)) {
      if (this.#pace.isDue()) yield;
      // The next would have the same mistakes.
      if (of === block && rows > 0 && this.#mistakes.count > before) break;
      if (uid === undefined) {
        this.#report(of.path, 'makes things that have nothing to be called by');
        break;
      }
      if (this.#stated.get(of.kind)?.has(uid)) {
        this.#report(of.path, this.#describeTaken(of.kind, { row: { uid }, label: String(values.name ?? uid) }));
        break;
      }
      const written = this.#put(of, uid, at, values, unresolved.get(of) ?? NONE);
      if (!written) continue;
      this.#check(written);
      rows += 1;
    }
    return rows;
  }

  #put(
    origin: Item | Block,
    uid: string,
    place: string,
    values: Given['values'],
    unresolved: readonly Lookup[],
  ): Written | undefined {
    const isPartial = origin.isFaulty || unresolved.length > 0;
    try {
      const written = this.#writer.put(origin, uid, place, values, this.#nextTime());
      if (written && isPartial) this.#partial.set(written, unresolved);
      if (written && !written.previous) this.#made.add(uid);
      return written;
    } catch (error) {
      this.#addViolations(origin, isPartial ? values : undefined, violationsOf(error));
      // Refused rows are not there to be referred to.
      this.#mistakes.hide({ name: values.name, uid, ...('alias' in origin && { alias: origin.alias }) });
      return undefined;
    }
  }

  #check(written: Written): void {
    const { origin, draft } = written;
    const unresolved = this.#partial.get(written);
    for (const lookup of origin.lookups) {
      const { path, to, at, text } = lookup;
      if (unresolved?.includes(lookup)) continue;
      const uid = path.reduce<unknown>((value, step) => (value as Record<string | number, unknown>)?.[step], draft);
      if (this.#exists(String(uid), to) || this.#mistakes.mayHide(text)) continue;
      const words = to === undefined ? 'thing' : this.#directory.getResource(to).words.singular;
      this.#report(at, `there is no ${words} ${JSON.stringify(text)}`);
    }
    const stated = unresolved && draft;
    try {
      this.#addViolations(origin, stated, this.#writer.check(written));
      if (!stated || isNamed(origin.kind, draft)) this.#demandApart(written);
    } catch (error) {
      this.#addViolations(origin, stated, violationsOf(error));
    }
  }

  /** Adds a mistake if a row cannot stand beside another one: to the later of two. */
  #demandApart(written: Written): void {
    const { origin, uid, place, draft, previous } = written;
    const { kind, path } = origin;
    const isNewPlace = previous === undefined && this.#made.has(place);
    const namesake = kind.resource.rules.replaces ? this.#nameOnce(`${place}\n${draft.name}`, uid) : undefined;
    const clash = namesake
      ? { row: { uid: namesake }, label: String(draft.name) }
      : this.#writer.clash(written, isNewPlace);
    if (!clash) return;
    const stated = this.#stated.get(kind);
    const [own, other] = [stated?.get(uid), stated?.get(clash.row.uid)];
    if (own && other && own.nth < other.nth)
      this.#report(other.path, this.#describeTaken(kind, { ...clash, row: { uid } }));
    else this.#report(path, this.#describeTaken(kind, clash));
  }

  /** The row of a name in a place, if it is another one than this. */
  #nameOnce(named: string, uid: string): string | undefined {
    const before = this.#named.get(named);
    if (before === undefined) this.#named.set(named, uid);
    return before === uid ? undefined : before;
  }

  #describeTaken({ resource }: Kind, { row, label }: Clash): string {
    const { singular } = resource.words;
    const other = [...this.#stated.values()].map((things) => things.get(row.uid)).find((found) => found);
    const { line = 0 } = other ? this.#document.positionOf(other.path) : {};
    const at = other && `${fieldOf(other.path)}${line === 0 ? '' : `, line ${line}`}`;
    if (at !== undefined && UID.test(label)) return `is the same ${singular} as ${at}`;
    return `${singular} ${JSON.stringify(label)} already exists${at === undefined ? '' : `: ${at}`}`;
  }

  #exists(uid: string, to: string | undefined): boolean {
    return to === undefined
      ? this.#directory.find(this.#tx, uid) !== undefined
      : this.#tx.get(this.#directory.getResource(to), uid) !== undefined;
  }

  #storeAlias(node: Node): void {
    const { alias, path, kind } = node.item;
    if (alias === undefined) return;
    const { singular } = kind.resource;
    const uid = this.#naming.uidOf(node);
    const before = this.#tx.get(fixtureAliases, alias);
    if (before && before.of !== uid && this.#exists(before.of, before.kind)) {
      this.#report([...path, 'alias'], `alias "${alias}" is given already, to ${before.kind} ${before.of}`);
    }
    this.#tx.put(fixtureAliases, { uid: alias, of: uid, kind: singular });
  }

  /** Two things of one fixture with one uid would become one. */
  *#demandDistinct(nodes: readonly Node[]): Steps<void> {
    for (const node of nodes) {
      if (this.#pace.isDue()) yield;
      const { kind, path, isFaulty, ownUid } = node.item;
      if (isFaulty && ownUid === undefined) continue;
      const uid = this.#naming.uidOf(node);
      const stated = this.#stated.get(kind) ?? new Map<string, Stated>();
      this.#stated.set(kind, stated);
      if (stated.has(uid)) this.#report(path, this.#describeTaken(kind, { row: { uid }, label: uid }));
      else stated.set(uid, { path, nth: stated.size });
      const taken = kind.single ? undefined : this.#directory.find(this.#tx, uid);
      if (taken && taken.resource.plural !== kind.resource.plural) {
        this.#report([...path, 'uid'], `is the uid of a ${taken.resource.words.singular}`);
      }
    }
  }

  *#storeTokens(): Steps<void> {
    const { tokens } = this.#context;
    for (const [token, lookup] of this.#contents.tokens) {
      if (this.#pace.isDue()) yield;
      const identity = this.#naming.find(lookup, TOP);
      if (identity === undefined) continue;
      if (!this.#exists(identity, 'identity') && !this.#mistakes.mayHide(lookup.text)) {
        this.#report(lookup.at, `there is no identity "${lookup.text}"`);
      }
      const before = this.#tx.get(tokens, token);
      if (before && before.identity !== identity) {
        this.#report(lookup.at, `is a token of identity ${before.identity} already`);
      }
      if (!before) this.#tx.put(tokens, { uid: token, identity });
    }
  }

  /** Adds violations: of a thing that could not be read as a whole, only about fields that were read. */
  #addViolations(origin: Origin, stated: Given['values'] | undefined, found: readonly FieldViolation[]): void {
    if (found.length === 0) return;
    const { path, fieldsAt, lookups } = origin;
    for (const { field, description } of found) {
      const steps = stepsOf(field);
      const [first] = steps;
      if (stated && (first === undefined || !(first in stated))) continue;
      // The fixture may call the field otherwise: role instead of roleUid.
      const lookup = lookups.find((each) => isDeepStrictEqual(each.path, steps));
      this.#report(field === '' ? path : (lookup?.at ?? [...fieldsAt, ...steps]), textOf(description));
    }
  }

  #report(path: Path, description: string): void {
    this.#mistakes.add(this.#document, path, description);
  }
}

/** The uids by alias, and by a name that only one identity has. */
function* aliasesIn(directory: Directory, rows: Rows): Steps<ReadonlyMap<string, string>> {
  const pace = new Pace(STEP * 20);
  const aliases = new Map<string, string>();
  const shared = new Set<string>();
  for (const row of rows.listWithin(directory.getResource('identity'), TOP)) {
    if (pace.isDue()) yield;
    const { name } = row as Row & { readonly name?: string };
    if (name === undefined || shared.has(name)) continue;
    if (aliases.delete(name)) shared.add(name);
    else aliases.set(name, row.uid);
  }
  for (const { uid: alias, of } of rows.listWithin(fixtureAliases, TOP)) {
    if (pace.isDue()) yield;
    aliases.set(alias, of);
  }
  return aliases;
}

/**
 * Applies fixtures, in order, to the existing rows. A thing that exists takes on the values of the fixture.
 * Do it inside one write, which undoes everything when it throws.
 * @throws FixtureError for all that is wrong
 */
export function* applyFixtures(documents: readonly FixtureDocument[], tx: Tx, context: FixtureContext): Steps<Applied> {
  const format = fixtureFormat(context.resources);
  const directory = new ResourceDirectory(context.resources);
  const mistakes = new FixtureMistakes();
  putBuiltInRows(context.resources, tx);
  let rows = 0;
  for (const document of documents) rows += yield* Loader.load(document, { format, directory, tx, mistakes }, context);
  mistakes.demandNone();
  return { aliases: yield* aliasesIn(directory, tx), rows };
}
