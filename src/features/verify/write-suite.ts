import { isObject } from '../../json.ts';
import { capabilitiesAt } from '../compare/scene.ts';
import { TargetRefusal } from '../compare/target.ts';
import { type Case, caseOf } from './case.ts';
import { type Cleaned, cleanRun } from './cleanup.ts';
import { knownRuns, type Ledger } from './ledger.ts';
import { type CaseResult, notCompared, type RunCase } from './run-cases.ts';
import type { BegunRun } from './suites.ts';

/** Counts the rows that each List has below the group of the caller, as far as it may be read. */
const takeInventory = async ({ sides, scene, operations }: BegunRun): Promise<ReadonlyMap<string, string>> => {
  const counts = new Map<string, string>();
  for (const { operation, list, verb } of operations) {
    const isScoped = verb === 'list' && list?.uidp !== undefined && !list.outsideTree;
    if (!isScoped || operation.edition.name !== 'v2' || !operation.http) continue;
    const path = `${operation.http.path}?uidp.descendants_of=${scene.group}&page_size=1`;
    const { status, json } = await sides.target.read(path);
    if (status === 200 && isObject(json) && typeof json.totalCount === 'string')
      counts.set(operation.id, json.totalCount);
  }
  return counts;
};

/** Compares the counts of rows before a run with those after it. */
const compareInventories = (
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly CaseResult[] =>
  [...before].map(([operation, count]): CaseResult => {
    const of = caseOf(['write', operation], 'inventory', 'L8');
    if (after.get(operation) === count) return { of, verdict: 'passed', comparisons: 1 };
    const differences = [{ path: 'body.totalCount', one: count, other: after.get(operation) }];
    const failure = { request: `the rows of ${operation} were counted`, differences };
    return { of, verdict: 'failed', comparisons: 1, failure };
  });

const ofCleanup = ({ deleted, remaining }: Cleaned): CaseResult => {
  const of = { ...caseOf(['write', 'DeleteGroup'], 'cleanup', '8.9'), id: 'write/cleanup' };
  if (remaining.length === 0) return { of, verdict: 'passed', comparisons: deleted };
  const differences = remaining.map(() => ({ path: 'status', one: 404, other: 200 }));
  const failure = { request: 'platform-mock verify cleanup', differences };
  return { of, verdict: 'failed', comparisons: deleted + remaining.length, failure };
};

/** Why a case is not sent; undefined if the caller may send it, and may delete what it makes. */
const whySkipped = ({ needs = [] }: Case, { scene }: BegunRun): string | undefined => {
  if (scene.rights.length === 0) return 'the rights of the token are not known';
  const granted = capabilitiesAt(scene, scene.group);
  const lacking = needs.find((name) => !granted.has(name));
  return lacking === undefined ? undefined : `the token lacks ${lacking} at the group`;
};

/**
 * Makes, reads, changes and deletes things below a group of its own, compares each answer, and deletes all of it, also
 * after a failure. The results are added to `done` as they come.
 * @throws TargetRefusal once the target does not answer any more
 */
export const runWrites = async (
  begun: BegunRun,
  cases: readonly Case[],
  runCase: RunCase,
  ledger: Ledger,
  done: CaseResult[],
): Promise<void> => {
  const { options, sides } = begun;
  const before = await takeInventory(begun);
  let failure: unknown;
  try {
    for (const of of cases) {
      const reason = whySkipped(of, begun);
      done.push(reason === undefined ? await runCase(of) : notCompared(of, 'skipped', reason));
      // Without a group of its own a run makes nothing.
      if (of.id === 'write/CreateGroup/run' && reason !== undefined) break;
    }
  } catch (error) {
    if (!(error instanceof TargetRefusal)) throw error;
    failure = error;
  }
  sides.target.resume();
  const known = knownRuns(options.ledger).find(({ run }) => run === options.run);
  if (known) done.push(ofCleanup(await cleanRun(sides.target, known, ledger)));
  if (failure !== undefined) throw failure;
  done.push(...compareInventories(before, await takeInventory(begun)));
};
