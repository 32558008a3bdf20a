import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { bySize, TEST_SIZE } from '../../../scripts/test-size.ts';
import type { JsonObject } from '../../json.ts';
import type { Resource } from '../../kernel/resource.ts';
import type { BoundOperation } from '../../kernel/runner.ts';
import { type Edition, V2 } from '../../schema/edition.ts';
import { V1 } from '../../v1/edition.ts';
import { type EitherVersion, eitherVersion } from './either-version.ts';
import { expectedInV1, unknownToV1, withoutElsewhere } from './expected-in-v1.ts';
import { formInV1, listedForm } from './forms-in-v1.ts';
import { callsOf, requestOf, type WantedCall } from './generated-calls.ts';
import { demandAlike, demandReturned } from './row-comparison.ts';
import { printed, type Wanted, withoutUnset } from './spelled.ts';
import { Answers, viewOf } from './state-view.ts';
import { openTwins, type Twins } from './twins.ts';

/** A fixed seed, so that a failure is caused by a change; another seed searches for more differences. */
const SEED = Number(process.env.VERSIONS_SEED ?? 20_261_122);
const RUNS = Number(process.env.VERSIONS_RUNS ?? bySize({ small: 6, usual: 12, whole: 130 }));
const LONGEST = 40;
const WRITES_A_RUN = 4;
/** The number of kinds of resources that one sequence writes. */
const KINDS = { minLength: 1, maxLength: 2 };

let twins: Twins;
let either: EitherVersion;

before(async () => {
  twins = await openTwins();
  either = eitherVersion(twins);
});

after(async () => {
  either.close();
  await twins.close();
});

const isResource = (of: Resource): boolean => formInV1(of)?.list !== undefined && of.verbs.get !== undefined;

/** Creates, updates and deletes, custom methods too. */
const isWrite = ({ verb, operation: { id } }: BoundOperation): boolean =>
  verb === 'custom' ? /Create|Update/.test(id) && !/Status/.test(id) : verb !== 'list' && verb !== 'get';

/** Requests for which a List of v2 returns every row, as the List of v1 does. */
const EVERYTHING: Readonly<Record<string, Wanted>> = {
  tag: { includeReferrers: true, includeDates: true, includeEpochs: true },
};

/** Fields that v2 looks up when it shows a row. */
const LOOKED_UP: Readonly<Record<string, readonly string[]>> = { roleBinding: ['identity', 'group', 'role'] };

/** True for a call of v1 that replaces a whole row. */
const replaces = ({ operation }: BoundOperation): boolean =>
  operation.edition === V1 && operation.http?.method === 'PUT';

const rowOf = (of: Resource, uid: unknown): JsonObject | undefined =>
  twins.grpc.world.store.rows.get(of, String(uid)) as JsonObject | undefined;

/** True for a call that changes the caller's own rights, after which the result might be unreadable to all. */
const isOfCaller = ({ resource, operation: { id } }: BoundOperation, request: Wanted): boolean => {
  const { uid = request.uid ?? request.id } = (request[resource.singular] ?? {}) as { readonly uid?: unknown };
  const isCaller = uid === twins.admin || rowOf(resource, uid)?.identityUid === twins.admin;
  return isCaller && !/Create/.test(id);
};

