import { isDeepStrictEqual } from 'node:util';
import type { Faker } from '@faker-js/faker';
import { instant } from '../kernel/clock.ts';
import type { Settings } from '../kernel/context.ts';
import { Directory } from '../kernel/directory.ts';
import { ApiError } from '../kernel/errors.ts';
import type { Resource } from '../kernel/resource.ts';
import type { Collection, Row, Rows, Tx } from '../kernel/rows.ts';
import { TOP } from '../kernel/uid.ts';
import { fixtureAliases, knownAliases } from './fixture-aliases.ts';
import { type FixtureDocument, faultAt } from './fixture-document.ts';
import type { Path } from './fixture-error.ts';
import { type FixtureFormat, fixtureFormat } from './fixture-format.ts';
import { generate } from './generate.ts';
import { Naming, type Node } from './naming.ts';
import { type Block, type Contents, readContents } from './read-items.ts';
import { type Given, stepsOf } from './read-value.ts';
import { rowTimes } from './row-times.ts';
import { type Breach, type Origin, RowWriter, type Written } from './row-writer.ts';

/** What fixtures are applied with. */
export interface FixtureContext {
  readonly resources: readonly Resource[];
  readonly settings: Settings;
  /** Milliseconds since the epoch, by the world's clock. */
  readonly nowMillis: number;
  /** Where bearer tokens by name are kept; a row's uid is the token. */
  readonly tokens: Collection<Row & { readonly identity: string }>;
  /** What fakerFor gave for the documents. */
  readonly faker?: Faker | undefined;
}

/** What came of applying fixtures. */
export interface Applied {
  /** The uids by alias, and of identities by name too where only one has it. */
  readonly aliases: ReadonlyMap<string, string>;
  /** How many rows were written. */
  readonly rows: number;
}

/** Puts the rows that exist in every world, where they are not there yet. */
const putBuiltInRows = (resources: readonly Resource[], tx: Tx): void => {
  for (const resource of resources) {
    for (const row of resource.builtIn ?? []) if (!tx.get(resource, row.uid)) tx.put(resource, row);
  }
};

/** Applies one document. Rows are written first and checked after, so that they may refer to each other. */
class Loader {
  readonly #document: FixtureDocument;
  readonly #contents: Contents;
  readonly #context: FixtureContext;
  readonly #tx: Tx;
  readonly #directory: Directory;
  readonly #naming: Naming;
  readonly #writer: RowWriter;
  readonly #nextTime: () => string;

  constructor(document: FixtureDocument, format: FixtureFormat, directory: Directory, tx: Tx, context: FixtureContext) {
    this.#document = document;
    this.#context = context;
    this.#tx = tx;
    this.#directory = directory;
    this.#contents = readContents(document, format, context.nowMillis);
    this.#nextTime = rowTimes(this.#contents.startMillis, context.nowMillis);
    this.#naming = new Naming(document, this.#contents.items, tx, directory);
    this.#writer = new RowWriter(tx, directory, context.settings, instant(context.nowMillis));
  }

  /** How many rows it wrote. */
  run(): number {
    const { nodes } = this.#naming;
    for (const node of nodes) this.#keepAlias(node);
    this.#demandDistinct(nodes);
    const written = nodes.map((node) => this.#putItem(node)).filter((each) => each !== undefined);
    for (const each of written) this.#check(each);
    let rows = written.length;
    for (const node of nodes) for (const block of node.item.blocks) rows += this.#fill(block, this.#naming.uidOf(node));
    for (const block of this.#contents.blocks) rows += this.#fill(block, TOP);
    this.#keepTokens();
    return rows;
  }

  #putItem(node: Node): Written | undefined {
    const { item } = node;
    const place = this.#naming.placeOf(node);
    return this.#put(item, this.#naming.uidOf(node), place, this.#naming.resolved(item, place));
  }

  /** Makes what a block says, and checks each row at once: none of them needs a later one. */
  #fill(block: Block, place: string): number {
    const { faker, nowMillis } = this.#context;
    if (!faker) throw new Error('a fixture that generates needs what fakerFor gives');
    const resolve = (given: Given, at: string): Given['values'] => this.#naming.resolved(given, at);
    const around = { faker, nowMillis, rows: this.#tx, directory: this.#directory, resolve };
    let rows = 0;
    for (const { block: of, uid, place: at, values } of generate(block, place, around)) {
      if (uid === undefined) throw this.#fault(of.path, 'makes things that have nothing to be called by');
      const written = this.#put(of, uid, at, values);
      if (!written) continue;
      this.#check(written);
      rows += 1;
    }
    return rows;
  }

  #put(origin: Origin, uid: string, place: string, values: Given['values']): Written | undefined {
    return this.#guard(origin, () => this.#writer.put(origin, uid, place, values, this.#nextTime()));
  }

