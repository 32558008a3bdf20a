import { namesOf, rowsOf, uidsOf } from '../support/answer.ts';
import { expectError, expectInvalid, expectMissing } from '../support/errors.ts';
import type { Face } from '../support/faces.ts';
import { expect, FACES, onEachFace, test } from '../support/grpc-test.ts';
import { digestOf, type Org } from '../support/org.ts';
import type { Json } from '../support/proto-json.ts';

const NAMES = ['a', 'b', 'c', 'd', 'e'];

const five = async (org: Org): Promise<Json> => {
  for (const name of NAMES) await org.repo({ name });
  return { uidp: { descendantsOf: org.uid }, orderBy: 'name' };
};

const names = async (face: Face, request: Json): Promise<readonly string[]> =>
  namesOf(rowsOf({ repos: [], ...(await face.read('ListRepos', request)) }, 'repos'));

test.describe('pages', () => {
  onEachFace('spec §4L: a walk returns each row once, and ends', async (face, org) => {
    const request = await five(org);
    const seen: string[] = [];
    const pages = [];
    for (let pageToken = ''; ; ) {
      const page = await face.read('ListRepos', { ...request, pageSize: 2, pageToken });
      pages.push(rowsOf(page, 'repos').length);
      seen.push(...namesOf(rowsOf(page, 'repos')));
      expect(page.totalCount).toBe('5');
      pageToken = page.nextPageToken ?? '';
      if (pageToken === '') break;
    }
    expect(seen).toEqual(NAMES);
    expect(pages).toEqual([2, 2, 1]);
  });

  onEachFace('L13: parameters that page 2 omits come from the cursor', async (face, org) => {
    const first = await face.read('ListRepos', { ...(await five(org)), orderBy: 'name desc', pageSize: 2 });
    expect(await names(face, { pageToken: first.nextPageToken })).toEqual(['c', 'b', 'a']);
  });

  for (const [order, same] of [
    ['', 'uid'],
    ['', ' uid '],
    ['', 'id ASC'],
    ['uid', 'uid,name desc'],
    ['name', 'name asc,id'],
    ['name', 'name,name desc'],
    ['name desc,uid', ' name  DESC'],
    ['created_at desc', 'createTime desc,uid asc,name'],
  ] as const) {
    onEachFace(`L13, L16, L18, L19: page 2 of "${order}" may ask for "${same}"`, async (face, org) => {
      const request = { ...(await five(org)), pageSize: 2 };
      const { nextPageToken: pageToken } = await face.read('ListRepos', { ...request, orderBy: order });
      const page = await names(face, { ...request, orderBy: order, pageToken });
      expect(page).toHaveLength(2);
      expect(await names(face, { ...request, orderBy: same, pageToken })).toEqual(page);
      expect(await names(face, { ...request, orderBy: same, skip: 2 })).toEqual(page);
    });
  }

  for (const [order, other] of [
    ['', 'uid desc'],
    ['uid', 'name,uid'],
    ['name', 'name,uid desc'],
    ['name', 'name desc,uid'],
  ] as const) {
    onEachFace(`L13: page 2 of "${order}" may not ask for "${other}"`, async (face, org) => {
      const request = { ...(await five(org)), pageSize: 2 };
      const { nextPageToken: pageToken } = await face.read('ListRepos', { ...request, orderBy: order });
      expectInvalid(await face.call('ListRepos', { ...request, orderBy: other, pageToken }), {
        page_token: 'page_token does not match the request parameters',
      });
    });
  }

  test('a cursor of one face is valid on the other', async ({ faces, org }) => {
    const request = await five(org);
    for (const [one, other] of [FACES, FACES.toReversed()] as const) {
      const { nextPageToken } = await faces[one as 'REST'].read('ListRepos', { ...request, pageSize: 2 });
      expect(await names(faces[other as 'gRPC'], { ...request, pageToken: nextPageToken })).toEqual(['c', 'd', 'e']);
    }
  });

  onEachFace('spec §4L.3: skip combines with size and order, and is echoed', async (face, org) => {
    const request = await five(org);
    const page = await face.read('ListRepos', { ...request, orderBy: 'name desc', pageSize: 2, skip: 2 });
    expect(namesOf(rowsOf(page, 'repos'))).toEqual(['c', 'b']);
    expect(page).toMatchObject({ skipped: 2, totalCount: '5' });
    const beyond = await face.read('ListRepos', { ...request, skip: 9 });
    expect(beyond).toEqual({ skipped: 9, totalCount: '5' });
  });

  onEachFace('L1, L2: the default size is 50, and the largest is 200', async (face) => {
    for (const pageSize of [0, 1_000, 2 ** 31 - 1]) {
      const page = await face.read('ListAdvisories', { pageSize });
      expect(rowsOf(page, 'advisories')).toHaveLength(Math.min(Number(page.totalCount), pageSize === 0 ? 50 : 200));
    }
  });

  onEachFace('L21: a list without results is an empty page', async (face, { uid }) => {
    expect(await face.read('ListRepos', { uidp: { childrenOf: uid } })).toEqual({});
  });
});

