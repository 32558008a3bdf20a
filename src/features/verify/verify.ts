import { randomBytes } from 'node:crypto';
import { describedOperations } from '../../editions/editions.ts';
import { operationsIn } from '../../kernel/profile-operations.ts';
import type { BoundOperation } from '../../kernel/runner.ts';
import { valueAt } from '../../schema/json-object.ts';
import { profileNamed } from '../../schema/profile.ts';
import type { ProfileName } from '../../schema/profile-differences.ts';
import type { ShippedFixtures } from '../../seed/load.ts';
import type { RunningMock } from '../../server/mock/running-mock.ts';
import { BoundComparer } from '../compare/bound-comparer.ts';
import { findScene, type Scene } from '../compare/scene.ts';
import { demandOwned, type Pauses, Target, TargetRefusal } from '../compare/target.ts';
import { type Case, fillWords, type SuiteName } from './case.ts';
import { grpcStep } from './exchange.ts';
import { Ledger, oldCursor } from './ledger.ts';
import { expiredCursorCase, listOfCursors, pathToCursor, wordsOfRows } from './reads.ts';
import { callReference, putRows, rowsOfCaller, startReference, storeOf } from './reference.ts';
import { type CaseResult, CaseRunner, type Sides } from './run-cases.ts';
import { casesOfSuite, type KnownRows, readGroups, readKnownRows } from './suites.ts';
import { runWrites } from './write-suite.ts';

/** What is verified, and how. */
export interface VerifyOptions {
  readonly target: string;
  readonly token: string;
  /** The host that the caller says to own. */
  readonly owned: string;
  readonly suites: readonly SuiteName[];
  readonly rps: number;
  readonly profile: ProfileName;
  /** The group below which the run works; that of the caller unless given. */
  readonly group?: string;
  /** The id of the run. */
  readonly run: string;
  /** The folder in which runs write down what they make. */
  readonly ledger: string;
}

/** The process of a run. */
export interface Verifier extends Pauses {
  readonly version: string;
  readonly shippedFixtures: ShippedFixtures;
  readonly err: (text: string) => void;
  /** Calls `heard` if the process is asked to stop: what a run has made is deleted before it ends. */
  readonly interrupted: (heard: () => void) => void;
}

const hex = (bytes: number): string => randomBytes(bytes).toString('hex');

/** The id of a run: by time, and by chance. */
export const makeRunId = (nowMillis: number): string => `v${nowMillis.toString(36)}${hex(3)}`;

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
  const call = grpcStep({ service: 'chainguard.platform.ping.v2.PingService', id: 'Ping' }, {});
  const { headers } = await target.send({
    method: 'POST',
    target: call.path,
    auth: 'none',
    isGrpc: true,
    headers: call.headers ?? {},
  });
  return headers['grpc-status'] === undefined ? 'the target does not speak gRPC' : undefined;
};

/** What a run has found, each suite by itself. */
export interface Verified {
  readonly suites: ReadonlyMap<SuiteName, readonly CaseResult[]>;
  /** Why the run ended before all cases were sent. */
  readonly stopped?: string;
}

/** A run that has begun: both sides, and what its suites share. */
interface Begun {
  readonly options: VerifyOptions;
  readonly target: Target;
  readonly operations: readonly BoundOperation[];
  readonly scene: Scene;
  readonly sides: Sides;
  readonly rows: KnownRows | undefined;
  readonly mock: RunningMock;
}

/** The suites that keep something for later runs. */
const KEEPS_LEDGER: ReadonlySet<SuiteName> = new Set(['read', 'write']);
/** The suites that compare rows. */
const NEEDS_ROWS: ReadonlySet<SuiteName> = new Set(['read', 'v1', 'grpc']);

/** Starts a mock in which the caller of a run may do what it may at the target, with the rows that it can read there. */
const begin = async (options: VerifyOptions, target: Target, here: Verifier): Promise<Begun> => {
  const { profile, suites, run, group } = options;
  const operations = operationsIn(profileNamed(profile), describedOperations);
  const scene = await findScene(target, group);
  const { serviceDomain, caller } = scene;
  const needsRows = suites.some((suite) => NEEDS_ROWS.has(suite));
  const rows = needsRows ? await readKnownRows(target, scene.group, operations, suites.includes('v1')) : undefined;
  const mock = await startReference({ ...here, profile, serviceDomain, publicUrl: target.url });
  await putRows(mock, rows?.placed ?? (await readGroups(target, scene.group, operations)));
  const hasBindings = rows !== undefined && !rows.missing.has('ListRoleBindings');
  const { rows: stored } = storeOf(mock);
  const ofCaller = rowsOfCaller(scene, new Date().toISOString(), hasBindings);
  await putRows(
    mock,
    ofCaller.filter(({ of, row }) => stored.get(of, row.uid) === undefined),
  );
  const words = [...wordsOfRun(scene, run), ...wordsOfRows(rows?.lists ?? [])];
  const sides = {
    target,
    reference: await callReference(mock, caller, here),
    knownAtTarget: new Map(words),
    knownAtReference: new Map(words),
  };
  return { options, target, operations, scene, sides, rows, mock };
};

