import { type Target, TargetRefusal } from '../compare/target.ts';
import { isObject, parseJson } from '../evidence/json-value.ts';
import { type KnownRun, knownRuns, Ledger } from './ledger.ts';
import { groupNameOf, MADE_PATHS } from './writes.ts';

/** What became of what a run has made. */
export interface Cleaned {
  readonly deleted: number;
  /** The paths of what is still there, with the status that its deletion was answered with. */
  readonly left: readonly string[];
}

const GROUPS = '/iam/v2/groups';
const GONE = 404;
/** How often what lies below a group is listed: each round deletes what the one before has freed. */
const MAX_ROUNDS = 8;

const uidsIn = (body: Buffer): readonly string[] => {
  const value = parseJson(body.toString());
  const list = isObject(value) ? Object.values(value).find(Array.isArray) : undefined;
  return (list ?? []).flatMap((row: unknown) => (isObject(row) && typeof row.uid === 'string' ? [row.uid] : []));
};

/** Deletes what runs have made, and proves each deletion by a read. */
class Cleaner {
  readonly #target: Target;
  readonly #ledger: Ledger;
  deleted = 0;
  readonly left = new Map<string, string>();

  constructor(target: Target, ledger: Ledger) {
    this.#target = target;
    this.#ledger = ledger;
  }

  /** Deletes what is at a path; true if a read says that it is gone. */
  async delete(path: string, uid: string): Promise<boolean> {
    const at = `${path}/${uid}`;
    const { status } = await this.#target.send({ method: 'DELETE', target: at });
    const read = await this.#target.send({ method: 'GET', target: at });
    if (read.status !== GONE) {
      this.left.set(at, `${at}: DELETE answered ${status}, GET ${read.status}`);
      return false;
    }
    this.left.delete(at);
    this.#ledger.write({ kind: 'deleted', uid });
    if (status !== GONE) this.deleted += 1;
    return true;
  }

  /** The uids that a List has below a group; none if it may not be read. */
  async below(path: string, group: string): Promise<readonly string[]> {
    const answer = await this.#target.send({
      method: 'GET',
      target: `${path}?uidp.descendants_of=${group}&page_size=200`,
    });
    return answer.status === 200 ? uidsIn(answer.body) : [];
  }

  /** The group of a run, by its name. */
  async groupOf({ run, group }: KnownRun): Promise<readonly string[]> {
    const query = `uidp.children_of=${group}&name=${groupNameOf(run)}`;
    const { status, body } = await this.#target.send({ method: 'GET', target: `${GROUPS}?${query}` });
    return status === 200 ? uidsIn(body) : [];
  }
}

/** Deletes all that a run has made: what its ledger names, and what is below its group. */
export const cleanRun = async (target: Target, run: KnownRun, ledger: Ledger): Promise<Cleaned> => {
  const cleaner = new Cleaner(target, ledger);
  const known = run.left.flatMap(([what, uid]) => (what === 'run_group' ? [uid] : []));
  const groups = new Set([...known, ...(await cleaner.groupOf(run))]);
  // By their uids first: a List may be forbidden.
  for (const [what, uid] of run.left.toReversed()) {
    const path = MADE_PATHS.get(what);
    if (path !== undefined) await cleaner.delete(path, uid);
  }
  for (const group of groups) {
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const before = cleaner.deleted;
      // The deepest groups first.
      for (const path of MADE_PATHS.values()) {
        const uids = (await cleaner.below(path, group)).toSorted((one, other) => other.length - one.length);
        for (const uid of uids) await cleaner.delete(path, uid);
      }
      if (cleaner.deleted === before) break;
    }
    await cleaner.delete(GROUPS, group);
  }
  const left = [...cleaner.left.values()];
  if (left.length === 0) ledger.write({ kind: 'ended' });
  return { deleted: cleaner.deleted, left };
};

/**
 * Deletes what runs against a target have made, as far as their ledgers say: of one, or of all that have not ended.
 * @throws TargetRefusal for a run that is not known
 */
export const cleanKnownRuns = async (
  target: Target,
  folder: string,
  only: string | undefined,
): Promise<readonly ({ readonly run: string } & Cleaned)[]> => {
  const known = knownRuns(folder).filter((each) => each.target === target.url);
  const wanted = known.filter(({ run, hasEnded }) => (only === undefined ? !hasEnded : run === only));
  if (only !== undefined && wanted.length === 0) {
    throw new TargetRefusal(`${folder} has no ledger of the run ${only} against ${target.url}`);
  }
  const cleaned: ({ readonly run: string } & Cleaned)[] = [];
  for (const each of wanted) {
    const ledger = new Ledger(folder, each.run);
    try {
      cleaned.push({ run: each.run, ...(await cleanRun(target, each, ledger)) });
    } finally {
      ledger.close();
    }
  }
  return cleaned;
};
