import { type Body, namesOf, ok, rowsOf } from '../support/answer.ts';
import { expectBare } from '../support/errors.ts';
import { grpcService } from '../support/grpc-service.ts';
import { expect, test } from '../support/grpc-test.ts';
import { advance, steer } from '../support/mock.ts';
import { digestOf } from '../support/org.ts';
import { REGISTRY } from './registry-facts.ts';

const V1 = '/registry/v1/tags';
const V2 = '/registry/v2/tags';

const REFERRERS = ['sha256-0123abc', 'sha256-ff.sig'];
const DATES = ['1.2-20260101', 'latest-20991231'];
const EPOCHS = ['1.2.3-r0', '1.2.3-r42'];
const PLAIN = ['latest', 'sha256', '1.0-r', '1.2-20260101-dev'];

test.describe('12.1: ListTags', () => {
  for (const [query, listed] of [
    ['', [...PLAIN, ...REFERRERS, ...DATES, ...EPOCHS]],
    ['exclude_referrers=true', [...PLAIN, ...DATES, ...EPOCHS]],
    ['exclude_dates=true', [...PLAIN, ...REFERRERS, ...EPOCHS]],
    ['excludeEpochs=true', [...PLAIN, ...REFERRERS, ...DATES]],
    ['exclude_referrers=true&exclude_dates=true&exclude_epochs=true', PLAIN],
    ['exclude_referrers=false', [...PLAIN, ...REFERRERS, ...DATES, ...EPOCHS]],
    // The switches of v2 are unknown here.
    ['include_dates=false', [...PLAIN, ...REFERRERS, ...DATES, ...EPOCHS]],
  ] as const) {
    test(`12.2: "${query}" shows ${listed.length} of 10 tags, where v2 shows ${PLAIN.length}`, async ({ api, org }) => {
      const repo = await org.repo();
      for (const name of [...REFERRERS, ...DATES, ...EPOCHS, ...PLAIN]) await org.tag(repo.uid, { name });
      const items = rowsOf(await api.read(`${V1}?uidp.children_of=${repo.uid}&${query}`), 'items');
      expect(namesOf(items).toSorted()).toEqual([...listed].toSorted());
      const inV2 = rowsOf(await api.read(`${V2}?uidp.children_of=${repo.uid}`), 'tags');
      expect(namesOf(inV2).toSorted()).toEqual(PLAIN.toSorted());
    });
  }

  test('V2, V3: id, name and digest find tags, and nothing where it is missing', async ({ api, org }) => {
    const repo = await org.repo();
    const [one, other] = [await org.tag(repo.uid, { name: 'one' }), await org.tag(repo.uid, { name: 'other' })];
    const place = `uidp.children_of=${repo.uid}`;
    for (const [query, expected] of [
      [`id=${one.uid}`, ['one']],
      [`${place}&name=other`, ['other']],
      [`${place}&name=o`, []],
      [`${place}&digest=${String(other.digest)}`, ['other']],
      [`${place}&digest=${String(other.digest)}&name=one`, []],
      [`uidp.ids=${one.uid}`, ['one']],
      [`id=${repo.uid}`, []],
      [`uidp.children_of=${org.uid}/${'9'.repeat(16)}`, []],
    ] as const) {
      expect(namesOf(rowsOf(await api.read(`${V1}?${query}`), 'items')), query).toEqual(expected);
    }
  });

  test('12.2: updated_since selects tags that were written later @mock', async ({ ownServer }) => {
    const { api, ready } = await ownServer();
    const { now } = ok(await steer(api, 'PUT', 'clock', { mode: 'frozen' }));
    const repo = ok(await api.post(`/registry/v1/repos/${ready.orgId}`, { name: 'clocked' }));
    ok(await api.post(`${V1}/${repo.id}`, { name: 'old', digest: digestOf('a') }));
    await advance(api, '60s');
    ok(await api.post(`${V1}/${repo.id}`, { name: 'new', digest: digestOf('b') }));
    const list = `${V1}?uidp.children_of=${repo.id}`;
    expect(namesOf(rowsOf(await api.read(`${list}&updated_since=${now}`), 'items'))).toEqual(['new']);
    await advance(api, '60s');
    const [old] = rowsOf(await api.read(`${list}&name=old`), 'items');
    ok(await api.put(`${V1}/${old?.id}`, { name: 'old', digest: digestOf('a') }));
    const found = rowsOf(await api.read(`${list}&updated_since=${now}`), 'items');
    expect(namesOf(found).toSorted()).toEqual(['new', 'old']);
  });
});

