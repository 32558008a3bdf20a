import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import type { Resource } from '../kernel/resource.ts';
import type { BoundOperation } from '../kernel/standard-operations.ts';
import { type EitherVersion, eitherVersion, type ShownTwice } from './either-version.ts';
import { callsOf, requestOf, type WantedCall } from './generated-calls.ts';
import { printed, type Wanted, withoutUnset } from './spelled.ts';
import { Answers, viewOf } from './state-view.ts';
import { demandAlike, demandGiven } from './told-alike.ts';
import { toldInV1, unknownToV1, withoutElsewhere } from './told-in-v1.ts';
import { openTwins, type Twins } from './twins.ts';

type Json = Readonly<Record<string, unknown>>;

/** The same writes at every run, so that a red gate has a cause in the change; another seed goes looking for more. */
const SEED = Number(process.env.VERSIONS_SEED ?? 20_261_122);
const RUNS = Number(process.env.VERSIONS_RUNS ?? 130);
const LONGEST = 40;
const LEAST_WRITES = 800;
/** How many kinds of resources one sequence writes. */
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

const isShownTwice = (of: Resource): of is ShownTwice => of.v1?.list !== undefined && of.verbs.get !== undefined;

/** Creates, updates and deletes, also those that are no standard methods. */
const isWrite = ({ verb, operation: { id } }: BoundOperation): boolean =>
  verb === 'custom' ? /Create|Update/.test(id) && !/Status/.test(id) : verb !== 'list' && verb !== 'get';

/** What makes a List of v2 show every row, as that of v1 does. */
const EVERYTHING: Readonly<Record<string, Wanted>> = {
  tag: { includeReferrers: true, includeDates: true, includeEpochs: true },
};

/** What v2 looks up when it shows a row, besides when the row was changed. */
const NOT_KEPT: Readonly<Record<string, readonly string[]>> = { roleBinding: ['identity', 'group', 'role'] };

/** Whether a call of v1 replaces a whole row. */
const replaces = ({ operation }: BoundOperation): boolean =>
  operation.version === 'v1' && operation.http?.method === 'PUT';

const rowOf = (of: Resource, uid: unknown): Json | undefined =>
  twins.grpc.world.store.rows.get(of, String(uid)) as Json | undefined;

/** Whether a call writes what the caller can do: after it there might be nobody to read anything. */
const isOfCaller = ({ resource, operation: { id } }: BoundOperation, request: Wanted): boolean => {
  const { uid = request.uid ?? request.id } = (request[resource.singular] ?? {}) as { readonly uid?: unknown };
  const isCaller = uid === twins.admin || rowOf(resource, uid)?.identityUid === twins.admin;
  return isCaller && !/Create/.test(id);
};

/** Makes one write and reads what came of it in both versions; true where something was written. */
const checkWrite = async ({ bound, rule }: WantedCall, request: Wanted): Promise<Json | undefined> => {
  const { operation, verb } = bound;
  const of = bound.resource as ShownTwice;
  const replaced = replaces(bound) ? String(request[of.v1.id ?? 'id']) : undefined;
  const previous = replaced !== undefined && rowOf(of, replaced) ? await either.inV2(of, replaced) : undefined;
  const { code, answer } = await either.call(bound, request, rule);
  if (code !== 0) return undefined;
  const made = (answer ?? {}) as Json;
  if (verb === 'delete') {
    const uid = String(Object.values(request)[0]);
    assert.deepEqual([await either.inV1(of, uid), await either.inV2(of, uid)], [undefined, undefined]);
    return made;
  }
  const uid = made[operation.version === 'v1' ? (of.v1.id ?? 'id') : 'uid'];
  // A batch tells several rows, and an event of an advisory is none.
  if (uid === undefined || !rowOf(of, uid)) return made;
  const now = await either.inV2(of, String(uid));
  demandAlike(of, await either.inV1(of, String(uid)), now);
  if (previous) {
    for (const name of unknownToV1(of.v1.message, of.message)) {
      if (name === 'updateTime' || NOT_KEPT[of.singular]?.includes(name)) continue;
      assert.deepEqual(now?.[name], previous[name], `${name} did not stay as it was`);
    }
  }
  const body = operation.http?.body;
  const given = body === undefined || body === '*' ? request : (request[body] as Wanted | undefined);
  if (operation.version === 'v1' && given && operation.response === of.v1.message) {
    demandGiven(of.v1.message, given, made);
  }
  return made;
};

const checkLists = async (of: ShownTwice): Promise<void> => {
  const inV1 = await either.allInV1(of);
  const inV2 = await either.allInV2(of, EVERYTHING[of.singular]);
  const { id = 'id' } = of.v1;
  const byUid = new Map(inV2.map((row) => [row.uid, row]));
  assert.deepEqual(
    inV1.map((row) => row[id]),
    [...byUid.keys()].toSorted(),
  );
  for (const row of inV1) demandAlike(of, row, byUid.get(row[id]));
};

