import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Access, accessAt, noAccess } from '../../kernel/access.ts';
import type { Violations } from '../../kernel/context.ts';
import { customOperation } from '../../kernel/custom-operation.ts';
import { ResourceDirectory } from '../../kernel/directory.ts';
import { ApiError } from '../../kernel/errors.ts';
import { uidFor } from '../../kernel/ids.ts';
import type { RowWriteContext } from '../../kernel/resource.ts';
import type { Tx } from '../../kernel/rows.ts';
import { TOP } from '../../kernel/uid.ts';
import { message } from '../../schema/message.ts';
import { MemoryStore } from '../../store/memory.ts';
import { plainViolations } from '../../testing/plain-violations.ts';
import { type GroupRow, groupRows } from './group-message.ts';
import { beforeCreate, beforeUpdate, clash, resolveParent, validate } from './groups.ts';

const uid = (parent: string, name: string): string => uidFor('s', parent, 'group', name);
const ACME = uid(TOP, 'acme');
const ENG = uid(ACME, 'eng');
const OPS = uid(ENG, 'ops');
const ZETA = uid(TOP, 'zeta');
const TWIN = uid(TOP, 'twin');
const ODD = uid(ZETA, 'odd');
const tail = (of: string): string => of.slice(of.lastIndexOf('/') + 1);

const GROUPS: readonly GroupRow[] = [
  { uid: ACME, name: 'acme', kind: 'ORG_KIND_CUSTOMER', status: 'ORG_STATUS_READY', verified: true },
  { uid: ENG, name: 'eng', kind: 'ORG_KIND_CUSTOMER', status: 'ORG_STATUS_READY' },
  { uid: OPS, name: 'eng', kind: 'ORG_KIND_CUSTOMER', status: 'ORG_STATUS_READY' },
  { uid: ZETA, name: 'zeta', kind: 'ORG_KIND_STARTER', status: 'ORG_STATUS_SUSPENDED' },
  { uid: TWIN, name: 'acme' },
  { uid: ODD, name: ZETA },
];

const operation = customOperation({
  domain: 'iam',
  plural: 'groups',
  id: 'CreateGroup',
  summary: 'Create a group',
  description: 'Creates a group.',
  http: { method: 'POST', path: '/iam/v2/groups/{parent=**}' },
  request: message('mock.test.grouprules.Request', 'A request.', {}),
  response: undefined,
  capabilities: ['groups.create'],
});

const STAFF = accessAt(TOP, new Set(['internal', 'groups.create']));
const OWNER = accessAt(TOP, new Set(['groups.create']));

/** Runs a rule inside a write over the groups. */
const within = async <T>(rule: (context: RowWriteContext) => T, parent = TOP, access: Access = OWNER) => {
  const store = new MemoryStore();
  const put = (tx: Tx): void => {
    for (const row of GROUPS) tx.put(groupRows, row);
  };
  await store.write(put);
  const result = await store.write((tx) =>
    rule({
      operation,
      caller: { identity: 'somebody' },
      access,
      rows: tx,
      tx,
      directory: new ResourceDirectory([]),
      settings: { serviceDomain: 'platform.test', publicUrl: '', seed: 's' },
      pageTokenKey: 'key',
      nowMillis: 0,
      now: '1970-01-01T00:00:00.000Z',
      parent,
      touched: new Set(),
    }),
  );
  return { result, rows: store.rows };
};

const PARENTS: readonly (readonly [what: string, given: string, means: string, access?: Access])[] = [
  ['a uid', OPS, OPS],
  ['a uid out of reach', OPS, OPS, noAccess],
  ['a uid that is also a name', ZETA, ZETA],
  ['the end of a uid', tail(ENG), ENG],
  ['the end of a uid out of reach', tail(ENG), tail(ENG), noAccess],
  ['a longer end of a uid', `${tail(ENG)}/${tail(OPS)}`, OPS],
  ['the end of a root', ACME.slice(4), ACME.slice(4)],
  ['a name that one group has', 'zeta', ZETA],
  ['a name that one group in reach has', 'eng', OPS, accessAt(OPS, new Set(['groups.create']))],
  ['a name that no group in reach has', 'zeta', 'zeta', accessAt(ACME, new Set(['groups.create']))],
  ['a name that no group has', 'nope', 'nope'],
  ['a uid that no group has', `${ACME}/${'0'.repeat(16)}`, `${ACME}/${'0'.repeat(16)}`],
];

for (const [what, given, means, access] of PARENTS) {
  test(`${what} as a parent means ${means === given ? 'itself' : means}`, async () => {
    assert.equal((await within((context) => resolveParent(given, context), TOP, access)).result, means);
  });
}

