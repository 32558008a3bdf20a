import { allResources } from '../editions/editions.ts';
import { ResourceDirectory } from '../kernel/directory.ts';
import type { Resource } from '../kernel/resource.ts';
import { fieldOf, type Row, type Rows } from '../kernel/rows.ts';
import { TOP } from '../kernel/uid.ts';
import { UID_IN_TEXT } from './neutral-text.ts';

const directory = new ResourceDirectory(allResources);

/** The kinds of rows that the API shows, by the names of their collections. */
export const kinds: ReadonlyMap<string, Resource> = new Map(allResources.map((resource) => [resource.name, resource]));

/** One step of the way from a root to a row. */
export interface PlaceStep {
  readonly kind: string;
  /** Its name, or else the value that the API derives its uid from. */
  readonly name: string;
  /** True for a row that the world began with: its name is no accident of a run. */
  readonly wasThere: boolean;
}

/** The way from a root to a row, the row itself included. */
export type Place = readonly PlaceStep[];

/** Finds the places of rows in the state of a world, and in the state that it began with. */
export class Places {
  readonly #began: Rows;
  readonly #now: Rows;
  readonly #known = new Map<string, PlaceStep>();

  constructor(began: Rows, now: Rows) {
    this.#began = began;
    this.#now = now;
  }

  of(kind: string, row: Row): Place {
    const resource = kinds.get(kind);
    const { uid } = row;
    const above = uid.split('/').slice(0, -1);
    const wasThere = resource !== undefined && this.#began.get(resource, uid) !== undefined;
    return [...this.#steps(above), { kind, name: resource ? this.#called(resource, row) : uid, wasThere }];
  }

  /** The place of whatever has a uid; undefined if neither state has it. */
  at(uid: string): Place | undefined {
    const steps = this.#steps(uid.split('/'));
    return steps.at(-1)?.kind === '' ? undefined : steps;
  }

  /**
   * The name of a row, or the value that the API derives its uid from. A uid in it is replaced by the name of a row of the
   * beginning, or by the kind of any other.
   */
  #called(resource: Resource, row: Row): string {
    const named = fieldOf(row, 'name');
    const text = typeof named === 'string' && named !== '' ? named : (resource.rules.identify?.(row as never) ?? '');
    return text.replaceAll(UID_IN_TEXT, (uid) => {
      const found = this.at(uid);
      const last = found?.at(-1);
      return `<${last?.wasThere ? found?.map(({ name }) => name).join('/') : (last?.kind ?? 'uid')}>`;
    });
  }

  #steps(parts: readonly string[]): Place {
    return parts.map((_, index) => this.#step(parts.slice(0, index + 1).join('/')));
  }

  #step(uid: string): PlaceStep {
    const known = this.#known.get(uid);
    if (known) return known;
    const before = directory.find(this.#began, uid);
    const found = directory.find(this.#now, uid) ?? before;
    const step = found
      ? { kind: found.resource.name, name: this.#called(found.resource, found.row), wasThere: before !== undefined }
      : { kind: '', name: '?', wasThere: false };
    this.#known.set(uid, step);
    return step;
  }
}

/** A row that differs between two states. */
export interface TouchedRow {
  /** The name of its collection. */
  readonly kind: string;
  readonly uid: string;
  readonly before: Row | undefined;
  readonly after: Row | undefined;
}

/** The rows of the API that differ between two states; rows that both states share are not compared. */
export const touchedRows = (before: Rows, after: Rows): readonly TouchedRow[] => {
  const touched: TouchedRow[] = [];
  for (const [kind, of] of kinds) {
    for (const row of before.listWithin(of, TOP)) {
      if (!after.get(of, row.uid)) touched.push({ kind, uid: row.uid, before: row, after: undefined });
    }
    for (const row of after.listWithin(of, TOP)) {
      const old = before.get(of, row.uid);
      if (old !== row) touched.push({ kind, uid: row.uid, before: old, after: row });
    }
  }
  return touched;
};
