import { randomBytes } from 'node:crypto';
import { describedOperations } from '../../editions/editions.ts';
import { valueAt } from '../../json.ts';
import { operationsIn } from '../../kernel/profile-operations.ts';
import { profileNamed } from '../../schema/profile.ts';
import { findScene, type Scene } from '../compare/scene.ts';
import { demandOwned, type Pauses, Target, TargetRefusal } from '../compare/target.ts';
import { readGroupsAbove, readRows, readWithReadmes } from '../import/read-rows.ts';
import { fillWords, type SuiteName } from './case.ts';
import { callOf, grpcStep } from './exchange.ts';
import { Ledger, oldCursor } from './ledger.ts';
import { expiredCursorCase, pathToCursor, wordsOfRows } from './reads.ts';
import { callReference, putRows, type ReferenceOptions, rowsOfCaller, startReference, storeOf } from './reference.ts';
import { type CaseResult, caseRunner, notCompared, type RunCase } from './run-cases.ts';
import { type BegunRun, casesOfSuite, readKnownRows, type VerifyOptions } from './suites.ts';
import { runWrites } from './write-suite.ts';

/** The process of a run. */
export interface Verifier extends Pauses, Pick<ReferenceOptions, 'version' | 'shippedFixtures' | 'err'> {
  /** Calls `heard` if the process is asked to stop: what a run has made is deleted before it ends. */
  readonly interrupted: (heard: () => void) => void;
}

const hex = (bytes: number): string => randomBytes(bytes).toString('hex');

/** The words that name nothing which exists, and the group of a run. */
const wordsOfRun = ({ group }: Scene, run: string): Map<string, string> =>
  new Map([
    ['run', run],
    ['group', group],
    ['nowhere', hex(20)],
    ['below', `${group}/${hex(8)}`],
    ['malformed', 'no-uid'],
    ['digest', `sha256:${hex(32)}`],
    ['number', String(900_000_000 + randomBytes(3).readUIntBE(0, 3))],
    ['name', `no-such-${hex(4)}`],
  ]);

/** The fields whose times are of the moment of a call. */
const MOMENTARY: ReadonlySet<string> = new Set(['lastSeenTime', 'last_seen_time']);

/** Why a suite cannot be run, by a call that does nothing; undefined if it can. */
const whyUnspoken = async (suite: SuiteName, target: Target): Promise<string | undefined> => {
  if (suite === 'v1') {
    const { status } = await target.read('/iam/v1/groups', 'none');
    return status === 404 || status === 501 ? `the target has no v1: GET /iam/v1/groups answered ${status}` : undefined;
  }
  if (suite !== 'grpc') return undefined;
  const service = 'chainguard.platform.ping.v2.PingService';
  const call = callOf(grpcStep({ service, id: 'Ping' }, {}, { auth: 'none' }), undefined, new Map());
  const { headers } = call ? await target.send(call) : { headers: {} };
  return 'grpc-status' in headers ? undefined : 'the target does not speak gRPC';
};

/** The findings of a run, each suite by itself. */
export interface Verified {
  readonly suites: ReadonlyMap<SuiteName, readonly CaseResult[]>;
  /** Why the run ended before all cases were sent. */
  readonly stopped?: string;
}

/** The suites that write notes for later runs. */
const WRITES_LEDGER: ReadonlySet<SuiteName> = new Set(['read', 'write']);
/** The suites that compare rows. */
const NEEDS_ROWS: ReadonlySet<SuiteName> = new Set(['read', 'v1', 'grpc']);

/** Starts a mock in which the caller of a run may do what it may at the target, with the rows that it can read there. */
const begin = async (options: VerifyOptions, target: Target, here: Verifier): Promise<BegunRun> => {
  const { profile, suites, run } = options;
  const operations = operationsIn(profileNamed(profile), describedOperations());
  const scene = await findScene(target, options.group);
  const { serviceDomain, caller, group } = scene;
  const needsRows = suites.some((suite) => NEEDS_ROWS.has(suite));
  const readAll = suites.includes('v1') ? readWithReadmes : needsRows ? readRows : readGroupsAbove;
  const rows = await readKnownRows(target, { group, operations }, readAll);
  const mock = await startReference({ ...here, profile, serviceDomain, publicUrl: target.url });
  await putRows(mock, rows.placed);
  const hasBindings = needsRows && !rows.missing.has('ListRoleBindings');
  const { rows: stored } = storeOf(mock);
  const ofCaller = rowsOfCaller(scene, new Date().toISOString(), hasBindings);
  await putRows(
    mock,
    ofCaller.filter(({ of, row }) => stored.get(of, row.uid) === undefined),
  );
  const words = [...wordsOfRun(scene, run), ...wordsOfRows(rows.lists)];
  const sides = {
    target,
    reference: await callReference(mock, caller, here),
    knownAtTarget: new Map(words),
    knownAtReference: new Map(words),
  };
  return { options, operations, scene, sides, rows, mock };
};