test('a name that several groups in reach have is refused as a parent', async () => {
  await assert.rejects(
    within((context) => resolveParent('eng', context)),
    (error) => {
      assert.ok(error instanceof ApiError);
      assert.deepEqual(error.detail.fieldViolations, [{ field: 'parent', description: 'several groups fit "eng"' }]);
      return true;
    },
  );
});

type Kind = NonNullable<GroupRow['kind']>;
const KINDS: readonly (readonly [
  what: string,
  parent: string,
  kind: Kind | undefined,
  previous: Kind | undefined,
  good: boolean,
])[] = [
  ['a root', TOP, 'ORG_KIND_DEV', undefined, true],
  ['a new group without a kind', ACME, undefined, undefined, true],
  ['a new group with the zero kind', ACME, 'ORG_KIND_UNSPECIFIED', undefined, true],
  ['a new group', ACME, 'ORG_KIND_CUSTOMER', undefined, false],
  ['a group that has it', ACME, 'ORG_KIND_CUSTOMER', 'ORG_KIND_CUSTOMER', true],
  ['a group that has another', ACME, 'ORG_KIND_DEV', 'ORG_KIND_CUSTOMER', false],
];

for (const [what, parent, kind, previous, good] of KINDS) {
  test(`the kind ${kind} is ${good ? 'taken' : 'refused'} on ${what}`, async () => {
    const found: Violations = [];
    const draft: GroupRow = { uid: ENG, ...(kind && { kind }) };
    await within((context) => validate(draft, context, found, previous && { uid: ENG, kind: previous }), parent);
    const violation = { field: 'kind', description: 'kind is inherited from the root group' };
    assert.deepEqual(plainViolations(found), good ? [] : [violation]);
  });
}

const VERIFIED: readonly (readonly [
  what: string,
  draft: object,
  previous: object | undefined,
  access: Access,
  boolean,
])[] = [
  ['a verified root with a kind', { verified: true, kind: 'ORG_KIND_DEV' }, undefined, STAFF, true],
  ['a verified root without a kind', { verified: true }, undefined, STAFF, false],
  ['a verified root with the zero kind', { verified: true, kind: 'ORG_KIND_UNSPECIFIED' }, undefined, STAFF, false],
  ['a root without a kind that only asks to be verified', { verified: true }, undefined, OWNER, true],
  ['a root without a kind', {}, undefined, STAFF, true],
  ['a root without a kind that becomes verified', { verified: true }, {}, STAFF, false],
  ['a verified root that loses its kind', { verified: true }, { verified: true, kind: 'ORG_KIND_DEV' }, STAFF, false],
  ['a verified root whose owner takes its kind away', {}, { verified: true, kind: 'ORG_KIND_DEV' }, OWNER, false],
  ['a verified root that was stored without a kind', { verified: true }, { verified: true }, STAFF, true],
];

for (const [what, draft, previous, access, good] of VERIFIED) {
  test(`${what} is ${good ? 'taken' : 'refused'}`, async () => {
    const found: Violations = [];
    const before = previous && { uid: ZETA, ...previous };
    await within((context) => validate({ uid: ZETA, ...draft }, context, found, before), TOP, access);
    const violation = { field: 'kind', description: 'kind is required on a verified root group' };
    assert.deepEqual(plainViolations(found), good ? [] : [violation]);
  });
}

const CLASHES: readonly (readonly [
  what: string,
  draft: Omit<GroupRow, 'uid'> & { uid?: string },
  parent: string,
  access: Access,
  clashes: string | undefined,
])[] = [
  ['a new root with the name of a verified one', { name: 'acme' }, TOP, OWNER, ACME],
  ['a new root with the name of another', { name: 'zeta' }, TOP, OWNER, undefined],
  ['a new root that is verified, with the name of another', { name: 'zeta', verified: true }, TOP, STAFF, ZETA],
  ['a new root that only asks to be verified', { name: 'zeta', verified: true }, TOP, OWNER, undefined],
  ['a new group with the name of a verified root', { name: 'acme' }, ZETA, OWNER, undefined],
  [
    'a new root that is verified, with the name of a group below',
    { name: 'eng', verified: true },
    TOP,
    STAFF,
    undefined,
  ],
  ['a root that keeps the name it shares with a verified one', { uid: TWIN, name: 'acme' }, TOP, OWNER, undefined],
  [
    'a root with the name of a verified one that becomes verified',
    { uid: TWIN, name: 'acme', verified: true },
    TOP,
    STAFF,
    ACME,
  ],
  ['a new root with the name of a group below', { name: 'eng' }, TOP, STAFF, undefined],
  ['a root that keeps its name', { uid: ACME, name: 'acme', verified: true }, TOP, OWNER, undefined],
  ['a root that takes the name of a verified one', { uid: ZETA, name: 'acme' }, TOP, OWNER, ACME],
  [
    'a root that becomes verified and takes a free name',
    { uid: ZETA, name: 'free', verified: true },
    TOP,
    STAFF,
    undefined,
  ],
];

