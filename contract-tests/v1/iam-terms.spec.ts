import { ok, rowsOf } from '../support/answer.ts';
import { expectBare } from '../support/errors.ts';
import { expect, test } from '../support/grpc-test.ts';

const PATH = '/iam/v1/terms';
const SERVICE = 'chainguard.platform.iam.Terms';
const DOCUMENTS = ['guardener-tos.v1', 'sfdpa.v1'];

test('12.2, V12: terms are accepted in v1 and seen in v2, also the second time', async ({ api, org }) => {
  for (let count = 0; count < 2; count += 1) {
    const answer = ok(await api.post(`${PATH}/${org.uid}`, { document_ids: DOCUMENTS }));
    expect(answer).toEqual({ group: org.uid, document_ids: DOCUMENTS });
  }
  const seen = rowsOf(await api.read(`/iam/v2/terms/${org.uid}`), 'termsAcceptances');
  // Acceptances have no id in v1, so that they are in the order of v2.
  expect(await api.read(`${PATH}/${org.uid}`)).toEqual({
    items: seen.map(({ docId, acceptedBy, createTime }) => ({
      doc_id: docId,
      accepted_by: acceptedBy,
      accepted_at: createTime,
    })),
  });
});

test('5.9, V8: acceptances of the groups above are listed too, all together or as a slice', async ({ api, org }) => {
  const group = await org.group();
  for (const uid of [org.uid, group.uid]) ok(await api.post(`${PATH}/${uid}`, { document_ids: DOCUMENTS }));
  const count = async (query: string): Promise<number> => rowsOf(await api.read(`${PATH}/${query}`), 'items').length;
  expect(await count(group.uid)).toBe(4);
  expect(await count(org.uid)).toBe(2);
  expect(await count(`${group.uid}?offset=3`)).toBe(1);
  expect(await count(`${group.uid}?page=1&page_size=3`)).toBe(3);
});

for (const document_ids of [undefined, [], ['nope.v1'], 'sfdpa.v1']) {
  test(`5.9: document_ids ${JSON.stringify(document_ids)} are refused`, async ({ api, org }) => {
    const answer = await api.post(`${PATH}/${org.uid}`, { document_ids });
    expectBare(answer, 'INVALID_ARGUMENT', /: document_ids: /);
  });
}

test('V3, V5: a missing group has no acceptances, and cannot accept', async ({ api, org }) => {
  const missing = `${org.uid}/${'9'.repeat(16)}`;
  expect(await api.read(`${PATH}/${missing}`)).toEqual({ items: [] });
  const answer = await api.post(`${PATH}/${missing}`, { document_ids: DOCUMENTS });
  expectBare(answer, 'NOT_FOUND', `group "${missing}" not found`);
});

test('12.1: over gRPC each method does the same', async ({ grpc, org }) => {
  const request = { group: org.uid, documentIds: ['sfdpa.v1'] };
  expect(await grpc.call(`${SERVICE}/AcceptTerms`, request)).toMatchObject({ ok: true, response: request });
  expect(await grpc.call(`${SERVICE}/ListAccepted`, { group: org.uid })).toMatchObject({
    ok: true,
    response: { items: [{ docId: 'sfdpa.v1', acceptedBy: expect.stringMatching(/./) }] },
  });
});
