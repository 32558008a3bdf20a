import { type Body, ok, rowsOf } from '../support/answer.ts';
import { expectBare } from '../support/errors.ts';
import { grpcService } from '../support/grpc-service.ts';
import { expect, test } from '../support/grpc-test.ts';
import { advance, steer } from '../support/mock.ts';

const PATH = '/vulnerabilities/v1/advisories';
const EVENTS = '/vulnerabilities/v1/advisory_events';
const V2 = '/vulnerabilities/v2/advisories';
const SERVICE = 'chainguard.platform.vulnerabilities.v1.Advisories';

const draft = {
  artifact_type: 'apk',
  artifact_name: 'zlib',
  artifact_architecture: 'x86_64',
  component_name: 'zlib',
  component_location: '/usr/lib/libz.so.1',
  component_type: 'apk',
  aliases: ['CVE-2026-9'],
  author: 'ann',
};
const detected = { author: 'ann', status: 'APPROVED', detection: { manual: {} } };

const eventsOf = (advisory: Body): readonly Body[] => (advisory.events ?? []) as readonly Body[];

test.describe('12.1: Create', () => {
  test('makes an advisory with a public id, which v2 shows', async ({ api, org }) => {
    const scan = { scanner: 'grype', subpackage_name: 'zlib-dev', component_name: 'zlib' };
    const event = { ...detected, findings: 'aGk=', issue: 'https://i.test/1', detection: { scanv1: scan } };
    const made = ok(await api.post(PATH, { parent_id: org.uid, advisory: { ...draft, events: [event] } }));
    expect(made).toMatchObject({
      ...draft,
      id: expect.stringMatching(new RegExp(`^${org.uid}/[0-9a-f]{16}$`)),
      advisory_id: expect.stringMatching(/^CGA(-[23456789cfghjmpqrvwx]{4}){3}$/),
      created_at: made.updated_at,
      events: [{ ...event, id: expect.stringMatching(new RegExp(`^${made.id}/[0-9a-f]{16}$`)) }],
    });
    const [own] = eventsOf(made);
    expect(await api.read(`${V2}/${made.id}`)).toEqual({
      uid: made.id,
      advisoryId: made.advisory_id,
      createTime: made.created_at,
      updateTime: made.updated_at,
      author: 'ann',
      artifactName: 'zlib',
      artifactType: 'apk',
      artifactArchitecture: 'x86_64',
      componentName: 'zlib',
      componentLocation: '/usr/lib/libz.so.1',
      componentType: 'apk',
      aliases: ['CVE-2026-9'],
      events: [
        {
          uid: own?.id,
          createTime: made.created_at,
          updateTime: made.created_at,
          findings: 'aGk=',
          author: 'ann',
          reviewState: 'REVIEW_STATE_APPROVED',
          issue: 'https://i.test/1',
          detection: { scanv1: { scanner: 'grype', subpackage: 'zlib-dev', component: 'zlib' } },
        },
      ],
    });
    expect(rowsOf(await api.read(`${PATH}?id=${made.id}`), 'items')).toEqual([made]);
  });

  test('makes two of the same draft, each with different ids', async ({ api, org }) => {
    const body = { parent_id: org.uid, advisory: { ...draft, events: [detected, detected] } };
    const made = [ok(await api.post(PATH, body)), ok(await api.post(PATH, body))];
    for (const field of ['id', 'advisory_id']) expect(new Set(made.map((row) => row[field])).size).toBe(2);
    expect(new Set(made.flatMap(eventsOf).map(({ id }) => id)).size).toBe(4);
  });

  test('ignores output-only fields', async ({ api, org }) => {
    const given = {
      ...draft,
      id: 'mine',
      advisory_id: 'CGA-mine',
      created_at: '2001-01-01T00:00:00Z',
      deleted_at: '2001-01-01T00:00:00Z',
      events: [{ ...detected, id: 'mine', timestamp: '2001-01-01T00:00:00Z' }],
    };
    const made = ok(await api.post(PATH, { parent_id: org.uid, advisory: given }));
    expect(JSON.stringify(made)).not.toMatch(/mine|2001/);
  });

  for (const [what, advisory, says] of [
    ['nothing', undefined, /: advisory is required/],
    ['no artifact name', { ...draft, artifact_name: '' }, /advisory\.artifact_name: advisory\.artifact_name is req/],
    ['no author', { ...draft, author: undefined }, /advisory\.author/],
    ['an event without author', { ...draft, events: [{ status: 'PENDING' }] }, /advisory\.events\[0\]\.author/],
    ['an event without status', { ...draft, events: [{ author: 'a' }] }, /advisory\.events\[0\]\.status/],
    ['an unknown status', { ...draft, events: [{ ...detected, status: 'FINE' }] }, /advisory\.events\[0\]\.status/],
    ['an event of two kinds', { ...draft, events: [{ ...detected, fixed: {} }] }, /cannot be set together/],
    ['aliases that are not a list', { ...draft, aliases: 'CVE' }, /advisory\.aliases/],
  ] as const) {
    test(`V10: ${what} is refused without details`, async ({ api, org }) => {
      expectBare(await api.post(PATH, { parent_id: org.uid, advisory }), 'INVALID_ARGUMENT', says);
    });
  }

  test('9.2: a parent is required, and must be an existing group', async ({ api, org }) => {
    expectBare(await api.post(PATH, { advisory: draft }), 'INVALID_ARGUMENT', 'parent_id: parent_id is required');
    const missing = `${org.uid}/${'9'.repeat(16)}`;
    expectBare(
      await api.post(PATH, { parent_id: missing, advisory: draft }),
      'NOT_FOUND',
      `group "${missing}" not found`,
    );
    const repo = await org.repo();
    expectBare(await api.post(PATH, { parent_id: repo.uid, advisory: draft }), 'NOT_FOUND');
  });
});