const CURSOR_MILLIS = 3 * 24 * 60 * 60 * 1000;

/** Looks whether a cursor that an earlier run has kept has expired, and keeps one for a later run. */
const checkCursor = async (
  { options, target, scene, sides, rows }: Begun,
  ledger: Ledger,
  run: (of: Case) => Promise<CaseResult>,
): Promise<readonly CaseResult[]> => {
  const list = listOfCursors(rows?.lists ?? []);
  if (!list) return [];
  const { id } = list.bound.operation;
  const old = oldCursor(options.ledger, target.url, scene.group, id);
  const isOld = old !== undefined && Date.now() - Date.parse(old.date) > CURSOR_MILLIS;
  sides.knownAtTarget.set('oldCursor', encodeURIComponent(old?.cursor ?? ''));
  sides.knownAtReference.set('oldCursor', '');
  const result = await run(
    expiredCursorCase(list, isOld ? undefined : 'no run of more than three days ago has kept a cursor'),
  );
  const path = fillWords(pathToCursor(list), sides.knownAtTarget) ?? '';
  const cursor = valueAt((await target.read(path)).json, 'nextPageToken');
  if (typeof cursor === 'string' && cursor !== '') {
    ledger.write({ kind: 'cursor', list: id, group: scene.group, cursor, date: new Date().toISOString() });
  }
  return [result];
};

/** Runs one suite; its results are added to `done` as they come. */
const runSuite = async (
  suite: SuiteName,
  begun: Begun,
  ledger: Ledger | undefined,
  done: CaseResult[],
): Promise<void> => {
  const { options, target, operations, scene, sides, rows } = begun;
  const runner = new CaseRunner(sides, new Map(operations.map(({ operation }) => [operation.id, operation])));
  const cases = casesOfSuite(suite, { operations, group: scene.group, rows });
  const reason = scene.hasFaults ? 'rules of the target make calls fail on demand' : await whyUnspoken(suite, target);
  if (reason !== undefined) {
    done.push(...cases.map((of): CaseResult => ({ of, verdict: 'skipped', comparisons: 0, reason })));
    return;
  }
  const rules = {
    momentary: MOMENTARY,
    mustRefuse: suite === 'refusals',
    knowsRights: scene.rights.length > 0,
    hasSameRows: suite !== 'write',
  };
  // What stands for each other is learned from one case to the next.
  const comparer = new BoundComparer();
  for (const each of cases) done.push(await runner.run(each, comparer, rules));
  if (!ledger) return;
  if (suite === 'read') {
    done.push(...(await checkCursor(begun, ledger, (of) => runner.run(of, new BoundComparer(), rules))));
  }
  if (suite === 'write') {
    const { run, ledger: folder } = options;
    await runWrites({ run, scene, target, runner, operations, ledger, folder }, rules, done);
  }
};

/**
 * Runs the suites of a run against a target, and compares each answer with that of a mock of its own.
 * @throws TargetRefusal if it cannot begin
 */
export const verify = async (options: VerifyOptions, here: Verifier): Promise<Verified> => {
  const { target: url, token, owned, rps, suites, run, ledger: folder } = options;
  demandOwned(url, owned);
  const target = new Target({ url, token, rps }, here);
  here.interrupted(() => target.interrupt('the run was interrupted'));
  const found = new Map<SuiteName, readonly CaseResult[]>();
  let begun: Begun | undefined;
  let ledger: Ledger | undefined;
  try {
    begun = await begin(options, target, here);
    const { scene } = begun;
    if (suites.some((suite) => KEEPS_LEDGER.has(suite))) {
      ledger = new Ledger(folder, run);
      ledger.write({ kind: 'run', run, target: url, date: new Date().toISOString(), group: scene.group });
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
