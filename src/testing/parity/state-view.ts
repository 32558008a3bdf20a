import type { CallScope } from '../../kernel/call-scope.ts';
import type { Resource } from '../../kernel/resource.ts';
import type { Row } from '../../kernel/rows.ts';
import { TOP } from '../../kernel/uid.ts';

/** The uids and values of a state, for generated calls. */
export interface StateView {
  /** The uids of a kind, by its singular name, or of all kinds. */
  readonly uids: (kind: string | undefined) => readonly string[];
  /** The distinct texts that stored rows have in fields of a name, also inside messages. */
  readonly texts: (field: string) => readonly string[];
  /** The uids of a kind, or of all kinds, that this sequence has created. */
  readonly made: (kind: string | undefined) => readonly string[];
  /** The distinct texts that the answers of this sequence had in fields of a name. */
  readonly answered: (field: string) => readonly string[];
}

/** The uids and texts in the answers of a sequence so far. */
export class Answers {
  readonly #made: { readonly kind: string; readonly uid: string }[] = [];
  readonly #texts = new Map<string, Set<string>>();

  /** `kind` is the kind of the created row, if the call created one. */
  add(answer: unknown, kind: string | undefined): void {
    collect(answer, '', this.#texts);
    // v1 calls it the id (behaviour §12.4 V13).
    const { id, uid = id } = (answer ?? {}) as { readonly uid?: string; readonly id?: string };
    if (kind !== undefined && uid !== undefined) this.#made.push({ kind, uid });
  }

  made(kind: string | undefined): readonly string[] {
    return this.#made.filter((one) => kind === undefined || one.kind === kind).map(({ uid }) => uid);
  }

  texts(field: string): readonly string[] {
    return [...(this.#texts.get(field) ?? [])];
  }
}

const collect = (value: unknown, name: string, into: Map<string, Set<string>>): void => {
  if (typeof value === 'string') {
    const known = into.get(name);
    if (known) known.add(value);
    else into.set(name, new Set([value]));
  } else if (Array.isArray(value)) {
    for (const item of value) collect(item, name, into);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) collect(item, key, into);
  }
};

const textsOfRows = new WeakMap<object, ReadonlyMap<string, ReadonlySet<string>>>();

/** The texts of a row by field, which are collected once: rows are replaced, not changed. */
const textsOf = (row: object): ReadonlyMap<string, ReadonlySet<string>> => {
  const known = textsOfRows.get(row);
  if (known) return known;
  const texts = new Map<string, Set<string>>();
  collect(row, '', texts);
  textsOfRows.set(row, texts);
  return texts;
};

const NONE: readonly string[] = [];

/** A view of a world's rows, which is computed again when they change. */
export const viewOf = ({ store }: CallScope, resources: readonly Resource[], answers: Answers): StateView => {
  let version = -1;
  let uids = new Map<string | undefined, readonly string[]>();
  let rows: readonly Row[] = [];
  let lists = new Map<string, readonly string[]>();
  const refresh = (): void => {
    const now = store.rows.version(resources);
    if (now === version) return;
    version = now;
    lists = new Map();
    const found = resources.map((resource) => [resource.singular, store.rows.listWithin(resource, TOP)] as const);
    rows = found.flatMap(([, each]) => each);
    uids = new Map<string | undefined, readonly string[]>([
      ...found.map(([kind, each]) => [kind, each.map(({ uid }) => uid)] as const),
      [undefined, rows.map(({ uid }) => uid)],
    ]);
  };
  return {
    made: (kind) => answers.made(kind),
    answered: (field) => answers.texts(field),
    uids: (kind) => {
      refresh();
      return uids.get(kind) ?? NONE;
    },
    texts: (field) => {
      refresh();
      const known = lists.get(field) ?? [...new Set(rows.flatMap((row) => [...(textsOf(row).get(field) ?? [])]))];
      lists.set(field, known);
      return known;
    },
  };
};
