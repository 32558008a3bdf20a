import { uidFor } from '../kernel/ids.ts';
import type { Directory, Resource } from '../kernel/resource.ts';
import type { Rows } from '../kernel/rows.ts';
import { Pace, runAtOnce, type Steps } from '../kernel/steps.ts';
import { ancestorsOf, parentOf, TOP, UID } from '../kernel/uid.ts';
import { findNearestName } from '../schema/nearest-name.ts';
import { fixtureAliases } from './fixture-aliases.ts';
import { type FixtureDocument, fieldOf, type Path } from './fixture-error.ts';
import type { FixtureMistakes } from './fixture-mistakes.ts';
import { identityOf, makeUidDeriver, readUid } from './fixture-uids.ts';
import type { Item } from './read-items.ts';
import { type Given, type Lookup, withAll } from './read-value.ts';

/** An item with its place among the others. */
export interface Node {
  readonly item: Item;
  readonly above: Node | undefined;
  /** The items of its kind in the same place, itself included. */
  readonly siblings: readonly Node[];
}

/** The number of items that get their place, or their uid, in one step. */
const STEP = 200;

function* addNodes(to: Node[], items: readonly Item[], above: Node | undefined, pace: Pace): Steps<void> {
  const siblings = new Map<string, Node[]>();
  for (const item of items) {
    if (pace.isDue()) yield;
    const { key } = item.kind;
    const group = siblings.get(key) ?? [];
    siblings.set(key, group);
    const node = { item, above, siblings: group };
    group.push(node);
    to.push(node);
    yield* addNodes(to, item.children, node, pace);
  }
}

/** The values of an item with uids in them, and its names that mean nothing. */
export interface Resolved {
  readonly values: Given['values'];
  readonly unresolved: readonly Lookup[];
}

/** The most stored rows of a kind that are searched for the name that was probably meant. */
const MAX_STORED_NAMES = 5_000;

const nameOf = ({ item }: Node): string => String(item.values.name ?? '');

/** A uid for a thing that can have none, whose fixture is refused. */
const makePlaceholderUid = ({ kind, path }: Item): string =>
  uidFor('mistake', TOP, kind.resource.singular, fieldOf(path), 0);

/** True if a uid follows from the uids of other things. */
const isNamedByOthers = ({ item: { kind, ownUid, lookups, values } }: Node): boolean =>
  ownUid === undefined &&
  lookups.length > 0 &&
  (kind.resource.rules.identify !== undefined || values.name === undefined);

/** The rows to look names up in, beside the fixture, and the receiver of mistakes. */
interface Around {
  readonly rows: Rows;
  readonly directory: Directory;
  readonly mistakes: FixtureMistakes;
}

/** Knows the names of the things of one fixture, in the fixture and as uids. */
export class Naming {
  /** Every item, each before those below it. */
  readonly nodes: readonly Node[];
  readonly #pace = new Pace(STEP);
  readonly #document: FixtureDocument;
  readonly #rows: Rows;
  readonly #directory: Directory;
  readonly #uids = new Map<Node, string | undefined>();
  readonly #byAlias = new Map<string, Node>();
  readonly #byName = new Map<string, Node[]>();
  readonly #mistakes: FixtureMistakes;
  readonly #known = new Map<string | undefined, readonly string[]>();

  private constructor(document: FixtureDocument, nodes: readonly Node[], { rows, directory, mistakes }: Around) {
    this.#document = document;
    this.#mistakes = mistakes;
    this.#rows = rows;
    this.#directory = directory;
    this.nodes = nodes;
  }

  /** Learns the items of a document. A name without a meaning, or with several, is added to the mistakes. */
  static *of(document: FixtureDocument, items: readonly Item[], around: Around): Steps<Naming> {
    const nodes: Node[] = [];
    yield* addNodes(nodes, items, undefined, new Pace(STEP));
    const naming = new Naming(document, nodes, around);
    yield* naming.#learn();
    yield* naming.#assignAll();
    return naming;
  }