/** Makes one write and compares its row in both versions; returns the answer, or undefined for an error. */
const checkWrite = async ({ bound, rule }: WantedCall, request: Wanted): Promise<JsonObject | undefined> => {
  const { operation, verb } = bound;
  const of = bound.resource;
  const replaced = replaces(bound) ? String(request[listedForm(of).id ?? 'id']) : undefined;
  const previous = replaced !== undefined && rowOf(of, replaced) ? await either.inV2(of, replaced) : undefined;
  const { code, answer } = await either.call(bound, request, rule);
  if (code !== 0) return undefined;
  const made = (answer ?? {}) as JsonObject;
  if (verb === 'delete') {
    const uid = String(Object.values(request)[0]);
    assert.deepEqual([await either.inV1(of, uid), await either.inV2(of, uid)], [undefined, undefined]);
    return made;
  }
  const uid = made[operation.edition === V1 ? (listedForm(of).id ?? 'id') : 'uid'];
  // A batch returns several rows, and an event of an advisory is not a row.
  if (uid === undefined || !rowOf(of, uid)) return made;
  const now = await either.inV2(of, String(uid));
  demandAlike(of, await either.inV1(of, String(uid)), now);
  if (previous) {
    for (const name of unknownToV1(listedForm(of).message, of.message)) {
      if (name === 'updateTime' || LOOKED_UP[of.singular]?.includes(name)) continue;
      assert.deepEqual(now?.[name], previous[name], `${name} did not stay as it was`);
    }
  }
  const body = operation.http?.body;
  const given = body === undefined || body === '*' ? request : (request[body] as Wanted | undefined);
  if (operation.edition === V1 && given && operation.response === listedForm(of).message) {
    demandReturned(listedForm(of).message, given, made);
  }
  return made;
};

const checkLists = async (of: Resource): Promise<void> => {
  const inV1 = await either.allInV1(of);
  const inV2 = await either.allInV2(of, EVERYTHING[of.singular]);
  const { id = 'id' } = listedForm(of);
  const byUid = new Map(inV2.map((row) => [row.uid, row]));
  assert.deepEqual(
    inV1.map((row) => row[id]),
    [...byUid.keys()].toSorted(),
  );
  for (const row of inV1) demandAlike(of, row, byUid.get(row[id]));
};

test('a row that one version writes is read in the other by the tables of behaviour 12.2', async (t) => {
  t.diagnostic(`VERSIONS_SEED=${SEED}`);
  const { kernel, operations } = twins;
  const resources = kernel.directory.resources.filter(isResource);
  const writes = operations.filter((bound) => isResource(bound.resource) && isWrite(bound));
  const counts = new Map<string, number>();
  // Few kinds in a sequence, so that created rows are changed.
  const callsOn = resources.map((kind) =>
    callsOf(
      kernel,
      writes.filter(({ resource }) => resource === kind),
    ),
  );
  const sequences = fc
    .subarray(callsOn, KINDS)
    .chain((calls) => fc.array(fc.oneof(...calls), { minLength: 1, maxLength: LONGEST, size: 'max' }));
  const property = fc.asyncProperty(sequences, async (calls) => {
    await twins.restart();
    const answers = new Answers();
    const state = viewOf(twins.grpc.world, kernel.directory.resources, answers);
    const touched = new Set<Resource>();
    const lines: string[] = [];
    try {
      for (const call of calls) {
        const { operation, resource, verb } = call.bound;
        const request = requestOf(call, state);
        if (isOfCaller(call.bound, request)) continue;
        lines.push(`${operation.id} ${printed(request)}`);
        const made = await checkWrite(call, request);
        if (!made) continue;
        counts.set(operation.id, (counts.get(operation.id) ?? 0) + 1);
        const uid = made[formInV1(resource)?.id ?? 'id'] ?? made.uid;
        answers.add({ ...made, uid }, verb === 'create' ? resource.singular : undefined);
        touched.add(resource);
      }
      for (const of of touched) await checkLists(of);
    } catch (error) {
      throw new Error(`${(error as Error).message}\nafter\n${lines.map((line) => line.slice(0, 2_000)).join('\n')}`);
    }
  });
  const { failed, counterexamplePath, errorInstance } = await fc.check(property, { seed: SEED, numRuns: RUNS });
  if (failed) assert.fail(`VERSIONS_SEED=${SEED} path ${counterexamplePath}\n${(errorInstance as Error).message}`);
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  t.diagnostic(`${total} writes of ${resources.map(({ plural }) => plural).join(', ')}`);
  if (process.env.VERSIONS_SHOW) t.diagnostic(JSON.stringify(Object.fromEntries([...counts].toSorted())));
  assert.ok(total >= RUNS * WRITES_A_RUN, `only ${total} writes`);
  if (TEST_SIZE !== 'whole') return;
  const ways = writes
    .filter(({ operation: { id } }) => /Create|Update/.test(id))
    .map(
      ({ resource, operation: { id, edition } }) =>
        [`${resource.plural} in ${edition.name}`, counts.get(id) ?? 0] as const,
    );
  const never = ways.filter(([way, count]) => count === 0 && !ways.some(([same, other]) => same === way && other > 0));
  assert.deepEqual(never, []);
});

