// Checks what several replicas have answered against the log that they share: a history is linearizable where the order
// of the log is one that real time allows, and each answer is that of its place in it.

/** A row as far as it is followed: a name, and a text that one write alone has put. */
export interface Row {
  readonly name: string;
  readonly text: string;
}

/** What somebody has done, or tried to do. */
export interface Operation {
  readonly world: string;
  readonly kind: 'read' | 'write';
  /** When it was sent and answered, by one clock. */
  readonly start: number;
  readonly end: number;
  /** The entry that it has written, or the state that it has read, as `line/seq`; undefined: no answer has said it. */
  readonly at: string | undefined;
  /** What it has read or written of rows, by their uids: null where there is none, or none any more. */
  readonly rows: Readonly<Record<string, Row | null>>;
  /** True where it has read all rows. */
  readonly isWhole?: boolean;
  /** The name that it was refused for. */
  readonly taken?: string;
  /** The process that has answered, and a digest of the whole state that it had there. */
  readonly by?: number;
  readonly digest?: string | undefined;
}

/** A write in the log. */
export interface LogEntry {
  readonly seq: number;
  readonly prev: string;
  readonly tag: string;
  readonly rows: Operation['rows'];
}

/** A log of a world, which has several where it was reset. */
export interface LogLine {
  readonly id: number;
  /** How many the world has had before. */
  readonly rev: number;
  readonly tag: string;
  /** The state that it begins with, in another line or as rows. */
  readonly base?: { readonly line: number; readonly seq: number } | undefined;
  readonly rows: Operation['rows'];
  readonly entries: readonly LogEntry[];
  /** How many of its entries are older than the history. */
  readonly old: number;
}

/** What was found: nothing where the history holds. */
export interface Verdict {
  readonly faults: readonly string[];
  /** How often two processes had the same place. */
  readonly compared: number;
}

type State = ReadonlyMap<string, Row>;

const groupBy = <T, K>(items: readonly T[], keyOf: (item: T) => K): ReadonlyMap<K, readonly T[]> => {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
};

const isSame = (one: Row | null | undefined, other: Row | null | undefined): boolean =>
  one?.name === other?.name && one?.text === other?.text;

const show = ({ world, kind, at, rows, by }: Operation): string =>
  `the ${kind} of ${JSON.stringify(rows)} in ${world} at ${at}${by === undefined ? '' : ` by ${by}`}`;

/** The state after changes; those of rows that are not there are faults. */
const applied = (state: State, rows: Operation['rows'], faults: string[], where: string): State => {
  const next = new Map(state);
  for (const [uid, row] of Object.entries(rows)) {
    if (row) next.set(uid, row);
    else if (!next.delete(uid)) faults.push(`${where} removes ${uid}, which is not there`);
  }
  return next;
};

/** The faults of an answer, given the state of its place. */
const faultsIn = (operation: Operation, state: State): readonly string[] => {
  const { rows, isWhole, taken } = operation;
  const wrong = Object.entries(rows).filter(([uid, row]) => !isSame(row, state.get(uid)));
  const faults = wrong.map(([uid]) => `${show(operation)}: there is ${JSON.stringify(state.get(uid) ?? null)}`);
  if (isWhole && Object.keys(rows).length !== state.size) faults.push(`${show(operation)}: there are ${state.size}`);
  if (taken !== undefined && ![...state.values()].some(({ name }) => name === taken))
    faults.push(`${show(operation)}: nothing has the name ${taken}`);
  return faults;
};

/** True where a write whose outcome is not known may have made an entry. The uid of what it creates is not known. */
const mayHaveMade = (operation: Operation, { rows }: LogEntry): boolean =>
  Object.entries(rows).every(([uid, row]) =>
    row ? Object.values(operation.rows).some((its) => its && isSame(its, row)) : operation.rows[uid] === null,
  );

/** Each answered write is one entry, with what it has changed; each other entry is one write without an answer. */
const faultsOfEntries = (
  line: LogLine,
  written: ReadonlyMap<string | undefined, readonly Operation[]>,
  open: Set<Operation>,
): readonly string[] => {
  const faults: string[] = [];
  for (const entry of line.entries) {
    const at = `${line.id}/${entry.seq}`;
    const owners = written.get(at) ?? [];
    if (owners.length > 1) faults.push(`${at} is the entry of ${owners.length} writes`);
    for (const owner of owners) {
      const names = (rows: Operation['rows']): string => Object.keys(rows).sort().join();
      if (names(owner.rows) !== names(entry.rows)) faults.push(`${show(owner)} is ${JSON.stringify(entry.rows)} there`);
    }
    if (owners.length > 0 || entry.seq <= line.old || Object.keys(entry.rows).length === 0) continue;
    const maker = [...open].find((operation) => mayHaveMade(operation, entry));
    if (maker) open.delete(maker);
    else faults.push(`nobody has written ${JSON.stringify(entry.rows)} at ${at}`);
  }
  return faults;
};