for (const [what, draft, parent, access, clashes] of CLASHES) {
  test(`${what} clashes with ${clashes === undefined ? 'nothing' : 'it'}`, async () => {
    const { result } = await within((context) => clash(draft as GroupRow, context), parent, access);
    assert.equal(result?.row.uid, clashes);
    assert.equal(result?.label, clashes && draft.name);
  });
}

const NEW = { uid: uid(TOP, 'new'), name: 'new' };
const READY = { ...NEW, status: 'ORG_STATUS_READY' };
const CREATED: readonly (readonly [fact: string, group: GroupRow, parent: string, access: Access, stored: object])[] = [
  ['a new root is ready', NEW, TOP, OWNER, READY],
  [
    'a new root keeps the status that a fixture gives',
    { ...NEW, status: 'ORG_STATUS_SUSPENDED' },
    TOP,
    OWNER,
    { ...NEW, status: 'ORG_STATUS_SUSPENDED' },
  ],
  ['a new root keeps its kind', { ...NEW, kind: 'ORG_KIND_DEV' }, TOP, OWNER, { ...READY, kind: 'ORG_KIND_DEV' }],
  ['only staff make a verified root', { ...NEW, verified: true }, TOP, OWNER, READY],
  ['staff make a verified root', { ...NEW, verified: true }, TOP, STAFF, { ...READY, verified: true }],
  [
    'staff make no verified group below a root',
    { ...NEW, verified: true },
    ZETA,
    STAFF,
    { ...NEW, kind: 'ORG_KIND_STARTER', status: 'ORG_STATUS_SUSPENDED' },
  ],
  ['a new group has the kind and status of the one above', NEW, ENG, OWNER, { ...READY, kind: 'ORG_KIND_CUSTOMER' }],
];

for (const [fact, group, parent, access, stored] of CREATED) {
  test(fact, async () => {
    const { result } = await within((context) => beforeCreate(group, context), parent, access);
    assert.deepEqual(result, stored);
  });
}

const [acme, eng, , zeta] = GROUPS as readonly [GroupRow, GroupRow, GroupRow, GroupRow];

test('a changed kind of a root is copied to the groups below, and to no other organization', async () => {
  const next: GroupRow = { ...acme, kind: 'ORG_KIND_DEV' };
  const { result, rows } = await within((context) => beforeUpdate(next, acme, context), TOP, STAFF);
  assert.equal(result.kind, 'ORG_KIND_DEV');
  assert.equal(rows.get(groupRows, ENG)?.kind, 'ORG_KIND_DEV');
  assert.equal(rows.get(groupRows, OPS)?.kind, 'ORG_KIND_DEV');
  assert.equal(rows.get(groupRows, ZETA)?.kind, 'ORG_KIND_STARTER');
});

test('a group below a root keeps what it inherits', async () => {
  const next: GroupRow = { uid: ENG, name: 'renamed', verified: true };
  const { result } = await within((context) => beforeUpdate(next, eng, context), ACME, STAFF);
  assert.deepEqual(result, { uid: ENG, name: 'renamed', kind: 'ORG_KIND_CUSTOMER', status: 'ORG_STATUS_READY' });
});

const { verified: _, ...unverified } = acme;

test('only staff remove or set a verification', async () => {
  const verifiedAfter = async (next: GroupRow, previous: GroupRow, access: Access) =>
    (await within((context) => beforeUpdate(next, previous, context), TOP, access)).result.verified;
  assert.equal(await verifiedAfter(unverified, acme, OWNER), true);
  assert.equal(await verifiedAfter(unverified, acme, STAFF), undefined);
  assert.equal(await verifiedAfter({ ...zeta, verified: true }, zeta, OWNER), undefined);
  assert.equal(await verifiedAfter({ ...zeta, verified: true }, zeta, STAFF), true);
});

for (const [who, access] of [
  ['its owner', OWNER],
  ['staff', STAFF],
] as const) {
  test(`a verified root is not renamed by ${who}`, async () => {
    const next = { ...acme, name: 'renamed' };
    await assert.rejects(
      within((context) => beforeUpdate(next, acme, context), TOP, access),
      { code: 'FAILED_PRECONDITION', message: 'Precondition failed: cannot rename a verified root group' },
    );
  });
}

test('staff rename a root whose verification they remove', async () => {
  const next = { ...unverified, name: 'renamed' };
  assert.deepEqual((await within((context) => beforeUpdate(next, acme, context), TOP, STAFF)).result, next);
});

test('a root that is not verified is renamed', async () => {
  const { result } = await within((context) => beforeUpdate({ ...zeta, name: 'renamed' }, zeta, context));
  assert.equal(result.name, 'renamed');
});
