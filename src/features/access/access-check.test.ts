import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import type { AuthzCheck } from '../../../generated/nouns.ts';
import { developmentKey } from '../../identity/development-key.ts';
import { generateUpstreamKey } from '../../identity/signing-keys.ts';
import { DEFAULT_WORLD } from '../../kernel/call-scope.ts';
import { ApiError } from '../../kernel/errors.ts';
import type { BoundOperation } from '../../kernel/runner.ts';
import { shippedFixtures } from '../../package-home.ts';
import { ByteBudget } from '../../plane/bounded-log.ts';
import { ProcessOrder } from '../../plane/placed-items.ts';
import { profileIn } from '../../schema/profile.ts';
import { createMock } from '../../server/mock/mock.ts';
import { MemoryStore } from '../../store/memory.ts';
import { createWorld } from '../../world/create-world.ts';
import { deliverySetting } from '../delivery/world-delivery.ts';
import { accessControl } from './access-control.ts';

const identityNamed = (name: string): string =>
  `{ name: ${name}, claimMatch: { issuer: https://issuer.test, subject: ${name} } }`;

const FIXTURE = `
groups:
  - name: acme.test
    alias: acme
    identities:
      - ${identityNamed('reader')}
      - ${identityNamed('builder')}
      - ${identityNamed('split')}
      - ${identityNamed('nobody')}
    roles:
      - { name: maker, capabilities: [CAP_REPO_CREATE, CAP_REPO_LIST, CAP_IAM_ROLE_BINDINGS_CREATE] }
    roleBindings:
      - { identity: reader, role: viewer }
      - { identity: inner, role: owner }
    repos:
      - { name: app, alias: app, tags: [{ name: latest, alias: latest, digest: "sha256:${'a'.repeat(64)}" }] }
    groups:
      - name: eng
        alias: eng
        identities: [${identityNamed('inner')}]
        roleBindings:
          - { identity: builder, role: maker }
          - { identity: split, role: registry.push }
        repos: [{ name: tool, alias: tool }]
        groups: [{ name: ops, alias: ops }]
  - name: zeta.test
    alias: zeta
    roleBindings: [{ identity: outside, role: editor }]
    repos: [{ name: far, alias: far }]
identities:
  - name: admin
    claimMatch: { issuer: https://issuer.test, subject: admin }
    everything: true
  - ${identityNamed('outside')}
tokens: { reader-t: reader, builder-t: builder, split-t: split, nobody-t: nobody, inner-t: inner, admin-t: admin, outside-t: outside }
`;
const CALLERS = ['reader', 'builder', 'split', 'nobody', 'inner', 'admin', 'outside'] as const;

const fail = (error: unknown): never => assert.fail(String(error));
const { kernel } = createMock(fail);
const made = createWorld(
  {
    settings: { serviceDomain: 'platform.test', publicUrl: 'http://127.0.0.1', seed: 'check' },
    clock: { now: () => Date.UTC(2026, 0, 1) },
    key: Promise.resolve(developmentKey()),
    wait: async () => undefined,
    upstreamKey: generateUpstreamKey,
    trusted: [],
    audiences: [],
    scheme: 'http',
    maySteer: () => true,
    delivery: deliverySetting({}, '0'),
    shippedFixtures,
    budget: new ByteBudget(0),
    order: new ProcessOrder(),
    report: fail,
  },
  { id: DEFAULT_WORLD, store: new MemoryStore() },
);
const { scope: world, population } = made;
const control = accessControl(kernel, made);
const operations = kernel.operationsIn(profileIn(world.settings));
let places: readonly string[];

before(async () => {
  await population.apply({ text: FIXTURE }, 'merge');
  const aliases = population.aliases();
  const uidOf = (alias: string): string => aliases.get(alias) ?? assert.fail(alias);
  const { rows } = world.store;
  const some = ['roleBindings', 'roles', 'identities'].flatMap((name) =>
    rows
      .listWithin({ name, indexes: [] }, '/')
      .filter((_, at) => at % 9 === 0)
      .map(({ uid }) => uid),
  );
  places = [
    ...['acme', 'eng', 'ops', 'zeta', 'app', 'tool', 'latest', 'far'].map(uidOf),
    ...some,
    `${uidOf('eng')}/0123456789abcdef`,
    'f'.repeat(40),
  ];
});

const identityOf = (name: string): string => {
  const found = population.identity(name);
  return 'uid' in found ? found.uid : assert.fail(found.reason);
};

/** The field of a request that names the uid; undefined if it names none. */
const fieldOf = ({ operation, verb, list }: BoundOperation): string | undefined => {
  if (operation.scope !== undefined || operation.edition.name !== 'v2') return operation.scope;
  if (verb === 'create') return 'parent';
  if (verb === 'get') return 'uid';
  return list?.uidp === undefined ? undefined : 'uidp.descendantsOf';
};

const requestAt = (bound: BoundOperation, uid: string): Readonly<Record<string, unknown>> => {
  const path = fieldOf(bound);
  if (path === undefined || uid === '') return {};
  return path.split('.').reduceRight<unknown>((value, name) => ({ [name]: value }), uid) as Record<string, unknown>;
};

/** The error of a real call on a copy of the world. */
const realAnswer = async (bound: BoundOperation, caller: string, uid: string): Promise<ApiError | undefined> => {
  const request = requestAt(bound, uid);
  const copy = { ...world, store: world.store.fork() };
  try {
    const read = () => ({ request, violations: [], paths: [] });
    await kernel.call(bound, { authorization: `Bearer ${caller}-t`, read }, copy);
    return undefined;
  } catch (error) {
    return error instanceof ApiError ? error : fail(error);
  }
};

/** A List reads its filters before it looks at the caller, and a maker of tokens looks at the caller itself. */
const isChecked = ({ list, runner }: BoundOperation): boolean =>
  runner.kind !== 'token' && !Object.values(list?.filters ?? {}).some(({ required }) => required);

/** The code of a call that is decided so. An identity has been authenticated, so a check of it never says otherwise. */
const CODES: Readonly<Partial<Record<AuthzCheck['decision'], string>>> = {
  deny: 'PERMISSION_DENIED',
  not_found: 'NOT_FOUND',
};

test('A1: a check decides what a real call is answered, for identities, operations and places', async () => {
  const asked = fc.record({
    bound: fc.constantFrom(...operations.filter(isChecked)),
    caller: fc.constantFrom(...CALLERS),
    at: fc.nat(),
  });
  const seen = { allow: 0, deny: 0, not_found: 0, unauthenticated: 0 };
  await fc.assert(
    fc.asyncProperty(asked, async ({ bound, caller, at }) => {
      const uid = fieldOf(bound) === undefined ? '' : (places[at % places.length] ?? '');
      const check = control.check(identityOf(caller), bound.operation.id, uid === '' ? undefined : uid);
      const real = await realAnswer(bound, caller, uid);
      const what = `${bound.operation.id} by ${caller} at ${uid}: ${real?.message}`;
      seen[check.decision] += 1;
      if (check.decision === 'allow') assert.notEqual(real?.code, 'PERMISSION_DENIED', what);
      else assert.deepEqual([real?.code, real?.message], [CODES[check.decision], check.message], what);
      if (real?.code === 'PERMISSION_DENIED') assert.equal(check.decision, 'deny', what);
    }),
    { numRuns: 1_500 },
  );
  assert.ok(seen.allow > 100 && seen.deny > 100 && seen.not_found > 20, JSON.stringify(seen));
});