test.describe('12.1: Update', () => {
  test('V6: a PUT replaces all that a caller can set, and nothing else', async ({ api, org }) => {
    const made = ok(await api.post(PATH, { parent_id: org.uid, advisory: { ...draft, events: [detected] } }));
    const { aliases: _, ...rest } = draft;
    const next = { ...rest, author: 'bob', component_type: 'binary', id: 'x', advisory_id: 'x', created_at: made.name };
    const put = ok(await api.put(`${PATH}/${made.id}`, next));
    const { id, advisory_id, created_at } = made;
    expect(put).toMatchObject({ ...rest, author: 'bob', component_type: 'binary', id, advisory_id, created_at });
    expect(put).toMatchObject({ aliases: [], events: [] });
    expect(await api.read(`${V2}/${id}`)).not.toHaveProperty('events');
    expect(await api.read(`${V2}/${id}`)).toMatchObject({ author: 'bob', componentType: 'binary', uid: id });
  });

  test('V6: events that are given with their ids stay those events', async ({ api, org }) => {
    const events = [detected, { ...detected, detection: undefined, fixed: { fixed_version: '1' } }];
    const made = ok(await api.post(PATH, { parent_id: org.uid, advisory: { ...draft, events } }));
    const [first, second] = eventsOf(made);
    const given = [{ ...second, author: 'bob' }, detected, { ...second }];
    const put = ok(await api.put(`${PATH}/${made.id}`, { ...draft, events: given }));
    const [same, added, again] = eventsOf(put);
    expect(same).toEqual({ ...second, author: 'bob' });
    // The new ids are neither the id of the removed event nor of the present one.
    expect(new Set([first, same, added, again].map((event) => event?.id)).size).toBe(4);
    const seen = await api.read(`${V2}/${made.id}`);
    expect(eventsOf(seen).map(({ uid }) => uid)).toEqual([same?.id, added?.id, again?.id]);
  });

  test('V6: the id of a removed event is not used again', async ({ api, org }) => {
    const made = ok(await api.post(PATH, { parent_id: org.uid, advisory: { ...draft, events: [detected] } }));
    ok(await api.put(`${PATH}/${made.id}`, draft));
    const added = ok(await api.post(`${PATH}/${made.id}/events`, { advisory_event: detected }));
    expect(added.id).not.toBe(eventsOf(made)[0]?.id);
  });

  test('V6: fields that v1 does not show are kept, and updateTime changes @mock', async ({ ownServer }) => {
    const { api, ready } = await ownServer();
    await steer(api, 'PUT', 'clock', { mode: 'frozen' });
    const [before] = rowsOf(await api.read(`${V2}?artifactNames=openssl`), 'advisories');
    const [row] = rowsOf(await api.read(`${PATH}?origin=openssl&artifact_name=openssl`), 'items');
    await advance(api, '60s');
    const put = ok(await api.put(`${PATH}/${before?.uid}`, { ...row, author: 'bob' }));
    expect(put.created_at).toBe(before?.createTime);
    expect(put.updated_at).not.toBe(before?.updateTime);
    const after = await api.read(`${V2}/${before?.uid}`);
    expect(after).toMatchObject({ updateTime: put.updated_at, author: 'bob', advisoryId: before?.advisoryId });
    // The origin is visible only through its filter.
    const found = rowsOf(await api.read(`${V2}?origin=openssl&uidp.children_of=${ready.orgId}`), 'advisories');
    expect(found.map(({ uid }) => uid)).toContain(before?.uid);
    const [nginx] = rowsOf(await api.read(`${PATH}?artifact_name=nginx`), 'items');
    ok(await api.put(`${PATH}/${nginx?.id}`, nginx));
    expect(await api.read(`${V2}/${nginx?.id}`)).toMatchObject({ severities: [{ type: 'TYPE_CVSS_V3' }] });
  });

  test('V5, V10: a PUT of a missing advisory is 404, and one without a required field 400', async ({ api, org }) => {
    const missing = `${org.uid}/${'9'.repeat(16)}`;
    expectBare(await api.put(`${PATH}/${missing}`, draft), 'NOT_FOUND', `advisory "${missing}" not found`);
    const made = ok(await api.post(PATH, { parent_id: org.uid, advisory: draft }));
    expectBare(
      await api.put(`${PATH}/${made.id}`, {}),
      'INVALID_ARGUMENT',
      /: artifact_type: artifact_type is required/,
    );
  });
});

