import { isObject } from '../../../features/evidence/json-value.ts';
import type { BegunWorlds } from '../../begun-worlds.ts';
import { type Row, toRow } from '../rows/row.ts';
import type { HarLog } from './har-log.ts';

/** The rows of a world by kind and uid. */
export type RowsByKind = Map<string, Map<string, Row>>;

/** The rows with which a world began, or why they are not known, in words that end a sentence. */
export type BegunRows = RowsByKind | string;

/** A value of a beginning, with its relative times counted from this beginning. */
const settle = (value: unknown, begunMillis: number): unknown => {
  if (Array.isArray(value)) return value.map((each) => settle(each, begunMillis));
  if (!isObject(value)) return value;
  const { '~': offset } = value;
  if (typeof offset === 'number') return new Date(begunMillis + offset).toISOString();
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, settle(each, begunMillis)]));
};

const NOT_SAID = 'the trace does not say where it began';

/** Finds the rows with which each world of a trace began, of what its page has beside the calls. */
export const begunStates = ({ states, of }: BegunWorlds, { _began: began }: HarLog): ((world: string) => BegunRows) => {
  const made = new Map<string, BegunRows>();
  const make = (world: string): BegunRows => {
    const found = of[world] ?? NOT_SAID;
    if (typeof found === 'string') return found;
    const millis = Date.parse(began.find((each) => (each.world ?? 'default') === world)?.clock?.begun ?? '') || 0;
    const kinds = Object.entries(states[found] ?? {}).map(([kind, rows]) => {
      const settled = rows.map((row) => toRow(settle(row, millis) as Row));
      return [kind, new Map(settled.map((row) => [row.uid, row]))] as const;
    });
    return new Map(kinds);
  };
  return (world) => {
    const known = made.get(world) ?? make(world);
    made.set(world, known);
    return known;
  };
};

/** The same rows, which can be changed apart. */
export const copyRows = (rows: RowsByKind): RowsByKind =>
  new Map([...rows].map(([kind, byUid]) => [kind, new Map(byUid)]));
