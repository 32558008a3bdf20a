import type { Fault, FaultPreset } from '../../generated/nouns.ts';
import type { Armed } from '../features/faults/world-faults.ts';
import type { PackedEntry } from '../features/journal/packed-entry.ts';
import { DEFAULT_WORLD } from '../kernel/call-scope.ts';
import type { ChangedRow, Rows, Store } from '../kernel/rows.ts';
import type { World } from '../world/world.ts';
import type { RegisteredWorld, WorldRecord } from '../world/worlds.ts';
import { templateOf } from './neutral-text.ts';
import { type TouchedRow, touchedRows } from './row-place.ts';
import { type SeenCall, seenCall } from './seen-call.ts';

/** Names a world: by its project, its file and its title, or else by the part of its id that does not differ between runs. */
const wordsOf = ({ id, labels }: WorldRecord): string => {
  const { title, file, project } = labels;
  if (title !== undefined) return [project, file, title].filter((word) => word !== undefined).join(' › ');
  const name = templateOf(id);
  return name !== id && name.startsWith('w-') ? 'world' : name;
};

/** A world of a run, from its beginning or a reset to the next reset or its end. */
export interface Stage {
  readonly name: string;
  /** The number of earlier tries of its test. */
  readonly retry: number;
  readonly orgId: string;
  /** The rows that it began with, and those that it had at its end. */
  readonly began: Rows;
  readonly now: Rows;
  readonly touched: readonly TouchedRow[];
  /** The calls of operations, in the order in which they began. */
  readonly calls: readonly SeenCall[];
  readonly entries: readonly PackedEntry[];
  /** The rows after each write, if they were asked for. */
  readonly states: readonly Rows[];
  readonly world: World;
}

/** The parts of a run that are recorded. */
export interface RecordOptions {
  /** A fault, and the name of the one world of the run that meets it. */
  readonly surprise?: { readonly world: string; readonly fault: Fault | FaultPreset };
  /** Records the rows after each write, too. */
  readonly hasStates: boolean;
}

/** A world while it runs. */
interface OpenStage extends Pick<Stage, 'name' | 'retry' | 'began'> {
  resets: number;
  /** The number of entries of earlier stages. */
  entries: number;
  /** The place of the log at which it began. */
  place: number;
}

const RESET = ' after reset ';

/** The rows after each write behind a place of the log, as far as they are recorded. */
const statesOf = (store: Store, from: number): readonly Rows[] => {
  const { place, oldest } = store.log;
  const first = Math.max(from, oldest) + 1;
  return Array.from({ length: Math.max(0, place - first) }, (_, at) => store.fork(first + at).rows);
};

/** Records the worlds of one run as they end, and arms a fault in one of them. */
export class RunRecord {
  readonly stages: Stage[] = [];
  readonly #options: RecordOptions;
  /** The number of worlds of each name and try: worlds of one name are numbered. */
  readonly #counts = new Map<string, number>();
  readonly #open = new Map<World, OpenStage>();
  #armed: Armed | undefined;

  constructor(options: RecordOptions) {
    this.#options = options;
  }

  /** True once the fault has acted. */
  get hasActed(): boolean {
    return (this.#armed?.hits() ?? 0) > 0;
  }

  /** The rows that the fault has changed itself. */
  get ownChanges(): readonly ChangedRow[] {
    return this.#armed?.changes() ?? [];
  }

  /** Begins to record a world that was made. */
  begin(entered: RegisteredWorld<World>): void {
    const { world } = entered;
    const { name, retry } = this.#keyOf(entered);
    const { store } = world.scope;
    const began = store.fork().rows;
    this.#open.set(world, { name, retry, began, resets: 0, entries: 0, place: store.log.place });
    const { surprise } = this.#options;
    if (surprise?.world === name && retry === 0) this.#armed = world.faults.arm(surprise.fault);
    world.replacing.push(() => this.#leave(world));
  }

  /** Records a world at its end. */
  end({ world }: Pick<RegisteredWorld<World>, 'world'>): void {
    this.#leave(world);
    this.#open.delete(world);
  }

  /** The name of a world, by which it is found again in every other run, and how often its test was tried before. */
  #keyOf(record: WorldRecord): Pick<Stage, 'name' | 'retry'> {
    const retry = Number(record.labels.retry ?? 0) || 0;
    if (record.id === DEFAULT_WORLD) return { name: DEFAULT_WORLD, retry };
    const words = wordsOf(record);
    const counted = `${words}\n${retry}`;
    const count = (this.#counts.get(counted) ?? 0) + 1;
    this.#counts.set(counted, count);
    const isPlain = words !== 'world' && !words.includes('#');
    return { name: count === 1 && isPlain ? words : `${words} ${count}`, retry };
  }

  #leave(world: World): void {
    const open = this.#open.get(world);
    if (!open) return;
    const { name, retry, began, resets, place } = open;
    const { store } = world.scope;
    const listed = [...(world.journal?.ring.listRetained() ?? [])];
    const entries = listed.slice(open.entries);
    const calls = entries.flatMap((entry) => seenCall(entry) ?? []);
    this.stages.push({
      name: resets === 0 ? name : `${name}${RESET}${resets}`,
      retry,
      orgId: world.population.orgId(),
      began,
      now: store.fork().rows,
      touched: touchedRows(began, store.rows),
      calls,
      entries,
      states: this.#options.hasStates ? statesOf(store, place) : [],
      world,
    });
    open.resets += 1;
    open.entries = listed.length;
    open.place = store.log.place;
  }
}

/** The name of the world that a stage is of: a fault is armed in all of its stages. */
export const worldOfStage = (name: string): string => name.split(RESET, 1)[0] ?? DEFAULT_WORLD;