test.describe('12.1: Delete', () => {
  test('5.13: withdraws an advisory, which is still listed in both versions', async ({ api, org }) => {
    const made = ok(await api.post(PATH, { parent_id: org.uid, advisory: draft }));
    for (let count = 0; count < 2; count += 1) {
      const answer = await api.delete(`${PATH}/${made.id}`);
      expect([answer.status, answer.text]).toEqual([200, '']);
    }
    const [row] = rowsOf(await api.read(`${PATH}?id=${made.id}`), 'items');
    expect(row).toEqual({ ...made, updated_at: row?.deleted_at, deleted_at: expect.stringMatching(/Z$/) });
    expect(await api.read(`${V2}/${made.id}`)).toMatchObject({ deleteTime: row?.deleted_at });
    const put = ok(await api.put(`${PATH}/${made.id}`, { ...draft, author: 'bob' }));
    expect(put).toMatchObject({ author: 'bob', deleted_at: row?.deleted_at });
  });

  test('V4: of a missing advisory is an empty 200', async ({ api, org }) => {
    const answer = await api.delete(`${PATH}/${org.uid}/${'9'.repeat(16)}`);
    expect([answer.status, answer.text]).toEqual([200, '']);
  });
});

test.describe('12.1: events', () => {
  test('are added at the end, listed in their order and replaced by their ids @mock', async ({ ownServer }) => {
    const { api, ready } = await ownServer();
    await steer(api, 'PUT', 'clock', { mode: 'frozen' });
    const made = ok(await api.post(PATH, { parent_id: ready.orgId, advisory: { ...draft, events: [detected] } }));
    await advance(api, '60s');
    const fixed = { author: 'bob', status: 'PENDING', fixed: { fixed_version: '1.3.1', note: 'n' } };
    const added = ok(await api.post(`${PATH}/${made.id}/events`, { advisory_event: fixed }));
    expect(added).toMatchObject({ ...fixed, id: expect.stringMatching(new RegExp(`^${made.id}/[0-9a-f]{16}$`)) });
    expect(Date.parse(String(added.timestamp)) - Date.parse(String(made.created_at))).toBe(60_000);
    const [first] = eventsOf(made);
    expect(await api.read(`${PATH}/${made.id}/events`)).toEqual({ parent_id: made.id, items: [first, added] });
    expect(await api.read(`${V2}/${made.id}`)).toMatchObject({
      updateTime: added.timestamp,
      events: [{ uid: first?.id }, { uid: added.id, fixed: { fixedVersion: '1.3.1', note: 'n' } }],
    });
    const latest = async (type: string): Promise<number> =>
      rowsOf(await api.read(`${V2}?latestEventType=EVENT_TYPE_FILTER_${type}&artifactNames=zlib`), 'advisories').length;
    expect([await latest('DETECTION'), await latest('FIXED')]).toEqual([1, 0]);

    await advance(api, '60s');
    const body = { author: 'bob', reviewer: 'eve', status: 'APPROVED', patched: { patched_versions: ['1.3.2'] } };
    const put = ok(await api.put(`${EVENTS}/${added.id}`, body));
    expect(put).toEqual({ ...body, id: added.id, timestamp: added.timestamp });
    const seen = await api.read(`${V2}/${made.id}`);
    expect(eventsOf(seen)[1]).toEqual({
      uid: added.id,
      createTime: added.timestamp,
      updateTime: seen.updateTime,
      author: 'bob',
      reviewer: 'eve',
      reviewState: 'REVIEW_STATE_APPROVED',
      patched: { patchedVersions: ['1.3.2'] },
    });
    expect(Date.parse(seen.updateTime) - Date.parse(String(added.timestamp))).toBe(60_000);
    expect([await latest('DETECTION'), await latest('PATCHED')]).toEqual([0, 1]);
  });

  test('12.2: v2 shows an event of the kind that only v1 has without its kind', async ({ api, org }) => {
    const moved = { previous_location: '/a', new_location: '/b', note: 'n' };
    const event = { author: 'ann', status: 'APPROVED', component_location_changed: moved };
    const made = ok(await api.post(PATH, { parent_id: org.uid, advisory: { ...draft, events: [event] } }));
    expect(eventsOf(made)).toMatchObject([event]);
    const query = 'latest_event_type=EVENT_TYPE_FILTER_COMPONENT_LOCATION_CHANGED';
    expect(rowsOf(await api.read(`${PATH}?uidp.children_of=${org.uid}&${query}`), 'items')).toEqual([made]);
    const [seen] = eventsOf(await api.read(`${V2}/${made.id}`));
    expect(Object.keys(seen ?? {}).toSorted()).toEqual(['author', 'createTime', 'reviewState', 'uid', 'updateTime']);
  });

  test('V8: are returned all together or as a slice', async ({ api, org }) => {
    const events = ['a', 'b', 'c', 'd', 'e'].map((author) => ({ ...detected, author }));
    const made = ok(await api.post(PATH, { parent_id: org.uid, advisory: { ...draft, events } }));
    for (const [query, expected] of [
      ['', 'abcde'],
      ['offset=3', 'de'],
      ['page_size=2', 'ab'],
      ['page=2&page_size=2', 'cd'],
      ['page=3&limit=2', 'e'],
      ['page=1', 'abcde'],
      ['offset=9', ''],
    ] as const) {
      const items = rowsOf(await api.read(`${PATH}/${made.id}/events?${query}`), 'items');
      expect(items.map(({ author }) => author).join(''), query).toBe(expected);
    }
    expectBare(await api.get(`${PATH}/${made.id}/events?offset=-1`), 'INVALID_ARGUMENT', /: offset/);
  });

  test('V3, V5: a missing advisory has no events, and none can be added or replaced', async ({ api, org }) => {
    const missing = `${org.uid}/${'9'.repeat(16)}`;
    expect(await api.read(`${PATH}/${missing}/events`)).toEqual({ items: [] });
    const body = { advisory_event: detected };
    expectBare(await api.post(`${PATH}/${missing}/events`, body), 'NOT_FOUND', `advisory "${missing}" not found`);
    const made = ok(await api.post(PATH, { parent_id: org.uid, advisory: draft }));
    for (const id of [`${made.id}/${'9'.repeat(16)}`, missing, 'a'.repeat(40), 'x']) {
      for (const body of [detected, {}]) expectBare(await api.put(`${EVENTS}/${id}`, body), 'NOT_FOUND');
    }
    for (const advisory_event of [undefined, { author: 'a' }, { ...detected, status: 7 }]) {
      expectBare(await api.post(`${PATH}/${made.id}/events`, { advisory_event }), 'INVALID_ARGUMENT', /advisory_event/);
    }
  });
});