  #check(written: Written): void {
    const { origin, draft } = written;
    for (const { path, to, at, text } of origin.lookups) {
      const uid = path.reduce<unknown>((value, step) => (value as Record<string | number, unknown>)?.[step], draft);
      if (this.#exists(String(uid), to)) continue;
      const words = to === undefined ? 'thing' : this.#directory.named(to).words.singular;
      throw this.#fault(at, `there is no ${words} ${JSON.stringify(text)}`);
    }
    const breach = this.#guard(origin, () => this.#writer.check(written));
    if (breach) throw this.#breached(origin, breach);
  }

  #exists(uid: string, to: string | undefined): boolean {
    return to === undefined
      ? this.#directory.find(this.#tx, uid) !== undefined
      : this.#tx.get(this.#directory.named(to), uid) !== undefined;
  }

  #keepAlias(node: Node): void {
    const { alias, path, kind } = node.item;
    if (alias === undefined) return;
    const { singular } = kind.resource;
    const uid = this.#naming.uidOf(node);
    const before = this.#tx.get(fixtureAliases, alias);
    if (before && before.of !== uid && this.#exists(before.of, before.kind)) {
      throw this.#fault([...path, 'alias'], `alias "${alias}" is given already, to ${before.kind} ${before.of}`);
    }
    this.#tx.put(fixtureAliases, { uid: alias, of: uid, kind: singular });
  }

  /** Two things of one fixture with one uid would become one. */
  #demandDistinct(nodes: readonly Node[]): void {
    const seen = new Set<string>();
    for (const node of nodes) {
      const { kind, path } = node.item;
      const uid = this.#naming.uidOf(node);
      const key = `${kind.resource.plural} ${uid}`;
      if (seen.has(key)) throw this.#fault(path, `${kind.resource.words.singular} "${uid}" already exists`);
      seen.add(key);
      const taken = kind.single ? undefined : this.#directory.find(this.#tx, uid);
      if (taken && taken.resource.plural !== kind.resource.plural) {
        throw this.#fault([...path, 'uid'], `is the uid of a ${taken.resource.words.singular}`);
      }
    }
  }

  #keepTokens(): void {
    const { tokens } = this.#context;
    for (const [token, lookup] of this.#contents.tokens) {
      const identity = this.#naming.find(lookup, TOP);
      if (!this.#exists(identity, 'identity')) throw this.#fault(lookup.at, `there is no identity "${lookup.text}"`);
      const before = this.#tx.get(tokens, token);
      if (before && before.identity !== identity) {
        throw this.#fault(lookup.at, `is a token of identity ${before.identity} already`);
      }
      if (!before) this.#tx.put(tokens, { uid: token, identity });
    }
  }

  #guard<T>(origin: Origin, run: () => T): T {
    try {
      return run();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const breach = error.detail.fieldViolations?.[0] ?? { field: '', description: error.message };
      throw this.#breached(origin, breach);
    }
  }

  #breached({ path, fieldsAt, lookups }: Origin, { field, description }: Breach): Error {
    if (field === '') return this.#fault(path, description);
    const steps = stepsOf(field);
    // The fixture may call the field otherwise: role instead of roleUid.
    const lookup = lookups.find((each) => isDeepStrictEqual(each.path, steps));
    return this.#fault(lookup?.at ?? [...fieldsAt, ...steps], description);
  }

  #fault(path: Path, description: string): Error {
    return faultAt(this.#document, path, description);
  }
}

const namesOfIdentities = (directory: Directory, rows: Rows): ReadonlyMap<string, string> => {
  const byName = new Map<string, string[]>();
  for (const row of rows.within(directory.named('identity'), TOP)) {
    const { name } = row as Row & { readonly name?: string };
    if (name !== undefined) byName.set(name, [...(byName.get(name) ?? []), row.uid]);
  }
  return new Map([...byName].flatMap(([name, [uid, ...others]]) => (uid && others.length === 0 ? [[name, uid]] : [])));
};

/**
 * Applies fixtures, in order, on top of what there is. A thing that is there already takes on what a fixture says.
 * Call it inside one write, which undoes everything when it throws.
 * @throws FixtureError for the first thing that is wrong
 */
export const applyFixtures = (documents: readonly FixtureDocument[], tx: Tx, context: FixtureContext): Applied => {
  const format = fixtureFormat(context.resources);
  const directory = new Directory(context.resources);
  putBuiltInRows(context.resources, tx);
  let rows = 0;
  for (const document of documents) rows += new Loader(document, format, directory, tx, context).run();
  return { aliases: new Map([...namesOfIdentities(directory, tx), ...knownAliases(tx)]), rows };
};
