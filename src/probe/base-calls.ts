import type { JournalEntry } from '../../generated/nouns.ts';
import { groupBy } from '../schema/group-by.ts';
import type { RunRecord, Stage } from './run-record.ts';
import { worldOfStage } from './run-record.ts';
import { type SeenCall, seenCall } from './seen-call.ts';

/** A call that every run without a surprise makes. */
export interface BaseCall {
  /** Its operation, and its number among the calls of that operation: `ListRepos#2`. */
  readonly id: string;
  /** The world of the run that it is made in. */
  readonly world: string;
  readonly seen: SeenCall;
  /** The calls of its world, as the journal shows them, and its place among them. */
  readonly calls: readonly JournalEntry[];
  readonly index: number;
  /** True if its resource differs between the runs: only its operation and its caller identify it. */
  readonly isLoose: boolean;
  /** The call before it of the same client in the same world. */
  readonly before: SeenCall | undefined;
  /** All calls of its world. */
  readonly others: readonly SeenCall[];
}

/** The calls of one world of a run, those before a reset included. */
interface WorldCalls {
  readonly name: string;
  readonly seen: readonly SeenCall[];
  readonly stages: readonly Stage[];
}

const worldsOf = ({ stages }: RunRecord): readonly WorldCalls[] => {
  const firstTries = stages.filter(({ retry }) => retry === 0);
  return [...groupBy(firstTries, ({ name }) => worldOfStage(name))]
    .map(([name, of]) => ({ name, stages: of, seen: of.flatMap(({ calls }) => calls) }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
};

/** Numbers each call among the equal calls of its world. */
const numberCalls = (calls: readonly SeenCall[], view: (call: SeenCall) => string): readonly string[] => {
  const counts = new Map<string, number>();
  return calls.map((call) => {
    const text = view(call);
    const nth = (counts.get(text) ?? 0) + 1;
    counts.set(text, nth);
    return `${text} ${nth}`;
  });
};

const exact = ({ operation, caller, resource }: SeenCall): string => JSON.stringify([operation, caller, resource]);
const loose = ({ operation, caller }: SeenCall): string => JSON.stringify([operation, caller]);

/** The keys that the calls of a world have in every run. */
const commonKeys = (
  runs: readonly (readonly WorldCalls[])[],
  world: string,
  view: (call: SeenCall) => string,
): ReadonlySet<string> => {
  const [first, ...others] = runs.map(
    (worlds) => new Set(numberCalls(worlds.find(({ name }) => name === world)?.seen ?? [], view)),
  );
  return new Set([...(first ?? [])].filter((key) => others.every((keys) => keys.has(key))));
};

const viewsOf = ({ stages }: WorldCalls): readonly JournalEntry[] =>
  stages.flatMap(({ entries, world }) =>
    entries.flatMap((entry) => (seenCall(entry) && world.journal ? [world.journal.view(entry)] : [])),
  );

/** The calls that every run without a surprise makes, and how many others there are. */
export interface BaseCalls {
  readonly calls: readonly BaseCall[];
  /** The operations of calls that not every run makes, each with how many there are. */
  readonly varied: ReadonlyMap<string, number>;
}

/** Finds the calls that all of some equal runs make, world by world, in the order of each. */
export const findBaseCalls = (records: readonly RunRecord[]): BaseCalls => {
  const runs = records.map(worldsOf);
  const numbers = new Map<string, number>();
  const varied = new Map<string, number>();
  const calls = (runs[0] ?? []).flatMap((world) => {
    const views = viewsOf(world);
    const exactKeys = numberCalls(world.seen, exact);
    const looseKeys = numberCalls(world.seen, loose);
    const [isExact, isLoose] = [exact, loose].map((view) => commonKeys(runs, world.name, view));
    return world.seen.flatMap((seen, index): readonly BaseCall[] => {
      const { operation } = seen;
      const found = isExact?.has(exactKeys[index] ?? '') ? 'exact' : isLoose?.has(looseKeys[index] ?? '') && 'loose';
      if (!found) {
        varied.set(operation, (varied.get(operation) ?? 0) + 1);
        return [];
      }
      const number = (numbers.get(operation) ?? 0) + 1;
      numbers.set(operation, number);
      const before = world.seen
        .slice(0, index)
        .findLast(({ caller, client }) => caller === seen.caller && client === seen.client);
      return [
        {
          id: `${operation}#${number}`,
          world: world.name,
          seen,
          calls: views,
          index,
          isLoose: found === 'loose',
          before,
          others: world.seen,
        },
      ];
    });
  });
  return { calls, varied };
};