const MOVED = `groups:
  - name: moved
    advisories:
      - advisoryId: CGA-2222-3333-9999
        legacyAdvisoryId: OLD-1
        author: ann
        artifactName: zlib
        artifactType: apk
        artifactArchitecture: x86_64
        componentName: zlib
        componentLocation: /z
        componentType: apk
        events:
          - { uid: elsewhere, author: ann, reviewState: REVIEW_STATE_PENDING, fixed: {} }
`;

test('12.2: values that only a fixture can set are returned: a former id, and events of any id @mock', async ({
  ownWorld,
}) => {
  const api = await ownWorld();
  const headers = { 'content-type': 'application/yaml' };
  ok(await api.as(undefined).send('POST', '/_mock/v1/fixtures', { headers, body: MOVED }));
  const [row] = rowsOf(await api.read(`${PATH}?legacy_advisory_ids=OLD-1`), 'items');
  expect(row).toMatchObject({ legacyAdvisoryID: 'OLD-1', events: [{ id: 'elsewhere', status: 'PENDING' }] });
  const put = ok(await api.put(`${PATH}/${row?.id}`, { ...row, legacyAdvisoryID: 'x' }));
  expect(put).toMatchObject({ legacyAdvisoryID: 'x', events: [{ id: 'elsewhere' }] });
  expect(ok(await api.put(`${EVENTS}/elsewhere`, detected))).toMatchObject({ ...detected, id: 'elsewhere' });
  expect(eventsOf(await api.read(`${V2}/${row?.id}`))).toMatchObject([{ uid: 'elsewhere', detection: {} }]);
});

