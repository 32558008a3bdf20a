import { ok, rowsOf, uidsOf } from '../support/answer.ts';
import { expectInvalid, expectMissing } from '../support/errors.ts';
import { inOrder } from '../support/sorting.ts';
import { expect, test } from '../support/test.ts';
import { walk } from '../support/walk.ts';

const DOCUMENTS = ['guardener-tos.v1', 'sfdpa.v1'];

test('5.9: accepting returns the acceptances, also the second time', async ({ api, org }) => {
  for (const documentIds of [['sfdpa.v1'], ['sfdpa.v1'], DOCUMENTS]) {
    expect(ok(await api.post(`/iam/v2/terms/${org.uid}`, { documentIds }))).toEqual({ group: org.uid, documentIds });
  }
  const rows = rowsOf(await api.read(`/iam/v2/terms/${org.uid}`), 'termsAcceptances');
  expect(rows.map(({ docId }) => docId).toSorted()).toEqual(DOCUMENTS);
});

test('5.9, C5: an acceptance names its document, group and identity', async ({ api, org }) => {
  ok(await api.post(`/iam/v2/terms/${org.uid}`, { documentIds: ['sfdpa.v1'] }));
  const [row] = rowsOf(await api.read(`/iam/v2/terms/${org.uid}`), 'termsAcceptances');
  expect(row).toMatchObject({
    docId: 'sfdpa.v1',
    orgUid: org.uid,
    uid: expect.stringMatching(new RegExp(`^${org.uid}/[0-9a-f]{16}$`)),
    acceptedBy: expect.stringMatching(/^[0-9a-f]{40}/),
    createTime: expect.any(String),
    updateTime: expect.any(String),
  });
});

test('5.9: the acceptances of the groups above are listed too', async ({ api, org }) => {
  const upper = await org.group();
  const lower = await org.group({}, upper.uid);
  for (const group of [org.uid, upper.uid, lower.uid])
    ok(await api.post(`/iam/v2/terms/${group}`, { documentIds: DOCUMENTS }));
  const count = async (group: string): Promise<string> => (await api.read(`/iam/v2/terms/${group}`)).totalCount;
  expect([await count(org.uid), await count(upper.uid), await count(lower.uid)]).toEqual(['2', '4', '6']);
});

test('4.3, spec §4L.2: acceptances are listed in the order of their time, page by page', async ({ api, org }) => {
  const upper = await org.group();
  for (const group of [org.uid, upper.uid]) ok(await api.post(`/iam/v2/terms/${group}`, { documentIds: DOCUMENTS }));
  const whole = rowsOf(await api.read(`/iam/v2/terms/${upper.uid}`), 'termsAcceptances');
  expect(whole).toHaveLength(4);
  expect(await walk(api, `/iam/v2/terms/${upper.uid}?page_size=1`, 'termsAcceptances')).toEqual(whole);
  const times = whole.map(({ createTime }) => createTime);
  expect(times).toEqual(times.toSorted());
  for (const [orderBy, field] of [
    ['docId', 'docId'],
    ['doc_id desc', 'docId desc'],
    ['createTime desc', 'createTime desc'],
    ['created_at', 'createTime'],
  ] as const) {
    const target = `/iam/v2/terms/${upper.uid}?page_size=3&order_by=${encodeURIComponent(orderBy)}`;
    const sorted = await walk(api, target, 'termsAcceptances');
    expect(uidsOf(sorted), orderBy).toEqual(uidsOf(inOrder(whole, field)));
  }
});

for (const documentIds of [undefined, [], ['nope.v1'], ['sfdpa.v1', 'nope.v1'], [''], 'sfdpa.v1']) {
  test(`5.9: documentIds ${JSON.stringify(documentIds)} are refused`, async ({ api, org }) => {
    const answer = await api.post(`/iam/v2/terms/${org.uid}`, { documentIds });
    expectInvalid(answer, { documentIds: /./ });
    expect((await api.read(`/iam/v2/terms/${org.uid}`)).totalCount).toBe('0');
  });
}

test('7.1: the terms of a missing group are 404', async ({ api, org }) => {
  const uid = `${org.uid}/${'5'.repeat(16)}`;
  expectMissing(await api.get(`/iam/v2/terms/${uid}`), 'iam/Group', uid);
  expectMissing(await api.post(`/iam/v2/terms/${uid}`, { documentIds: DOCUMENTS }), 'iam/Group', uid);
});