test.describe('order and filters', () => {
  for (const [orderBy, expected] of [
    ['name', NAMES],
    ['name desc', NAMES.toReversed()],
    ['name asc', NAMES],
  ] as const) {
    onEachFace(`L16, L18: order_by ${orderBy}`, async (face, org) => {
      expect(await names(face, { ...(await five(org)), orderBy })).toEqual(expected);
    });
  }

  onEachFace('L18: order_by created_at desc returns the newest first', async (face, org) => {
    const page = await face.read('ListRepos', { ...(await five(org)), orderBy: 'created_at desc' });
    const times = rowsOf(page, 'repos').map(({ createTime }) => createTime);
    expect(times).toHaveLength(5);
    expect(times).toEqual(times.toSorted().toReversed());
  });

  onEachFace('4.3: an exact name', async (face, org) => {
    expect(await names(face, { ...(await five(org)), name: 'c' })).toEqual(['c']);
    expect(await names(face, { uidp: { childrenOf: org.uid }, name: 'bogus' })).toEqual([]);
  });

  onEachFace('3.12: an empty filter is not a filter', async (face, org) => {
    expect(await names(face, { ...(await five(org)), name: '' })).toEqual(NAMES);
  });

  onEachFace('4.2: rows by their uids, without those that are missing', async (face, org) => {
    const [one, other] = [await org.repo(), await org.repo()];
    const ids = [one.uid, other.uid, `${org.uid}/${'d'.repeat(16)}`];
    const page = await face.read('ListRepos', { uidp: { ids } });
    expect(uidsOf(rowsOf(page, 'repos')).toSorted()).toEqual([one.uid, other.uid].toSorted());
  });

  onEachFace('U2: a group that is missing', async (face, org) => {
    const missing = `${org.uid}/${'d'.repeat(16)}`;
    expectMissing(await face.call('ListRepos', { uidp: { descendantsOf: missing } }), 'iam/Group', missing);
    expectMissing(await face.call('ListTags', { uidp: { childrenOf: missing } }), 'registry/Repo', missing);
  });

  onEachFace('4.3: tags written after a time, and hidden ones on request', async (face, org) => {
    const { uid: childrenOf } = await org.repo();
    await org.tag(childrenOf, { name: '1.0', digest: digestOf('a') });
    await org.tag(childrenOf, { name: '1.0-r1', digest: digestOf('b') });
    const list = async (request: Json): Promise<readonly string[]> =>
      namesOf(rowsOf({ tags: [], ...(await face.read('ListTags', { uidp: { childrenOf }, ...request })) }, 'tags'));
    expect(await list({})).toEqual(['1.0']);
    expect((await list({ includeEpochs: true })).toSorted()).toEqual(['1.0', '1.0-r1']);
    expect(await list({ updatedSince: '2000-01-01T00:00:00.000Z' })).toEqual(['1.0']);
    expect(await list({ updatedSince: '2999-01-01T00:00:00.000Z' })).toEqual([]);
  });

  onEachFace('5.14: ecosystems by name, counted as 64-bit numbers @fixture', async (face) => {
    const ecosystems = ['ECOSYSTEM_JAVA', 'ECOSYSTEM_PYTHON'];
    const { counts } = await face.read('GetArtifactCount', { ecosystems });
    expect(counts).toEqual(ecosystems.map((ecosystem) => ({ ecosystem, totalCount: expect.stringMatching(/^\d+$/) })));
    expectInvalid(await face.call('ListArtifacts'), { ecosystems: 'ecosystems is required' });
  });

  onEachFace('5.15: reports between two times', async (face) => {
    const [startTime, endTime] = ['2026-01-02T00:00:00.000Z', '2026-01-01T00:00:00.000Z'];
    expectInvalid(await face.call('ListResolvedVulnsReports', { startTime, endTime }), { endTime: /./ });
    expectInvalid(await face.call('ListResolvedVulnsReports'), { startTime: /required/, endTime: /required/ });
  });
});

test.describe('requests that a list refuses', () => {
  onEachFace('L3, L4, L17, L22: all violations are reported, in the spelling of the query', async (face) => {
    expectInvalid(await face.call('ListRepos', { pageSize: -1 }), { page_size: 'page_size must not be negative' });
    expectInvalid(await face.call('ListRepos', { pageSize: -1, skip: -5, orderBy: 'bogus' }), {
      page_size: 'page_size must not be negative',
      order_by: 'unsupported order_by field "bogus"',
      skip: 'skip must not be negative',
    });
  });

  onEachFace('3.9, 9.2.4: an unknown enum value, in the spelling of the query', async (face) => {
    expectInvalid(await face.call('ListIdentities', { relationshipType: 987_654 }), { relationship_type: /987654/ });
    expectInvalid(await face.call('ListArtifacts', { ecosystems: [987_654] }), { ecosystems: /987654/ });
  });

  onEachFace('L11, L12, L13: a cursor that is damaged, of another list, or of another order', async (face, org) => {
    const request = await five(org);
    const { nextPageToken: pageToken } = await face.read('ListRepos', { ...request, pageSize: 2 });
    const broken = { page_token: 'page_token is invalid' };
    expectInvalid(await face.call('ListRepos', { pageToken: 'abc' }), broken);
    expectInvalid(await face.call('ListGroups', { pageToken }), broken);
    expectInvalid(await face.call('ListRepos', { ...request, orderBy: 'name desc', pageToken }), {
      page_token: 'page_token does not match the request parameters',
    });
  });

  onEachFace('L20: a capability that is held nowhere @mock', async (face, org) => {
    const puller = face.as((await org.caller('registry.pull')).token);
    expectError(await puller.call('ListRoles'), 'PERMISSION_DENIED', { details: [] });
  });
});