  /** @throws FixtureError when the item cannot have a uid, or not the one that it contains */
  uidOf(node: Node): string {
    if (!this.#uids.has(node)) runAtOnce(this.#assign(node));
    const uid = this.#uids.get(node);
    if (uid !== undefined) return uid;
    this.#report(node.item.path, 'is called by something that it is called by itself');
    return makePlaceholderUid(node.item);
  }

  /** The uid of a node's parent. */
  placeOf({ above }: Node): string {
    return above ? this.uidOf(above) : TOP;
  }

  /** The values of an item, with uids in the place of aliases and names. */
  resolve({ values, lookups }: Given, place: string): Resolved {
    const found: (readonly [path: Path, uid: string])[] = [];
    const unresolved: Lookup[] = [];
    for (const lookup of lookups) {
      const uid = this.find(lookup, place);
      if (uid === undefined) unresolved.push(lookup);
      else found.push([lookup.path, uid]);
    }
    return { values: withAll(values, found) as Given['values'], unresolved };
  }

  /**
   * The uid that a text means, seen from a place in the tree: an alias, a uid, or a name. Among several things with the
   * name, the one nearest above counts, then the only one of the fixture, then the only one there is. Undefined, and a
   * mistake, when it means nothing or several things.
   */
  find({ text, to, at }: Lookup, place: string): string | undefined {
    const aliased = this.#findAliased(text);
    if (aliased && (to === undefined || aliased.kind === to)) return aliased.uid();
    if (UID.test(text)) return text;
    const own = (this.#byName.get(text) ?? []).filter(({ item }) => to === undefined || this.#is(item, to));
    const fromFixture = new Set(own.map((node) => this.uidOf(node)));
    const all = new Set([...fromFixture, ...this.#findStored(text, to)]);
    for (const scope of [...(place === TOP ? [] : [place, ...ancestorsOf(place)]), TOP]) {
      const [near, ...others] = [...all].filter((uid) => parentOf(uid) === scope);
      if (near !== undefined && others.length === 0) return near;
      if (near !== undefined) break;
    }
    for (const candidates of [fromFixture, all]) {
      const [only, ...others] = candidates;
      if (only !== undefined && others.length === 0) return only;
    }
    // Its target may be among things that could not be read, which have their own mistake.
    if (all.size > 0 || !this.#mistakes.mayHide(text))
      this.#report(at, this.#puzzle(text, to, all.size, aliased?.kind));
    return undefined;
  }

  *#learn(): Steps<void> {
    for (const node of this.nodes) {
      if (this.#pace.isDue()) yield;
      const { alias, path } = node.item;
      if (alias !== undefined) {
        if (this.#byAlias.has(alias)) this.#report([...path, 'alias'], `alias "${alias}" is given twice`);
        else this.#byAlias.set(alias, node);
      }
      const name = nameOf(node);
      const sameName = this.#byName.get(name);
      if (sameName) sameName.push(node);
      else this.#byName.set(name, [node]);
    }
  }

  /** Assigns uids, first to items called by nothing else: the rest may follow from these. */
  *#assignAll(): Steps<void> {
    for (const isLater of [false, true]) {
      for (const node of this.nodes) {
        if (this.#pace.isDue()) yield;
        const isFirst = node.siblings[0] === node;
        if (isFirst && !this.#uids.has(node) && node.siblings.some(isNamedByOthers) === isLater) {
          yield* this.#assign(node);
        }
      }
    }
  }

  *#assign({ siblings }: Node): Steps<void> {
    for (const node of siblings) this.#uids.set(node, undefined);
    const used = new Map<string, number>();
    for (const node of siblings) {
      if (this.#pace.isDue()) yield;
      this.#uids.set(node, this.#uidFor(node, used));
    }
  }

  #uidFor(node: Node, used: Map<string, number>): string {
    const { item } = node;
    const { kind, path, ownUid } = item;
    const place = this.placeOf(node);
    if (kind.single) return place;
    if (ownUid !== undefined) {
      const uid = readUid(kind, place, ownUid);
      const below = place === TOP ? '40 hex digits' : `16 hex digits, alone or after "${place}/"`;
      const rule = kind.inTree ? `must be ${below}` : 'must be text without spaces';
      if (uid === undefined) {
        this.#report([...path, 'uid'], rule);
        this.#mistakes.hide(ownUid);
      }
      return uid ?? makePlaceholderUid(item);
    }
    // A name without lookups is known before any uid.
    const values = isNamedByOthers(node) ? this.resolve(item, place).values : item.values;
    const identity = identityOf(item, values);
    const nth = used.get(identity) ?? 0;
    used.set(identity, nth + 1);
    const uid = makeUidDeriver(kind, place)(identity, nth);
    if (uid === undefined && !item.isFaulty) this.#report(path, 'needs a uid');
    return uid ?? makePlaceholderUid(item);
  }

  #findAliased(text: string): { readonly uid: () => string; readonly kind: string } | undefined {
    const node = this.#byAlias.get(text);
    if (node) return { uid: () => this.uidOf(node), kind: node.item.kind.resource.singular };
    const stored = this.#rows.get(fixtureAliases, text);
    return stored && { uid: () => stored.of, kind: stored.kind };
  }

  #findStored(name: string, to: string | undefined): readonly string[] {
    const findByName = (resource: Resource): readonly string[] =>
      resource.indexes.includes('name') ? this.#rows.by(resource, 'name', name).map(({ uid }) => uid) : [];
    return to === undefined
      ? this.#directory.resources.flatMap(findByName)
      : findByName(this.#directory.getResource(to));
  }

  #is({ kind }: Item, singular: string): boolean {
    return kind.resource.singular === singular;
  }

  #puzzle(text: string, to: string | undefined, count: number, otherKind: string | undefined): string {
    const quoted = JSON.stringify(text);
    const { words } =
      to === undefined ? { words: { singular: 'thing', plural: 'things' } } : this.#directory.getResource(to);
    if (count > 1) return `${quoted} may mean several ${words.plural}: give the one that is meant an alias`;
    if (otherKind !== undefined) {
      return `${quoted} is the alias of another thing: ${this.#directory.getResource(otherKind).words.singular}, not ${words.singular}`;
    }
    const nearest = findNearestName(text, this.#listNames(to), this.#mistakes.effort);
    return `no ${words.singular} is called ${quoted}${nearest === undefined ? '' : `, did you mean "${nearest}"?`}`;
  }

  #listNames(to: string | undefined): readonly string[] {
    const before = this.#known.get(to);
    if (before) return before;
    const own = this.nodes
      .filter(({ item }) => to === undefined || this.#is(item, to))
      .flatMap((node) => [node.item.alias ?? '', nameOf(node)]);
    // Built-in roles, and what fixtures before this one have made.
    const stored = to === undefined ? [] : this.#listStoredNames(this.#directory.getResource(to));
    const names = [...own, ...stored].filter((name) => name !== '');
    this.#known.set(to, names);
    return names;
  }

  #listStoredNames(resource: Resource): readonly string[] {
    const { [resource.name]: count = 0 } = this.#rows.counts();
    if (count > MAX_STORED_NAMES || !resource.indexes.includes('name')) return [];
    return this.#rows.listWithin(resource, TOP).map((row) => String((row as { readonly name?: unknown }).name ?? ''));
  }

  #report(path: Path, description: string): void {
    this.#mistakes.add(this.#document, path, description);
  }
}
