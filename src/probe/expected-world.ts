import type { StateDifference } from '../../generated/nouns.ts';
import { differenceOf } from '../features/snapshots/state-difference.ts';
import { Naming } from './naming.ts';
import { RowForms, type StateTable, stateTable } from './row-form.ts';
import { addMoments, type EverSeen } from './row-history.ts';
import { kinds, type Place, Places } from './row-place.ts';
import type { Stage } from './run-record.ts';

/** The final state of a world in a run in which nothing goes wrong, with its earlier states. */
export interface ExpectedWorld {
  readonly name: string;
  readonly naming: Naming;
  readonly table: StateTable;
  readonly ever: ReadonlyMap<string, Readonly<EverSeen>>;
  /** The fields that differ between such runs, by the key of their row. */
  readonly noise: ReadonlyMap<string, ReadonlySet<string>>;
  /** The rows that were added and removed, as the world shows them. */
  readonly changes: Pick<StateDifference, 'added' | 'removed'>;
}

/** The rows that a stage has added and removed, in the order of its world's list, without random names. */
const changesOf = (stage: Stage | undefined, naming: Naming): ExpectedWorld['changes'] => {
  if (!stage) return { added: [], removed: [] };
  const { began, now } = stage;
  const { added, removed } = differenceOf(began, now, [0, 0]);
  const varied = new Set(naming.varied.map(({ kind }) => kind));
  return {
    added: added.map(({ name, ...row }) => (name === undefined || varied.has(row.type) ? row : { ...row, name })),
    removed,
  };
};

/** The uids of the rows that a stage has created, changed or deleted, by their kinds. */
const uidsTouched = ({ touched, entries }: Stage): ReadonlyMap<string, ReadonlySet<string>> => {
  const found = new Map<string, Set<string>>();
  const add = (kind: string, uid: string): void => {
    if (!kinds.has(kind)) return;
    const uids = found.get(kind) ?? new Set();
    found.set(kind, uids.add(uid));
  };
  for (const { kind, uid } of touched) add(kind, uid);
  for (const { changes = [] } of entries) for (const { of, uid } of changes) add(of.name, uid);
  return found;
};

/** The places of all rows that a stage has made, at each of its moments. */
const placesOf = (stage: Stage): readonly Place[] => {
  const uids = uidsTouched(stage);
  const found = new Map<string, Place>();
  for (const rows of [...stage.states, stage.now]) {
    const places = new Places(stage.began, rows);
    for (const [kind, of] of uids) {
      for (const uid of of) {
        const row = rows.get({ name: kind, indexes: [] }, uid);
        const place = row && places.of(kind, row);
        if (place && !place.at(-1)?.wasThere) found.set(JSON.stringify([uid, place]), place);
      }
    }
  }
  return [...found.values()];
};

/** The table of what a stage has touched. */
export const tableOfStage = ({ touched, began, now }: Stage, naming: Naming): StateTable =>
  stateTable(touched, new RowForms(new Places(began, began), naming), new RowForms(new Places(began, now), naming));

/** The fields that differ between equal runs, by the key of their row. */
const findNoise = (tables: readonly StateTable[]): ReadonlyMap<string, ReadonlySet<string>> => {
  const noise = new Map<string, ReadonlySet<string>>();
  for (const key of new Set(tables.flatMap((table) => [...table.keys()]))) {
    const slots = tables.map((table) => table.get(key)?.after ?? []);
    const names = new Set(slots.flatMap((forms) => forms.flatMap(({ fields }) => Object.keys(fields))));
    const valuesOf = (name: string) =>
      slots.map((forms) => JSON.stringify(forms.map(({ fields }) => fields[name] ?? '').sort()));
    const fields = [...names].filter((name) => new Set(valuesOf(name)).size > 1);
    if (fields.length > 0) noise.set(key, new Set(fields));
  }
  return noise;
};

/** Learns the final state of a stage, and its random parts, from some runs that have all succeeded. */
export const expectWorld = (name: string, stages: readonly Stage[]): ExpectedWorld => {
  const naming = new Naming(stages.map(placesOf));
  const tables = stages.map((stage) => tableOfStage(stage, naming));
  const noise = findNoise(tables);
  const ever = new Map<string, EverSeen>();
  for (const stage of stages) {
    addMoments(ever, [stage.began, ...stage.states, stage.now], uidsTouched(stage), naming, noise);
  }
  return { name, naming, table: tables[0] ?? new Map(), ever, noise, changes: changesOf(stages[0], naming) };
};