const faultsOfChain = ({ id, tag, entries }: LogLine): readonly string[] =>
  entries.flatMap(({ seq, prev }, nth) =>
    seq === nth + 1 && prev === (entries[nth - 1]?.tag ?? tag) ? [] : [`${id}/${seq} does not follow ${id}/${nth}`],
  );

const faultsOfReplay = (lines: readonly LogLine[], placed: readonly Operation[]): readonly string[] => {
  const faults: string[] = [];
  const states = new Map<string, State>();
  const answers = groupBy(placed, ({ at }) => at);
  for (const { id, base, rows, entries } of lines) {
    const from = base && `${base.line}/${base.seq}`;
    if (from !== undefined && !states.has(from)) faults.push(`${id} begins with ${from}, which is not in the log`);
    let state = states.get(from ?? '') ?? new Map();
    for (const { seq, rows: changed } of [{ seq: 0, rows }, ...entries]) {
      const at = `${id}/${seq}`;
      state = applied(state, changed, faults, at);
      states.set(at, state);
      for (const operation of answers.get(at) ?? []) faults.push(...faultsIn(operation, state));
    }
  }
  for (const operation of placed)
    if (!states.has(operation.at ?? '')) faults.push(`${show(operation)} is not in the log`);
  return faults;
};

/** What began after another had ended is not before it in the log. One pass, with the latest of those that have ended. */
const faultsOfTime = (placed: readonly Operation[], orderOf: (operation: Operation) => number): readonly string[] => {
  const ended = placed.toSorted((one, other) => one.end - other.end);
  const faults: string[] = [];
  let next = 0;
  let latest: Operation | undefined;
  for (const operation of placed.toSorted((one, other) => one.start - other.start)) {
    for (let one = ended[next]; one && one.end < operation.start; one = ended[next]) {
      if (!latest || orderOf(one) > orderOf(latest)) latest = one;
      next += 1;
    }
    if (!latest) continue;
    const ahead = orderOf(operation) - orderOf(latest);
    if (ahead < 0 || (ahead === 0 && operation.kind === 'write'))
      faults.push(`${show(operation)} began after ${show(latest)} had ended`);
  }
  return faults;
};

/** Processes that have the same place have the same rows there. */
const compareDigests = (placed: readonly Operation[]): Verdict => {
  const faults: string[] = [];
  let compared = 0;
  for (const [at, all] of groupBy(placed, (operation) => operation.at)) {
    const known = all.filter(({ digest }) => digest !== undefined);
    compared += Math.max(0, new Set(known.map(({ by }) => by)).size - 1);
    if (new Set(known.map(({ digest }) => digest)).size > 1) faults.push(`processes differ at ${at}`);
  }
  return { faults, compared };
};

/** Checks operations against the lines of the log, in the order of their ids. */
export const checkHistory = (operations: readonly Operation[], lines: readonly LogLine[]): Verdict => {
  const placed = operations.filter(({ at }) => at !== undefined);
  const open = new Set(operations.filter(({ at, kind }) => at === undefined && kind === 'write'));
  const written = groupBy(
    placed.filter(({ kind }) => kind === 'write'),
    ({ at }) => at,
  );
  const revs = new Map(lines.map(({ id, rev }) => [id, rev]));
  const orderOf = ({ at = '' }: Operation): number => {
    const [line, seq] = at.split('/').map(Number);
    return (revs.get(line ?? 0) ?? 0) * 1e9 + (seq ?? 0);
  };
  const digests = compareDigests(placed);
  const faults = [
    ...lines.flatMap(faultsOfChain),
    ...lines.flatMap((line) => faultsOfEntries(line, written, open)),
    ...faultsOfReplay(lines, placed),
    ...[...groupBy(placed, ({ world }) => world).values()].flatMap((its) => faultsOfTime(its, orderOf)),
    ...digests.faults,
  ];
  return { faults, compared: digests.compared };
};