test.describe('12.1: CreateTag', () => {
  const tag = { name: 'latest', digest: digestOf('a'), deprecated: true, bundles: ['base'] };

  test('returns the tag with v1 names, and v2 shows the same', async ({ api, org }) => {
    const { uid: repo } = await org.repo();
    const made = ok(await api.post(`${V1}/${repo}`, { ...tag, id: 'x', last_updated: '2000-01-01T00:00:00Z' }));
    const id = expect.stringMatching(new RegExp(`^${repo}/[0-9a-f]{16}$`));
    expect(made).toEqual({ ...tag, id, last_updated: expect.stringMatching(/^2\d{3}-.*Z$/) });
    expect(made.last_updated).not.toMatch(/^2000/);
    expect(await api.read(`${V2}/${made.id}`)).toEqual({
      ...tag,
      uid: made.id,
      createTime: made.last_updated,
      updateTime: made.last_updated,
    });
    const inV2 = await org.tag(repo, { name: 'other' });
    const [row] = rowsOf(await api.read(`${V1}?id=${inV2.uid}`), 'items');
    const { uid, updateTime, digest } = inV2;
    expect(row).toEqual({ id: uid, name: 'other', digest, deprecated: false, last_updated: updateTime });
  });

  test('5.11: a tag of the same name is replaced and keeps its id', async ({ api, org }) => {
    const { uid: repo } = await org.repo();
    const before = ok(await api.post(`${V1}/${repo}`, tag));
    const again = ok(await api.post(`${V1}/${repo}`, { name: 'latest', digest: digestOf('b') }));
    expect(again).toMatchObject({ id: before.id, digest: digestOf('b'), deprecated: false });
    expect(again).not.toHaveProperty('bundles');
    expect(rowsOf(await api.read(`${V1}?uidp.children_of=${repo}`), 'items')).toEqual([again]);
  });

  test('V10: a repo that is missing or not a repo is 404', async ({ api, org }) => {
    for (const repo of [`${org.uid}/${'9'.repeat(16)}`, org.uid]) {
      expectBare(await api.post(`${V1}/${repo}`, tag), 'NOT_FOUND', `repo "${repo}" not found`);
    }
  });
});

test.describe('12.1: UpdateTag', () => {
  test('V6: replaces the whole tag, keeps its id, and may rename it', async ({ api, org }) => {
    const { uid: repo } = await org.repo();
    const { uid, createTime } = await org.tag(repo, { name: 'before', deprecated: true, bundles: ['base'] });
    const put = ok(await api.put(`${V1}/${uid}`, { id: 'x', name: 'after', digest: digestOf('c') }));
    expect(put).toEqual({
      id: uid,
      name: 'after',
      digest: digestOf('c'),
      deprecated: false,
      last_updated: put.last_updated,
    });
    const seen = await api.read(`${V2}/${uid}`);
    expect(seen).toEqual({
      uid,
      name: 'after',
      digest: digestOf('c'),
      deprecated: false,
      createTime,
      updateTime: put.last_updated,
    });
    expect(namesOf(rowsOf(await api.read(`${V1}?uidp.children_of=${repo}&name=before`), 'items'))).toEqual([]);
  });

  test('V10: to the name of another tag of the repo is 409, of another repo it is not', async ({ api, org }) => {
    const [{ uid: repo }, { uid: other }] = [await org.repo(), await org.repo()];
    const { uid } = await org.tag(repo, { name: 'own' });
    await org.tag(repo, { name: 'taken' });
    await org.tag(other, { name: 'elsewhere' });
    const put = (name: string) => api.put(`${V1}/${uid}`, { name, digest: digestOf('a') });
    expectBare(await put('taken'), 'ALREADY_EXISTS', 'tag "taken" already exists');
    for (const name of ['own', 'elsewhere', 'own']) expect(ok(await put(name)).name).toBe(name);
  });

  test('V5: of a missing tag is 404', async ({ api, org }) => {
    const { uid: repo } = await org.repo();
    for (const id of [`${repo}/${'9'.repeat(16)}`, repo]) {
      const answer = await api.put(`${V1}/${id}`, { name: 'a', digest: digestOf('a') });
      expectBare(answer, 'NOT_FOUND', `tag "${id}" not found`);
    }
  });
});

test.describe('invalid tags', () => {
  for (const [what, body, violation] of [
    ['nothing at all', {}, /: name: tag must match [^;]*$/],
    ['a name with a slash', { name: 'a/b', digest: digestOf('a') }, /: name: tag must match/],
    ['a short digest', { name: 'a', digest: 'sha256:00' }, /: digest: digest must match/],
    ['an unknown bundle', { name: 'a', digest: digestOf('a'), bundles: ['x'] }, /: bundles: only the following/],
    ['a switch in words', { name: 'a', digest: digestOf('a'), deprecated: 'yes' }, /: deprecated: /],
  ] as const) {
    test(`V10: ${what} is refused by both writes`, async ({ api, org }) => {
      const { uid: repo } = await org.repo();
      const { uid } = await org.tag(repo, { name: 'kept' });
      expectBare(await api.post(`${V1}/${repo}`, body), 'INVALID_ARGUMENT', violation);
      expectBare(await api.put(`${V1}/${uid}`, body), 'INVALID_ARGUMENT', violation);
      expect(namesOf(rowsOf(await api.read(`${V1}?uidp.children_of=${repo}`), 'items'))).toEqual(['kept']);
    });
  }
});