test('12.1: each write needs its capability at the place @mock', async ({ api, org }) => {
  const made = ok(await api.post(PATH, { parent_id: org.uid, advisory: { ...draft, events: [detected] } }));
  const [event] = eventsOf(made);
  const other = await org.group();
  for (const [capability, calls] of [
    [
      'ADVISORIES_CREATE',
      [
        ['POST', PATH, { parent_id: org.uid, advisory: draft }],
        ['POST', `${PATH}/${made.id}/events`, { advisory_event: detected }],
      ],
    ],
    [
      'ADVISORIES_UPDATE',
      [
        ['PUT', `${PATH}/${made.id}`, { ...draft, events: [event] }],
        ['PUT', `${EVENTS}/${event?.id}`, detected],
      ],
    ],
    ['ADVISORIES_LIST', [['GET', `${PATH}/${made.id}/events`, undefined]]],
    ['ADVISORIES_DELETE', [['DELETE', `${PATH}/${made.id}`, undefined]]],
  ] as const) {
    const role = await org.role({ capabilities: [`CAP_${capability}`] });
    const here = await org.caller(role.uid);
    const elsewhere = await org.caller(role.uid, { at: other.uid });
    const lacking = await org.caller('registry.pull');
    for (const [method, target, body] of calls) {
      for (const caller of [lacking, elsewhere]) {
        const answer = await caller.send(method, target, { body });
        expectBare(answer, 'PERMISSION_DENIED', new RegExp(capability.toLowerCase().replace('_', '\\.')));
      }
      expect((await here.send(method, target, { body })).status, `${method} ${target}`).toBe(200);
    }
  }
});

test('12.1: over gRPC each method does the same', async ({ api, grpc, org }) => {
  const call = grpcService(grpc, SERVICE);
  const advisory = {
    artifactType: 'apk',
    artifactName: 'zlib',
    artifactArchitecture: 'x86_64',
    componentName: 'zlib',
    componentLocation: '/z',
    componentType: 'apk',
    author: 'ann',
  };
  const made = await call('Create', { parentId: org.uid, advisory });
  expect(made).toMatchObject(advisory);
  const put = await call('Update', { ...advisory, id: made.id, author: 'bob', aliases: ['CVE-1'] });
  expect(put).toMatchObject({ id: made.id, author: 'bob', aliases: ['CVE-1'] });
  const fixed = { author: 'ann', status: 'APPROVED', fixed: { fixedVersion: '2' } };
  const event = await call('CreateAdvisoryEvent', { parentId: made.id, advisoryEvent: fixed });
  expect(event).toMatchObject(fixed);
  const patched = { author: 'eve', status: 'REJECTED', patched: { patchedVersions: ['3'] } };
  const next = await call('UpdateAdvisoryEvent', { ...patched, id: event.id });
  expect(next).toEqual({ ...patched, id: event.id, timestamp: event.timestamp });
  expect(await call('ListAdvisoryEvents', { parentId: made.id })).toEqual({ parentId: made.id, items: [next] });
  expect(await call('ListAdvisoryEvents', { parentId: `${org.uid}/${'9'.repeat(16)}` })).toEqual({});
  expect(await call('Delete', { id: made.id })).toEqual({});
  expect(await call('Delete', { id: `${org.uid}/${'9'.repeat(16)}` })).toEqual({});
  expect(await api.read(`${V2}/${made.id}`)).toMatchObject({ deleteTime: expect.any(String), author: 'bob' });
  const ended = await grpc.call(`${SERVICE}/UpdateAdvisoryEvent`, { ...patched, id: '' });
  expect(ended).toMatchObject({ ok: false, code: 3, details: [], message: 'Invalid argument: id: id is required' });
});
