import type { Answer } from '../support/answer.ts';
import { expectBare, expectError, expectInvalid, expectMissing } from '../support/errors.ts';
import type { Face } from '../support/faces.ts';
import { expect, onEachFace, test } from '../support/grpc-test.ts';
import type { Org } from '../support/org.ts';

const V1 = 'chainguard.platform.iam';

/** A domain that is the name of no other root than this test's. */
const domainOf = ({ uid }: Org): string => `${uid}.test`;

/** A verified root by the name of the test's domain, or of another. */
const verifiedRoot = async (org: Org, name = domainOf(org)): Promise<string> => {
  const path = `/iam/v2/groups/${org.uid}`;
  const { status } = await org.api.patch(path, { name, verified: true, kind: 'ORG_KIND_CUSTOMER' });
  expect(status).toBe(200);
  return org.uid;
};

/** The caller with an address, over a face. */
const newcomer = async (face: Face, org: Org, email: string): Promise<Face> =>
  face.as((await org.newcomer(email)).token);

/** Both versions of an operation that looks something up, and how each refuses what it does not find. */
const LOOKUPS = {
  group: ['LookupGroup', `${V1}.Groups/LookupGroup`],
  identity: ['LookupIdentity', `${V1}.Identities/Lookup`],
} as const;

const expectNobody = (operation: string, answer: Answer, type: string, name: string): void => {
  if (!operation.startsWith(V1)) expectMissing(answer, `iam/${type}`, name);
  else expectBare(answer, 'NOT_FOUND', `${type.toLowerCase()} "${name}" not found`);
};

test.describe('lookups @mock', () => {
  onEachFace('5.3, V3: an identity that nobody has is missing, in both versions', async (face, org) => {
    const asked = { issuer: 'https://lookup.test', subject: `nobody ${org.uid}` };
    for (const operation of LOOKUPS.identity) {
      expectNobody(operation, await face.call(operation, asked), 'Identity', asked.subject);
    }
  });

  onEachFace('5.1: the group of a caller is the verified root of its domain, in both versions', async (face, org) => {
    const uid = await verifiedRoot(org);
    const caller = await newcomer(face, org, `Ana@${domainOf(org).toUpperCase()}`);
    const [found, older] = [await caller.read(LOOKUPS.group[0]), await caller.read(LOOKUPS.group[1])];
    expect(found).toMatchObject({ group: { uid, name: domainOf(org), verified: true } });
    expect(older).toMatchObject({ group: { id: uid, name: domainOf(org), verified: true } });
  });

  onEachFace('5.1, V3: a caller whose domain no verified root has finds no group', async (face, org) => {
    const other = await newcomer(face, org, 'ana@nobody.test');
    // A root of this name is there, and not verified.
    expect((await org.api.patch(`/iam/v2/groups/${org.uid}`, { name: 'nobody.test' })).status).toBe(200);
    for (const operation of LOOKUPS.group) {
      expectNobody(operation, await other.call(operation), 'Group', 'nobody.test');
      // The caller that may do everything has no address.
      const { subject } = await org.api.read('/auth/v1/ok');
      expectNobody(operation, await face.call(operation), 'Group', String(subject));
    }
  });

  for (const operation of ['RequestGroupAccess', `${V1}.Groups/RequestGroupAccess`]) {
    const asking = (uid: string) => (operation.startsWith(V1) ? { groupId: uid } : { groupUid: uid });

    onEachFace(`5.1: ${operation} is accepted once, from each caller of the domain`, async (face, org) => {
      const uid = await verifiedRoot(org);
      for (const name of ['ana', 'eve']) {
        const caller = await newcomer(face, org, `${name}@${domainOf(org)}`);
        expect(await caller.read(operation, asking(uid))).toEqual({});
        const again = await caller.call(operation, asking(uid));
        if (operation.startsWith(V1)) expectBare(again, 'RESOURCE_EXHAUSTED');
        else expectError(again, 'RESOURCE_EXHAUSTED', { details: [] });
      }
    });

    onEachFace(`5.1: ${operation} of another group, or without an address, is missing`, async (face, org) => {
      const uid = await verifiedRoot(org);
      const below = (await org.group({ name: domainOf(org) })).uid;
      const [inside, outside] = [
        await newcomer(face, org, `ana@${domainOf(org)}`),
        await newcomer(face, org, 'ana@elsewhere.test'),
      ];
      const unknown = 'b'.repeat(40);
      for (const [caller, group] of [
        [face, uid],
        [outside, uid],
        [inside, below],
        [inside, unknown],
        [inside, String(process.env.ORG_ID)],
      ] as const) {
        expectNobody(operation, await caller.call(operation, asking(group)), 'Group', group);
      }
      if (!operation.startsWith(V1)) expectInvalid(await inside.call(operation, asking('')), { groupUid: /required/ });
      // None of the refused calls counts as a request.
      expect(await inside.read(operation, asking(uid))).toEqual({});
    });
  }
});