test('what is written through one version reads in the other by the tables of behaviour 12.2', async (t) => {
  t.diagnostic(`VERSIONS_SEED=${SEED}`);
  const { kernel } = twins;
  const shown = kernel.directory.resources.filter(isShownTwice);
  const writes = kernel.operations.filter((bound) => isShownTwice(bound.resource) && isWrite(bound));
  const counts = new Map<string, number>();
  // Few kinds at a time, so that what was made is changed.
  const callsOn = shown.map((kind) =>
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
    const touched = new Set<ShownTwice>();
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
        const uid = made[resource.v1?.id ?? 'id'] ?? made.uid;
        answers.add({ ...made, uid }, verb === 'create' ? resource.singular : undefined);
        touched.add(resource as ShownTwice);
      }
      for (const of of touched) await checkLists(of);
    } catch (error) {
      throw new Error(`${(error as Error).message}\nafter\n${lines.map((line) => line.slice(0, 2_000)).join('\n')}`);
    }
  });
  const { failed, counterexamplePath, errorInstance } = await fc.check(property, { seed: SEED, numRuns: RUNS });
  if (failed) assert.fail(`VERSIONS_SEED=${SEED} path ${counterexamplePath}\n${(errorInstance as Error).message}`);
  const total = [...counts.values()].reduce((so, count) => so + count, 0);
  t.diagnostic(`${total} writes of ${shown.map(({ plural }) => plural).join(', ')}`);
  if (process.env.VERSIONS_SHOW) t.diagnostic(JSON.stringify(Object.fromEntries([...counts].toSorted())));
  if (RUNS < 130) return;
  assert.ok(total >= LEAST_WRITES, `only ${total} writes`);
  const ways = writes
    .filter(({ operation: { id } }) => /Create|Update/.test(id))
    .map(
      ({ resource, operation: { id, version = 'v2' } }) =>
        [`${resource.plural} in ${version}`, counts.get(id) ?? 0] as const,
    );
  const never = ways.filter(([way, count]) => count === 0 && !ways.some(([same, other]) => same === way && other > 0));
  assert.deepEqual(never, []);
});

const [START, END] = ['2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'];

/** Lists of what is not written, with what each version is asked, which an artifact may be part of. */
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
  test(`v1 and v2 list every ${kind} alike`, async () => {
    await twins.restart();
    const { directory } = twins.kernel;
    const of = directory.named(kind) as ShownTwice;
    const { message } = of.v1;
    const [artifact] = await either.allInV1(directory.named('artifact') as ShownTwice);
    const [askedV1, askedV2] = asked(artifact?.id);
    const inV1 = (await either.allInV1(of, askedV1)).map((row) =>
      withoutUnset(message, withoutElsewhere(message, row)),
    );
    const inV2 = (await either.allInV2(of, askedV2)).map((row) =>
      withoutUnset(message, toldInV1(message, of.message, row)),
    );
    assert.ok(inV1.length > 0, 'there is none');
    const sorted = (rows: readonly Wanted[]): readonly Wanted[] =>
      rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
    assert.deepEqual(sorted(inV1), sorted(inV2));
  });
}

test('terms that are accepted through either version are listed alike by both', async (t) => {
  t.diagnostic(`VERSIONS_SEED=${SEED}`);
  const { kernel, grpc } = twins;
  const terms = kernel.directory.named('termsAcceptance') as ShownTwice;
  const accept = (version: 'v1' | undefined): BoundOperation =>
    kernel.operations.find(
      ({ resource, verb, operation }) => resource === terms && verb === 'custom' && operation.version === version,
    ) ?? assert.fail(`terms cannot be accepted in ${version ?? 'v2'}`);
  await twins.restart();
  const { uids } = viewOf(grpc.world, kernel.directory.resources, new Answers());
  const acceptance = fc.record({
    version: fc.constantFrom('v1' as const, undefined),
    group: fc.constantFrom(...uids('group')),
    documentIds: fc.subarray([...uids('termsDocument')]),
  });
  const property = fc.asyncProperty(fc.array(acceptance, { minLength: 1, maxLength: 6 }), async (acceptances) => {
    await twins.restart();
    for (const { version, ...request } of acceptances) {
      assert.equal((await either.call(accept(version), request)).code, request.documentIds.length > 0 ? 0 : 3);
      const inV2 = await either.allInV2(terms, { group: request.group });
      // Neither shows the id of the other, so they are told in their common order.
      assert.deepEqual(
        await either.allInV1(terms, { group: request.group }),
        inV2.map((row) => toldInV1(terms.v1.message, terms.message, row)),
      );
      assert.deepEqual(
        request.documentIds.filter((id) => !inV2.some(({ docId }) => docId === id)),
        [],
      );
    }
  });
  await fc.assert(property, { seed: SEED, numRuns: 25 });
});
