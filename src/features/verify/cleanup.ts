import { isObject } from '../../json.ts';
import { type Target, TargetRefusal } from '../compare/target.ts';
import { type KnownRun, knownRuns, Ledger } from './ledger.ts';
import { groupNameOf, MADE_PATHS } from './writes.ts';

/** The result of deleting the rows that a run has made. */
export interface Cleaned {
  readonly run: string;
  readonly deleted: number;
  /** The rows that still exist, each with its path and how its deletion and the read after it were answered. */
  readonly remaining: readonly string[];
}

const GROUPS = '/iam/v2/groups';
const GONE = 404;
/** The maximum number of rounds in which the rows below a group are listed: each deletes what the one before has freed. */
const MAX_ROUNDS = 8;

/** The uids that a List has; none if it may not be read. */
const listUids = async (target: Target, path: string, query: string): Promise<readonly string[]> => {
  const { status, json } = await target.read(`${path}?${query}`);
  const list = status === 200 && isObject(json) ? Object.values(json).find(Array.isArray) : undefined;
  return (list ?? []).flatMap((row: unknown) => (isObject(row) && typeof row.uid === 'string' ? [row.uid] : []));
};

/**
 * Deletes the rows that a run has made: those in its ledger, and those below its group. A read proves each deletion.
 */
export const cleanRun = async (target: Target, run: KnownRun, ledger: Ledger): Promise<Cleaned> => {
  let deleted = 0;
  const remaining = new Map<string, string>();
  const deleteRow = async (what: string, uid: string): Promise<void> => {
    const at = `${MADE_PATHS.get(what) ?? GROUPS}/${uid}`;
    const { status } = await target.send({ method: 'DELETE', target: at });
    const read = await target.read(at);
    if (read.status !== GONE) {
      remaining.set(at, `${at}: DELETE answered ${status}, GET ${read.status}`);
      return;
    }
    remaining.delete(at);
    ledger.write({ kind: 'deleted', what, uid });
    if (status !== GONE) deleted += 1;
  };
  const known = run.remaining.flatMap(([what, uid]) => (what === 'run_group' ? [uid] : []));
  const named = `uidp.children_of=${run.group}&name=${groupNameOf(run.run)}`;
  const groups = new Set([...known, ...(await listUids(target, GROUPS, named))]);
  // By their uids first: a List may be forbidden.
  for (const [what, uid] of run.remaining.toReversed()) if (MADE_PATHS.has(what)) await deleteRow(what, uid);
  for (const group of groups) {
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const before = deleted;
      for (const [what, path] of MADE_PATHS) {
        const uids = await listUids(target, path, `uidp.descendants_of=${group}&page_size=200`);
        // The deepest groups first.
        for (const uid of uids.toSorted((one, other) => other.length - one.length)) await deleteRow(what, uid);
      }
      if (deleted === before) break;
    }
    await deleteRow('run_group', group);
  }
  if (remaining.size === 0) ledger.write({ kind: 'ended' });
  return { run: run.run, deleted, remaining: [...remaining.values()] };
};

/**
 * Deletes the rows that runs against a target have made, by their ledgers: of one run, or of all that have not ended.
 * @throws TargetRefusal for a run that is not known
 */
export const cleanKnownRuns = async (
  target: Target,
  folder: string,
  only: string | undefined,
): Promise<readonly Cleaned[]> => {
  const known = knownRuns(folder).filter((each) => each.target === target.url);
  const wanted = known.filter(({ run, hasEnded }) => (only === undefined ? !hasEnded : run === only));
  if (only !== undefined && wanted.length === 0) {
    throw new TargetRefusal(`${folder} has no ledger of the run ${only} against ${target.url}`);
  }
  const cleaned: Cleaned[] = [];
  for (const each of wanted) {
    const ledger = new Ledger(folder, each.run);
    try {
      cleaned.push(await cleanRun(target, each, ledger));
    } finally {
      ledger.close();
    }
  }
  return cleaned;
};