test('V4: DeleteTag deletes a tag, and a second delete is an empty 200', async ({ api, org }) => {
  const { uid: repo } = await org.repo();
  const { uid } = await org.tag(repo);
  for (const id of [uid, uid, `${repo}/${'9'.repeat(16)}`]) {
    const answer = await api.delete(`${V1}/${id}`);
    expect([answer.status, answer.text]).toEqual([200, '']);
  }
  expect((await api.get(`${V2}/${uid}`)).status).toBe(404);
});

test('12.1: CreateTag, UpdateTag, ListTags and DeleteTag over gRPC', async ({ org, grpc }) => {
  const call = grpcService(grpc, REGISTRY);
  const { uid: repo } = await org.repo();
  const made = await call('CreateTag', {
    repoId: repo,
    tag: { name: 'a-r1', digest: digestOf('a'), deprecated: true },
  });
  expect(made).toEqual({
    id: expect.stringMatching(new RegExp(`^${repo}/`)),
    name: 'a-r1',
    digest: digestOf('a'),
    deprecated: true,
    lastUpdated: expect.any(String),
  });
  const put = await call('UpdateTag', { id: made.id, name: 'b-r1', digest: digestOf('b'), bundles: ['fips'] });
  expect(put).toMatchObject({ id: made.id, name: 'b-r1', bundles: ['fips'] });
  expect(put).not.toHaveProperty('deprecated');
  const list = async (filter: object): Promise<readonly Body[]> => {
    const { items = [] } = await call('ListTags', { uidp: { childrenOf: repo }, ...filter });
    return items as readonly Body[];
  };
  expect(await list({})).toEqual([put]);
  expect(await list({ digest: digestOf('b'), id: made.id, name: 'b-r1' })).toEqual([put]);
  expect(await list({ excludeEpochs: true })).toEqual([]);
  expect(await call('DeleteTag', { id: made.id })).toEqual({});
  expect(await list({})).toEqual([]);
  const gone = await grpc.call(`${REGISTRY}/UpdateTag`, { id: made.id, name: 'a', digest: digestOf('a') });
  expect(gone).toMatchObject({ ok: false, code: 5, details: [] });
});

test.describe('V17: tags without a digest', () => {
  test('a tag is made without one, and an update without one keeps what is stored', async ({ api, org }) => {
    const { uid: repo } = await org.repo();
    const made = ok(await api.post(`${V1}/${repo}`, { name: 'latest', bundles: ['base'] }));
    expect(made).toMatchObject({ name: 'latest', digest: '', bundles: ['base'], deprecated: false });
    expect((await api.read(`${V2}/${made.id}`)).digest).toBe('');
    expect(ok(await api.put(`${V1}/${made.id}`, { name: 'latest', deprecated: true })).digest).toBe('');
    const digest = digestOf('a');
    ok(await api.put(`${V1}/${made.id}`, { name: 'latest', digest, bundles: ['ai'] }));
    const put = ok(await api.put(`${V1}/${made.id}`, { name: 'moved' }));
    expect(put).toEqual({ id: made.id, name: 'moved', digest, deprecated: false, last_updated: put.last_updated });
    expect(ok(await api.post(`${V1}/${repo}`, { name: 'moved', deprecated: true }))).toMatchObject({ digest });
    expect((await api.post(`${V2}/${repo}`, { name: 'moved' })).status).toBe(400);
    expect(await api.read(`${V2}/${made.id}`)).toMatchObject({ name: 'moved', digest, deprecated: true });
  });

  test('so it is over gRPC, and the history begins with the first digest', async ({ org, grpc }) => {
    const call = grpcService(grpc, REGISTRY);
    const { uid: repoId } = await org.repo();
    const { id, ...made } = await call('CreateTag', { repoId, tag: { name: 'latest', bundles: ['base'] } });
    expect(made).toEqual({ name: 'latest', bundles: ['base'], lastUpdated: made.lastUpdated });
    expect(await call('ListTagHistory', { parentId: id })).toEqual({});
    await call('UpdateTag', { id, name: 'latest', digest: digestOf('a') });
    const updated = await call('UpdateTag', { id, name: 'latest', bundles: ['fips'] });
    expect(updated).toMatchObject({ digest: digestOf('a'), bundles: ['fips'] });
    const { items } = await call('ListTagHistory', { parentId: id });
    expect(items).toEqual([{ digest: digestOf('a'), updateTimestamp: expect.any(String) }]);
    const short = await grpc.call(`${REGISTRY}/UpdateTag`, { id, name: 'latest', digest: 'sha256:00' });
    expect(short).toMatchObject({ ok: false, code: 3, message: expect.stringContaining('digest must match') });
  });
});
