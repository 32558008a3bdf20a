import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { isObject, parseJson } from '../../json.ts';

/** A cursor of a List, for a later run that looks whether it has expired. */
type LedgerCursor = { readonly kind: 'cursor' } & Readonly<Record<'list' | 'group' | 'cursor' | 'date', string>>;

/** The notes of a run, each written before it acts, so that what it made can be found after a kill. */
export type LedgerLine =
  | ({ readonly kind: 'run' } & Readonly<Record<'run' | 'target' | 'date' | 'group', string>>)
  /** Something is about to be made. */
  | { readonly kind: 'making'; readonly what: string }
  | { readonly kind: 'made'; readonly what: string; readonly uid: string }
  | { readonly kind: 'deleted'; readonly what: string; readonly uid: string }
  | LedgerCursor
  /** All that it made is gone. */
  | { readonly kind: 'ended' };

export interface KnownRun {
  readonly run: string;
  readonly target: string;
  readonly group: string;
  /** The uids of what it made and did not delete, by the word for it, in the order of their making. */
  readonly remaining: readonly (readonly [what: string, uid: string])[];
  /** False also if it may have made something of which it did not hear. */
  readonly hasEnded: boolean;
}

const OWNER_ONLY = 0o600;
const ENDING = '.jsonl';

/** Writes down what a run makes. Each line is on the disk before the run goes on. */
export class Ledger {
  readonly #fd: number;

  constructor(folder: string, run: string) {
    mkdirSync(folder, { recursive: true });
    this.#fd = openSync(join(folder, `${run}${ENDING}`), 'a', OWNER_ONLY);
  }

  write(line: LedgerLine): void {
    writeSync(this.#fd, `${JSON.stringify(line)}\n`);
    fsyncSync(this.#fd);
  }

  close(): void {
    closeSync(this.#fd);
  }
}

/** The run that the lines of a ledger describe; undefined if they do not begin with one. */
const runIn = (lines: readonly LedgerLine[]): KnownRun | undefined => {
  const head = lines.find((line) => line.kind === 'run');
  if (!head) return undefined;
  // An account association has the uid of its group.
  const made = new Map<string, readonly [what: string, uid: string]>();
  let wasCut = false;
  for (const line of lines) {
    if (line.kind === 'making') wasCut = true;
    if (line.kind === 'made') wasCut = false;
    if (line.kind === 'made' && line.uid !== '') made.set(`${line.what} ${line.uid}`, [line.what, line.uid]);
    if (line.kind === 'deleted') made.delete(`${line.what} ${line.uid}`);
  }
  const { run, target, group } = head;
  const remaining = [...made.values()];
  const hasEnded = (remaining.length === 0 && !wasCut) || lines.some(({ kind }) => kind === 'ended');
  return { run, target, group, remaining, hasEnded };
};

/** The ledgers in a folder, the oldest first. */
const ledgersIn = (folder: string): readonly (readonly LedgerLine[])[] => {
  if (!existsSync(folder)) return [];
  const runs = readdirSync(folder).filter((name) => name.endsWith(ENDING));
  // The last line of a run may have been cut.
  return runs.sort().map((name) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .map(parseJson)
      .filter((line): line is LedgerLine => isObject(line) && typeof line.kind === 'string'),
  );
};

export const knownRuns = (folder: string): readonly KnownRun[] =>
  ledgersIn(folder).flatMap((lines) => runIn(lines) ?? []);

/** The oldest cursor that earlier runs against a target have noted for a List below a group. */
export const oldCursor = (folder: string, target: string, group: string, list: string): LedgerCursor | undefined => {
  for (const lines of ledgersIn(folder)) {
    if (!lines.some((line) => line.kind === 'run' && line.target === target)) continue;
    const noted = lines.find((line) => line.kind === 'cursor' && line.list === list && line.group === group);
    if (noted?.kind === 'cursor') return noted;
  }
  return undefined;
};
