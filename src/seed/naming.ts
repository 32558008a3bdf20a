import type { Directory } from '../kernel/directory.ts';
import type { Resource } from '../kernel/resource.ts';
import type { Rows } from '../kernel/rows.ts';
import { ancestorsOf, parentOf, TOP, UID } from '../kernel/uid.ts';
import { fixtureAliases } from './fixture-aliases.ts';
import { type FixtureDocument, faultAt } from './fixture-document.ts';
import type { Path } from './fixture-error.ts';
import { derivedUid, identityOf, statedUid } from './fixture-uids.ts';
import { nearestKey } from './nearest-key.ts';
import type { Item } from './read-items.ts';
import { type Given, type Lookup, withAt } from './read-value.ts';

/** An item with its place among the others. */
export interface Node {
  readonly item: Item;
  readonly above: Node | undefined;
  /** The items of its kind in the same place, itself included. */
  readonly siblings: readonly Node[];
}

const nodesOf = (items: readonly Item[], above: Node | undefined): readonly Node[] => {
  const siblings = new Map<string, Node[]>();
  return items.flatMap((item) => {
    const { key } = item.kind;
    const group = siblings.get(key) ?? [];
    siblings.set(key, group);
    const node = { item, above, siblings: group };
    group.push(node);
    return [node, ...nodesOf(item.children, node)];
  });
};

const nameOf = ({ item }: Node): string => String(item.values.name ?? '');

/** Knows what the things of one fixture are called, in the fixture and as uids. */
export class Naming {
  /** Every item, each before what lies below it. */
  readonly nodes: readonly Node[];
  readonly #document: FixtureDocument;
  readonly #rows: Rows;
  readonly #directory: Directory;
  readonly #uids = new Map<Node, string | undefined>();
  readonly #byAlias = new Map<string, Node>();
  readonly #byName = new Map<string, Node[]>();

  /** @throws FixtureError when two items have one alias */
  constructor(document: FixtureDocument, items: readonly Item[], rows: Rows, directory: Directory) {
    this.#document = document;
    this.#rows = rows;
    this.#directory = directory;
    this.nodes = nodesOf(items, undefined);
    for (const node of this.nodes) {
      const { alias, path } = node.item;
      if (alias !== undefined) {
        if (this.#byAlias.has(alias)) throw this.#fault([...path, 'alias'], `alias "${alias}" is given twice`);
        this.#byAlias.set(alias, node);
      }
      const name = nameOf(node);
      const named = this.#byName.get(name);
      if (named) named.push(node);
      else this.#byName.set(name, [node]);
    }
  }

  /** @throws FixtureError when the item can have no uid, or not the one it says */
  uidOf(node: Node): string {
    if (!this.#uids.has(node)) this.#assign(node);
    const uid = this.#uids.get(node);
    if (uid === undefined) throw this.#fault(node.item.path, 'is called by something that it is called by itself');
    return uid;
  }

  /** The uid of what a node lives in. */
  placeOf({ above }: Node): string {
    return above ? this.uidOf(above) : TOP;
  }

  /** The values of an item, with uids in the place of aliases and names. */
  resolved({ values, lookups }: Given, place: string): Given['values'] {
    return lookups.reduce<Given['values']>(
      (so, lookup) => withAt(so, lookup.path, this.find(lookup, place)) as Given['values'],
      values,
    );
  }

  /**
   * The uid that a text means, seen from a place in the tree: an alias, a uid, or a name. Of several things with the
   * name, the one nearest above counts, then the only one of the fixture, then the only one there is.
   * @throws FixtureError when it means nothing, or several things
   */
  find({ text, to, at }: Lookup, place: string): string {
    const aliased = this.#aliased(text);
    if (aliased && (to === undefined || aliased.kind === to)) return aliased.uid();
    if (UID.test(text)) return text;
    const own = (this.#byName.get(text) ?? []).filter(({ item }) => to === undefined || this.#is(item, to));
    const fromFixture = new Set(own.map((node) => this.uidOf(node)));
    const all = new Set([...fromFixture, ...this.#stored(text, to)]);
    for (const scope of [...(place === TOP ? [] : [place, ...ancestorsOf(place)]), TOP]) {
      const [near, ...others] = [...all].filter((uid) => parentOf(uid) === scope);
      if (near !== undefined && others.length === 0) return near;
      if (near !== undefined) break;
    }
    for (const candidates of [fromFixture, all]) {
      const [only, ...others] = candidates;
      if (only !== undefined && others.length === 0) return only;
    }
    throw this.#fault(at, this.#puzzle(text, to, all.size, aliased?.kind));
  }

  #assign({ siblings }: Node): void {
    for (const node of siblings) this.#uids.set(node, undefined);
    const used = new Map<string, number>();
    for (const node of siblings) {
      const { kind, path, ownUid } = node.item;
      const place = this.placeOf(node);
      if (kind.single) {
        this.#uids.set(node, place);
        continue;
      }
      if (ownUid !== undefined) {
        const uid = statedUid(kind, place, ownUid);
        const below = place === TOP ? '40 hex digits' : `16 hex digits, alone or after "${place}/"`;
        const rule = kind.inTree ? `must be ${below}` : 'must be text without spaces';
        if (uid === undefined) throw this.#fault([...path, 'uid'], rule);
        this.#uids.set(node, uid);
        continue;
      }
      // Names that are not looked up are known before any uid is.
      const { lookups, values } = node.item;
      const needed = kind.resource.rules.identify !== undefined || values.name === undefined;
      const identity = identityOf(node.item, needed && lookups.length > 0 ? this.resolved(node.item, place) : values);
      const nth = used.get(identity) ?? 0;
      used.set(identity, nth + 1);
      const uid = derivedUid(kind, place, identity, nth);
      if (uid === undefined) throw this.#fault(path, 'needs a uid');
      this.#uids.set(node, uid);
    }
  }

  #aliased(text: string): { readonly uid: () => string; readonly kind: string } | undefined {
    const node = this.#byAlias.get(text);
    if (node) return { uid: () => this.uidOf(node), kind: node.item.kind.resource.singular };
    const stored = this.#rows.get(fixtureAliases, text);
    return stored && { uid: () => stored.of, kind: stored.kind };
  }

  #stored(name: string, to: string | undefined): readonly string[] {
    const named = (resource: Resource): readonly string[] =>
      resource.indexes.includes('name') ? this.#rows.by(resource, 'name', name).map(({ uid }) => uid) : [];
    return to === undefined ? this.#directory.resources.flatMap(named) : named(this.#directory.named(to));
  }

  #is({ kind }: Item, singular: string): boolean {
    return kind.resource.singular === singular;
  }

  #puzzle(text: string, to: string | undefined, count: number, otherKind: string | undefined): string {
    const quoted = JSON.stringify(text);
    const { words } = to === undefined ? { words: { singular: 'thing', plural: 'things' } } : this.#directory.named(to);
    if (count > 1) return `${quoted} may mean several ${words.plural}: give the one that is meant an alias`;
    if (otherKind !== undefined) {
      return `${quoted} is the alias of another thing: ${this.#directory.named(otherKind).words.singular}, not ${words.singular}`;
    }
    const known = this.nodes
      .filter(({ item }) => to === undefined || this.#is(item, to))
      .flatMap((node) => [node.item.alias ?? '', nameOf(node)]);
    const nearest = nearestKey(
      text,
      known.filter((name) => name !== ''),
    );
    return `no ${words.singular} is called ${quoted}${nearest === undefined ? '' : `, did you mean "${nearest}"?`}`;
  }

  #fault(path: Path, description: string): Error {
    return faultAt(this.#document, path, description);
  }
}
