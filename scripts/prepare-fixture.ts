import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { allResources } from '../src/editions/editions.ts';
import type { Row } from '../src/kernel/rows.ts';
import type { ShippedFixtures } from '../src/seed/load.ts';
import {
  type MovingTime,
  type PlacedRow,
  type PreparedFile,
  type PreparedRows,
  rowsAt,
} from '../src/seed/prepared-rows.ts';
import { MemoryStore } from '../src/store/memory.ts';
import { Population } from '../src/world/population.ts';

/** The number of rows above which a state takes longer to read than to make. */
const MAX_ROWS = 5_000;

const builtIn: ReadonlyMap<string, Row> = new Map(
  allResources.flatMap(({ name, builtIn: rows = [] }) => rows.map((row): [string, Row] => [`${name} ${row.uid}`, row])),
);

/** The state that a fixture makes of an empty one. */
const stateIn = async (
  name: string,
  shipped: ShippedFixtures,
  { seed, nowMillis, host }: { readonly seed: string; readonly nowMillis: number; readonly host: string },
): Promise<PreparedRows['rows']> => {
  const last = new Map<string, PlacedRow>();
  const store = new MemoryStore(function* (changes) {
    for (const { of, uid, after } of changes) {
      const key = `${of.name} ${uid}`;
      last.delete(key);
      if (after) last.set(key, [of.name, after]);
    }
    yield;
    return undefined;
  });
  const settings = { seed, serviceDomain: host, publicUrl: `http://${host}` };
  await new Population({ store, shipped, settings, clock: { now: () => nowMillis } }).begin([name], true);
  return [...last].flatMap(([key, placed]) => (placed[1] === builtIn.get(key) ? [] : [placed]));
};

/** The times that differ between two values as the moments of these do, each with its distance from the moment. */
function* findMovingTimes(
  a: unknown,
  b: unknown,
  [begin, later]: readonly [number, number],
): Generator<[(string | number)[], number]> {
  if (typeof a === 'object' && typeof b === 'object' && a !== null && b !== null) {
    for (const [key, value] of Object.entries(a)) {
      const step = Array.isArray(a) ? Number(key) : key;
      for (const [path, offset] of findMovingTimes(value, (b as Record<string, unknown>)[key], [begin, later])) {
        yield [[step, ...path], offset];
      }
    }
  } else if (
    typeof a === 'string' &&
    typeof b === 'string' &&
    a !== b &&
    Date.parse(a) - begin === Date.parse(b) - later
  ) {
    yield [[], Date.parse(a) - begin];
  }
}

/**
 * The rows that a shipped fixture makes of an empty state with a seed, at any time; undefined if they depend on
 * anything else, or are more than `MAX_ROWS`.
 */
export const prepareFixture = async (
  name: string,
  shipped: ShippedFixtures,
  seed: string,
): Promise<PreparedRows | undefined> => {
  const moments = [Date.UTC(2026, 1, 3), Date.UTC(2031, 4, 6, 7, 8, 9, 10)] as const;
  const [begin, later] = moments;
  const rows = await stateIn(name, shipped, { seed, nowMillis: begin, host: 'one.test' });
  if (rows.length > MAX_ROWS) return undefined;
  const others = await stateIn(name, shipped, { seed, nowMillis: later, host: 'two.test' });
  const times = rows.flatMap(([, row], at): readonly MovingTime[] =>
    [...findMovingTimes(row, others[at]?.[1], moments)].map(([path, offset]) => [at, path, offset]),
  );
  const prepared: PreparedRows = { seed, rows, times };
  const read = JSON.parse(JSON.stringify(prepared)) as PreparedRows;
  return isDeepStrictEqual(rowsAt(read, later), others) ? prepared : undefined;
};

/** The text of a file with the rows that a fixture, given as text, makes of an empty state. */
export const serializePrepared = (fixture: string, prepared: PreparedRows): string => {
  const file: PreparedFile = { of: hash('sha256', fixture), ...prepared };
  return `${JSON.stringify(file)}\n`;
};
