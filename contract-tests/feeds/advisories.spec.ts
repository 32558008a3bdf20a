import { rowsOf } from '../support/answer.ts';
import { expectInvalid, expectMissing } from '../support/errors.ts';
import { snakeName } from '../support/spelling.ts';
import { expect, test } from '../support/test.ts';
import { walk } from '../support/walk.ts';

const PATH = '/vulnerabilities/v2/advisories';
const ids = (rows: readonly { readonly [field: string]: unknown }[]): readonly string[] =>
  rows.map(({ advisoryId }) => String(advisoryId).slice(-4));

test.describe('advisories of the default fixture @fixture', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['', ['4444', '5555', '6666', '7777', '8888']],
    ['advisoryIds=CGA-2222-3333-4444', ['4444']],
    ['advisory_ids=CGA-2222-3333-4444&advisoryIds=CGA-2222-3333-7777', ['4444', '7777']],
    ['advisoryIds=cga-2222-3333-4444', []],
    ['legacyAdvisoryIds=none', []],
    ['artifactNames=nginx', ['4444']],
    ['artifact_names=nginx&artifact_names=curl', ['4444', '8888']],
    ['artifactNames=nginx,curl', []],
    ['artifactTypes=apk', ['4444', '5555', '6666', '7777', '8888']],
    ['artifactTypes=deb', []],
    ['artifactArchitectures=aarch64', ['6666']],
    ['artifact_architectures=aarch64&artifactArchitectures=x86_64', ['4444', '5555', '6666', '7777', '8888']],
    ['componentNames=pip', ['7777']],
    ['componentTypes=python', ['7777']],
    ['component_locations=/usr/sbin/nginx', ['4444']],
    ['aliases=CVE-2026-1002', ['5555', '6666']],
    ['aliases=GHSA-2345-6789-cfgh', ['4444']],
    ['aliases=CVE-2026-1002&artifactArchitectures=x86_64', ['5555']],
    ['origin=openssl', ['5555', '6666']],
    ['origin=openssl&artifactNames=nginx', ['5555', '6666']],
    ['origin=openssl&aliases=CVE-2026-1001', []],
    ['eventReviewStates=REVIEW_STATE_PENDING', ['5555']],
    ['event_review_states=4', ['8888']],
    ['eventReviewStates=REVIEW_STATE_REJECTED&eventReviewStates=REVIEW_STATE_PENDING', ['5555', '8888']],
    ['eventAuthors=scanner', ['4444', '5555', '8888']],
    ['excludeEventAuthors=scanner', ['6666', '7777']],
    ['exclude_event_authors=security-team', ['8888']],
    ['eventAuthors=scanner&excludeEventAuthors=security-team', ['8888']],
    ['eventReviewers=owner', ['4444', '6666']],
    ['eventTypes=EVENT_TYPE_FILTER_DETECTION', ['4444', '5555', '8888']],
    ['event_types=EVENT_TYPE_FILTER_FIXED&eventTypes=7', ['4444', '6666']],
    ['latestEventType=EVENT_TYPE_FILTER_FIXED', ['4444']],
    ['latestEventType=EVENT_TYPE_FILTER_DETECTION', ['5555']],
    ['latest_event_type=EVENT_TYPE_FILTER_FALSE_POSITIVE_DETERMINATION', []],
    ['latestEventType=EVENT_TYPE_FILTER_FIX_NOT_PLANNED', ['7777']],
    ['query=NGINX', ['4444']],
    ['query=cve-2026-1002', ['5555', '6666']],
    ['query=lib', ['5555', '6666']],
    ['query=pip', ['7777']],
    ['query=nothing', []],
  ];
  for (const [query, expected] of cases) {
    test(`5.13: "${query}" returns ${expected.join(' ') || 'none'}`, async ({ api, shared }) => {
      const target = `${PATH}?uidp.descendants_of=${shared.target.orgId}&${query}`;
      const page = await api.read(target);
      expect(ids(rowsOf(page, 'advisories')).toSorted()).toEqual(expected);
      expect(page.totalCount).toBe(String(expected.length));
    });
  }

  for (const [orderBy, expected] of [
    ['advisoryId', ['4444', '5555', '6666', '7777', '8888']],
    ['advisory_id desc', ['8888', '7777', '6666', '5555', '4444']],
    ['artifactName', ['8888', '6666', '4444', '5555', '7777']],
    ['deleteTime desc,advisoryId', ['8888', '4444', '5555', '6666', '7777']],
    ['aliases,advisoryId desc', ['4444', '6666', '5555', '7777', '8888']],
  ] as const) {
    test(`4.3: advisories are sorted by ${orderBy}`, async ({ api, shared }) => {
      const target = `${PATH}?uidp.descendants_of=${shared.target.orgId}&page_size=2&order_by=${encodeURIComponent(orderBy)}`;
      expect(ids(await walk(api, target, 'advisories'))).toEqual(expected);
    });
  }

  for (const field of ['uid', 'createTime', 'updateTime']) {
    test(`4.3: advisories can be sorted by ${field}`, async ({ api, shared }) => {
      const target = `${PATH}?uidp.descendants_of=${shared.target.orgId}&order_by=${field}`;
      const values = rowsOf(await api.read(target), 'advisories').map((row) => String(row[field]));
      expect(values).toEqual(values.toSorted());
    });
  }

  test('5.13: a deleted advisory is still returned', async ({ api, shared }) => {
    const target = `${PATH}?uidp.descendants_of=${shared.target.orgId}&artifactNames=curl`;
    const [row] = rowsOf(await api.read(target), 'advisories');
    expect(row).toMatchObject({ deleteTime: '2026-01-27T16:00:00.000Z' });
    expect(await api.read(`${PATH}/${row?.uid}`)).toEqual(row);
  });

  test('5.13: an event shows exactly the one kind that it has', async ({ api, shared }) => {
    const target = `${PATH}?uidp.descendants_of=${shared.target.orgId}&artifactNames=openssl`;
    const [row] = rowsOf(await api.read(target), 'advisories');
    const [detection, determination] = (row?.events ?? []) as readonly Readonly<Record<string, unknown>>[];
    expect(detection).toMatchObject({ detection: { nvdapi: { cpeFound: 'cpe:2.3:a:openssl:openssl' } } });
    expect(Object.keys((detection?.detection ?? {}) as object)).toEqual(['nvdapi']);
    expect(determination).toMatchObject({
      falsePositiveDetermination: { type: 'TYPE_VULNERABLE_CODE_NOT_IN_EXECUTION_PATH' },
      reviewState: 'REVIEW_STATE_PENDING',
    });
    expect(determination).not.toHaveProperty('detection');
  });

  test('5.13, spec §4: both filters of spec.md are repeated texts', async ({ api }) => {
    const page = await api.read(`${PATH}?artifactNames=nginx&artifactNames=openssl&advisoryIds=CGA-2222-3333-5555`);
    expect(ids(rowsOf(page, 'advisories'))).toEqual(['5555']);
  });
});

for (const query of ['eventTypes=DETECTION', 'latestEventType=99', 'eventReviewStates=approved']) {
  test(`3.9: ${query} is unknown`, async ({ api }) => {
    const field = snakeName(query.split('=')[0] ?? '');
    expectInvalid(await api.get(`${PATH}?${query}`), { [field]: /./ });
  });
}

test('9.2.9, spec §7.4: a missing advisory is 404', async ({ api, org }) => {
  const uid = `${org.uid}/${'2'.repeat(16)}`;
  expectMissing(await api.get(`${PATH}/${uid}`), 'vulnerabilities/Advisory', uid);
});

test('5.13: advisories have no other operations', async ({ api, org }) => {
  for (const [method, target] of [
    ['POST', `${PATH}/${org.uid}`],
    ['PATCH', `${PATH}/${org.uid}`],
    ['DELETE', `${PATH}/${org.uid}`],
  ] as const) {
    expect((await api.send(method, target, { body: {} })).status, method).toBe(501);
  }
});