const [START, END] = ['2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'];

/** Lists of resources without writes, with the requests of both versions, which may need the id of an artifact. */
const LISTS: readonly (readonly [kind: string, asked: (artifact: unknown) => readonly [inV1: Wanted, inV2: Wanted]])[] =
  [
    ['artifact', () => [{ ecosystems: ['JAVA', 'PYTHON'] }, { ecosystems: ['ECOSYSTEM_JAVA', 'ECOSYSTEM_PYTHON'] }]],
    ['artifactVersion', (id) => [{ id }, { artifactId: id }]],
    ['document', () => [{}, {}]],
    ['vulnerabilityMetadatum', () => [{}, {}]],
    [
      'resolvedVulnsReport',
      () => [
        { from: START, to: END },
        { startTime: START, endTime: END },
      ],
    ],
  ];

for (const [kind, asked] of LISTS) {
  test(`v1 and v2 list the same rows of ${kind}`, async () => {
    await twins.restart();
    const { directory } = twins.kernel;
    const of = directory.getResource(kind);
    const { message } = listedForm(of);
    const [artifact] = await either.allInV1(directory.getResource('artifact'));
    const [askedV1, askedV2] = asked(artifact?.id);
    const inV1 = (await either.allInV1(of, askedV1)).map((row) =>
      withoutUnset(message, withoutElsewhere(message, row)),
    );
    const inV2 = (await either.allInV2(of, askedV2)).map((row) =>
      withoutUnset(message, expectedInV1(message, of.message, row)),
    );
    assert.ok(inV1.length > 0, 'there is none');
    const sorted = (rows: readonly Wanted[]): readonly Wanted[] =>
      rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
    assert.deepEqual(sorted(inV1), sorted(inV2));
  });
}

test('terms that are accepted through either version are listed by both', async (t) => {
  t.diagnostic(`VERSIONS_SEED=${SEED}`);
  const { kernel, grpc } = twins;
  const terms = kernel.directory.getResource('termsAcceptance');
  const accept = (edition: Edition): BoundOperation =>
    twins.operations.find(
      ({ resource, verb, operation }) => resource === terms && verb === 'custom' && operation.edition === edition,
    ) ?? assert.fail(`terms cannot be accepted in ${edition.name}`);
  await twins.restart();
  const { uids } = viewOf(grpc.world, kernel.directory.resources, new Answers());
  const acceptance = fc.record({
    edition: fc.constantFrom(V1, V2),
    group: fc.constantFrom(...uids('group')),
    documentIds: fc.subarray([...uids('termsDocument')]),
  });
  const property = fc.asyncProperty(fc.array(acceptance, { minLength: 1, maxLength: 6 }), async (acceptances) => {
    await twins.restart();
    for (const { edition, ...request } of acceptances) {
      assert.equal((await either.call(accept(edition), request)).code, request.documentIds.length > 0 ? 0 : 3);
      const inV2 = await either.allInV2(terms, { group: request.group });
      // Neither version has the id of the other one, so that only the order relates the rows.
      assert.deepEqual(
        await either.allInV1(terms, { group: request.group }),
        inV2.map((row) => expectedInV1(listedForm(terms).message, terms.message, row)),
      );
      assert.deepEqual(
        request.documentIds.filter((id) => !inV2.some(({ docId }) => docId === id)),
        [],
      );
    }
  });
  await fc.assert(property, { seed: SEED, numRuns: bySize({ small: 3, usual: 8, whole: 25 }) });
});