const CURSOR_MILLIS = 3 * 24 * 60 * 60 * 1000;

/** Checks that a cursor noted by an earlier run has expired, and notes one for a later run. */
const checkCursor = async (
  { options, scene: { group }, sides, rows }: BegunRun,
  runCase: RunCase,
  ledger: Ledger,
): Promise<readonly CaseResult[]> => {
  const { target, knownAtTarget, knownAtReference } = sides;
  const list = rows.lists.find((each) => each.rows.length > 1);
  if (!list) return [];
  const { id } = list.bound.operation;
  const old = oldCursor(options.ledger, target.url, group, id);
  const isOld = old !== undefined && Date.now() - Date.parse(old.date) > CURSOR_MILLIS;
  knownAtTarget.set('oldCursor', encodeURIComponent(old?.cursor ?? ''));
  knownAtReference.set('oldCursor', '');
  const of = expiredCursorCase(list);
  const result = isOld
    ? await runCase(of)
    : notCompared(of, 'not_evaluable', 'no run of more than three days ago has noted a cursor');
  const path = fillWords(pathToCursor(list), knownAtTarget) ?? '';
  const cursor = valueAt((await target.read(path)).json, 'nextPageToken');
  if (typeof cursor === 'string' && cursor !== '') {
    ledger.write({ kind: 'cursor', list: id, group, cursor, date: new Date().toISOString() });
  }
  return [result];
};

/** Runs one suite; its results are added to `done` as they come. */
const runSuite = async (
  suite: SuiteName,
  begun: BegunRun,
  ledger: Ledger | undefined,
  done: CaseResult[],
): Promise<void> => {
  const { operations, scene, sides } = begun;
  const cases = casesOfSuite(suite, begun);
  const reason = scene.hasFaults
    ? 'rules of the target make calls fail on demand'
    : await whyUnspoken(suite, sides.target);
  if (reason !== undefined) {
    done.push(...cases.map((of) => notCompared(of, 'skipped', reason)));
    return;
  }
  const rules = {
    momentary: MOMENTARY,
    mustRefuse: suite === 'refusals',
    knowsRights: scene.rights.length > 0,
    hasSameRows: suite !== 'write',
  };
  const runCase = caseRunner(
    sides,
    operations.map(({ operation }) => operation),
    rules,
    ledger,
  );
  if (suite === 'write' && ledger) return runWrites(begun, cases, runCase, ledger, done);
  for (const each of cases) done.push(await runCase(each));
  if (suite === 'read' && ledger) done.push(...(await checkCursor(begun, runCase, ledger)));
};

/**
 * Runs the suites of a run against a target, and compares each answer with the answer of a mock of its own.
 * @throws TargetRefusal if it cannot begin
 */
export const verify = async (options: VerifyOptions, here: Verifier): Promise<Verified> => {
  const { url, owned, suites, run, ledger: folder } = options;
  demandOwned(url, owned);
  const target = new Target(options, here);
  here.interrupted(() => target.interrupt('the run was interrupted'));
  const found = new Map<SuiteName, readonly CaseResult[]>();
  let begun: BegunRun | undefined;
  let ledger: Ledger | undefined;
  try {
    begun = await begin(options, target, here);
    if (suites.some((suite) => WRITES_LEDGER.has(suite))) {
      ledger = new Ledger(folder, run);
      const { group } = begun.scene;
      ledger.write({ kind: 'run', run, target: url, date: new Date().toISOString(), group });
    }
    for (const suite of suites) {
      const done: CaseResult[] = [];
      found.set(suite, done);
      await runSuite(suite, begun, ledger, done);
    }
    return { suites: found };
  } catch (error) {
    if (!(error instanceof TargetRefusal) || !begun) throw error;
    return { suites: found, stopped: error.message };
  } finally {
    ledger?.close();
    begun?.sides.reference.close();
    await begun?.mock.close();
    target.close();
  }
};
