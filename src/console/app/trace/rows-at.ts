import type { JournalChange } from '../../../../generated/nouns.ts';
import { entryOfTraced, type TracedCall } from '../../../features/evidence/traced-call.ts';
import { isObject, type JsonObject } from '../../../json.ts';
import type { BegunWorlds } from '../../begun-worlds.ts';
import { count, wasOrWere } from '../frame/text.ts';
import { type Row, toRow } from '../rows/row.ts';
import type { HarLog, HarStep } from './har-log.ts';

/** The rows of a world by kind and uid. */
export type RowsByKind = Map<string, Map<string, Row>>;

/** The rows with which a world began, or why they are not known, in words that end a sentence. */
export type InitialRows = RowsByKind | string;

/** A value of a beginning, with its relative times counted from this beginning. */
const settle = (value: unknown, begunMillis: number): unknown => {
  if (Array.isArray(value)) return value.map((each) => settle(each, begunMillis));
  if (!isObject(value)) return value;
  const { '~': offset } = value;
  if (typeof offset === 'number') return new Date(begunMillis + offset).toISOString();
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, settle(each, begunMillis)]));
};

/** Finds the rows with which each world of a trace began, of what its page has beside the calls. */
export const initialStates = (
  { states, of }: BegunWorlds,
  { _began: began }: HarLog,
): ((world: string) => InitialRows) => {
  const made = new Map<string, InitialRows>();
  const make = (world: string): InitialRows => {
    const found = of[world] ?? 'the trace does not say with what it began';
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

/** A copy of rows, which is changed apart from them. */
const copyRows = (rows: RowsByKind): RowsByKind => new Map([...rows].map(([kind, byUid]) => [kind, new Map(byUid)]));

/** A moment of a world: before or after a call, by its number in the trace. */
export interface Moment {
  readonly call: number;
  readonly at: 'before' | 'after';
}

/** The rows of a world at a moment, as far as a trace has them. */
export interface RowsAtMoment {
  readonly rows: RowsByKind;
  /** The uids of rows of which only some fields are known. */
  readonly partial: ReadonlySet<string>;
  /** The changes of rows since the beginning, by uid. */
  readonly changed: ReadonlyMap<string, 'new' | 'changed'>;
  /** The missing parts, a sentence each. */
  readonly gaps: readonly string[];
}

/** Something that has changed rows: a call with its number, or a control call. */
type Cause = { readonly place: number } & (
  | { readonly call: TracedCall; readonly number: number }
  | { readonly step: HarStep }
);

const changesOf = ({ _changes: changes }: TracedCall): readonly JournalChange[] =>
  Array.isArray(changes) ? changes : [];

const worldOf = ({ pageref = 'default' }: TracedCall): string => pageref;

/** A row as it was before a change of its fields, or is after it, with what is known of its other fields. */
const rowOf = ({ uid, name, fields = {} }: JournalChange, side: 0 | 1, known: JsonObject = {}): Row => {
  const unchanged = Object.entries(known).filter(([field]) => !Object.hasOwn(fields, field));
  const changed = Object.entries(fields).flatMap(([field, values]) =>
    values[side] === null ? [] : [[field, values[side]]],
  );
  return { uid, ...(name !== undefined && { name }), ...Object.fromEntries([...unchanged, ...changed]) };
};

/** The object with a uid in a value: itself, or one in a list of it. */
const findRow = (value: unknown, uid: string): JsonObject | undefined => {
  if (!isObject(value)) return undefined;
  if (value.uid === uid || value.id === uid) return value;
  for (const list of Object.values(value).filter(Array.isArray)) {
    const found = (list as unknown[]).find((each) => isObject(each) && (each.uid === uid || each.id === uid));
    if (isObject(found)) return found;
  }
  return undefined;
};

/** The rows that calls have met, as they were then: what is known of a beginning that the trace does not have. */
const seenLater = (causes: readonly Cause[]): RowsByKind => {
  const seen: RowsByKind = new Map();
  const met = new Set<string>();
  for (const change of causes.flatMap((cause) => ('call' in cause ? changesOf(cause.call) : []))) {
    const { type, uid } = change;
    if (met.has(uid)) continue;
    met.add(uid);
    if (change.change !== 'created') seen.set(type, (seen.get(type) ?? new Map()).set(uid, rowOf(change, 0)));
  }
  return seen;
};

/** Follows what has happened to the rows of one world. */
class FollowedRows {
  rows: RowsByKind;
  readonly #initial: RowsByKind;
  readonly partial = new Set<string>();
  readonly changed = new Map<string, 'new' | 'changed'>();
  readonly gaps = new Set<string>();
  readonly #saved = new Map<string, RowsByKind>();
  readonly #bodyOf: (event: string) => unknown;
  readonly #reason: string | undefined;

  constructor(initial: InitialRows, causes: readonly Cause[], bodyOf: (event: string) => unknown) {
    this.#bodyOf = bodyOf;
    const isKnown = typeof initial !== 'string';
    this.#reason = isKnown ? undefined : initial;
    this.#initial = isKnown ? initial : seenLater(causes);
    if (!isKnown) for (const byUid of this.#initial.values()) for (const uid of byUid.keys()) this.partial.add(uid);
    this.rows = copyRows(this.#initial);
    this.#sayBeginning();
  }

  #sayBeginning(): void {
    if (this.#reason === undefined) return;
    this.gaps.add(
      `The rows with which this world began are not here: ${this.#reason}. Only rows that its calls have changed are listed.`,
    );
  }

  takeCall(call: TracedCall, number: number): void {
    const further = call._furtherChanges ?? 0;
    if (further > 0) this.gaps.add(`Call ${number} has changed ${count(further, 'row')} more than the trace names.`);
    for (const change of changesOf(call)) {
      const { type, uid } = change;
      const rows = this.rows.get(type) ?? new Map<string, Row>();
      this.rows.set(type, rows);
      if (change.change === 'deleted') {
        rows.delete(uid);
        continue;
      }
      this.changed.set(uid, change.change === 'created' || this.changed.get(uid) === 'new' ? 'new' : 'changed');
      const made = rows.get(uid) ?? this.#madeBy(call, uid);
      if (!made) this.partial.add(uid);
      rows.set(uid, rowOf(change, 1, made));
    }
  }

  /** The row that a call has made: as its event has it, or else its answer. */
  #madeBy(call: TracedCall, uid: string): JsonObject | undefined {
    for (const event of call._events ?? []) {
      const found = findRow(this.#bodyOf(event), uid);
      if (found) return found;
    }
    const found = findRow(entryOfTraced(call, 0).answer, uid);
    // The older version has other names for some fields.
    if (found && found.uid === undefined) this.partial.add(uid);
    return found;
  }

  takeStep({ method = '', target = '', time = '', body }: HarStep): void {
    const [path = ''] = target.replace(/^.*?\/_mock\/v1/, '').split('?');
    const [, saved, restored] = /^\/snapshots\/([^/:]+)(:restore)?$/.exec(path) ?? [];
    const when = time.slice(11, 19);
    if (method === 'POST' && path === '/reset') this.#become(this.#initial);
    else if (method === 'PUT' && saved !== undefined) this.#saved.set(saved, copyRows(this.rows));
    else if (method === 'POST' && path === '/fixtures') {
      this.gaps.add(`A fixture was applied at ${when}: the rows that it made or replaced are not in the trace.`);
    } else if (method === 'POST' && (restored !== undefined || path === '/snapshots:restore')) {
      const snapshot = saved === undefined ? undefined : this.#saved.get(saved);
      this.#become(snapshot ?? new Map());
      if (!snapshot) {
        this.gaps.add(
          `A snapshot was restored at ${when} whose rows are not in the trace: only rows that calls have made since are listed.`,
        );
      }
    } else if (path === '/faults' && JSON.stringify(body ?? null).includes('"other"')) {
      this.gaps.add('A fault may have changed rows in the name of another caller, which no call of the trace has.');
    }
  }

  #become(rows: RowsByKind): void {
    this.rows = copyRows(rows);
    this.changed.clear();
    this.gaps.clear();
    if (rows === this.#initial) this.#sayBeginning();
  }
}

/** The place of a call; one that was refused before it ran is behind all of its world that began before it. */
const placeOf = ({ entries }: HarLog, number: number): number => {
  const call = entries[number - 1];
  if (call?._place !== undefined || !call) return call?._place ?? 0;
  const before = entries.slice(0, number - 1).filter((each) => worldOf(each) === worldOf(call));
  return before.reduce((last, { _place: place = 0 }) => Math.max(last, place), 0) + 0.5;
};

/** Rebuilds the rows of a world at a moment, or at its end, of how it began and of what has changed since. */
export const rowsAt = (
  log: HarLog,
  world: string,
  initial: InitialRows,
  bodyOf: (event: string) => unknown,
  moment?: Moment,
): RowsAtMoment => {
  // The changes of its rows, in order.
  const causes = [
    ...log.entries.flatMap((call, nth): Cause[] => {
      const isMeant = worldOf(call) === world && (changesOf(call).length > 0 || (call._furtherChanges ?? 0) > 0);
      return isMeant ? [{ place: call._place ?? 0, call, number: nth + 1 }] : [];
    }),
    ...log._steps.flatMap((step): Cause[] => {
      const isMeant = (step.world ?? 'default') === world && step.target !== undefined && step.status === 200;
      return isMeant ? [{ place: step._place ?? 0, step }] : [];
    }),
  ].sort((one, other) => one.place - other.place);
  const followed = new FollowedRows(initial, causes, bodyOf);
  const last = moment === undefined ? Number.POSITIVE_INFINITY : placeOf(log, moment.call);
  for (const cause of causes) {
    if (cause.place > last || (cause.place === last && moment?.at === 'before')) break;
    if ('step' in cause) followed.takeStep(cause.step);
    else followed.takeCall(cause.call, cause.number);
  }
  const { calls = 0, steps = 0 } = log._cut.find((each) => each.world === world) ?? {};
  for (const [number, what] of [[calls, 'call'] as const, [steps, 'control call'] as const]) {
    if (number === 0) continue;
    followed.gaps.add(
      `${count(number, what)} of this world ${wasOrWere(number)} dropped, and with them what they changed.`,
    );
  }
  const { rows, partial, changed, gaps } = followed;
  return { rows, partial, changed, gaps: [...gaps] };
};
