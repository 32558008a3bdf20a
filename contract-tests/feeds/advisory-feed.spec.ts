import { type Body, ok, rowsOf } from '../support/answer.ts';
import { expectBare, expectDenied, expectInvalid, expectUnauthenticated } from '../support/errors.ts';
import { grpcService } from '../support/grpc-service.ts';
import { expect, onEachFace, test } from '../support/grpc-test.ts';
import { walk } from '../support/walk.ts';
import { plant } from '../v1/registry-facts.ts';

const idsOf = (rows: readonly { readonly [field: string]: unknown }[]): readonly unknown[] => rows.map(({ id }) => id);

test.describe('documents of the default fixture @fixture', () => {
  for (const [query, expected] of [
    ['', ['nginx', 'openssl', 'python-3.12']],
    ['id=nginx', ['nginx']],
    ['id=ngin', []],
    ['cves=CVE-2026-1002', ['openssl']],
    ['cves=CVE-2026-1001&cves=CVE-2026-1003', ['nginx', 'python-3.12']],
    ['cves=GHSA-2345-6789-cfgh', ['nginx']],
    ['cves=CGA-2222-3333-7777', ['python-3.12']],
    ['cves=CVE-2026-1001&id=openssl', []],
    ['id=none', []],
    ['order_by=id+desc', ['python-3.12', 'openssl', 'nginx']],
    ['skip=1', ['openssl', 'python-3.12']],
  ] as const) {
    test(`5.15: documents with "${query}" are ${expected.join(' ') || 'none'}`, async ({ anonymous }) => {
      const page = await anonymous.read(`/advisory/v2/documents?${query}`);
      expect(idsOf(rowsOf(page, 'documents'))).toEqual(expected);
      if (query === 'skip=1') return;
      expect(page).toMatchObject({ totalCount: String(expected.length), skipped: 0 });
      expect(await walk(anonymous, `/advisory/v2/documents?${query}&page_size=1`, 'documents')).toEqual(page.documents);
    });
  }

  test('5.15: a document has its advisories with events of one kind each', async ({ anonymous }) => {
    const [row] = rowsOf(await anonymous.read('/advisory/v2/documents?id=nginx'), 'documents');
    expect(row).toEqual({
      id: 'nginx',
      advisories: [
        {
          id: 'CGA-2222-3333-4444',
          aliases: ['CVE-2026-1001', 'GHSA-2345-6789-cfgh'],
          packageNamespace: 'wolfi',
          events: [
            {
              timestamp: '2026-01-20T08:00:00.000Z',
              detection: { scanv1: { scanner: 'grype', componentName: 'nginx', componentVersion: '1.27.3-r0' } },
            },
            { timestamp: '2026-01-21T09:30:00.000Z', fixed: { fixedVersion: '1.27.4-r0' } },
          ],
        },
      ],
    });
  });
});

test.describe('metadata of the default fixture @fixture', () => {
  for (const [query, expected] of [
    ['id=CVE-2026-1001', ['CVE-2026-1001']],
    ['ids=CVE-2026-1002&ids=CVE-2026-1001', ['CVE-2026-1001', 'CVE-2026-1002']],
    ['ids=none', []],
    ['id=CVE-2026-1001&ids=CVE-2026-1002', []],
    ['ids=CVE-2026-1002&ids=CVE-2026-1001&order_by=id+desc', ['CVE-2026-1002', 'CVE-2026-1001']],
  ] as const) {
    test(`5.15: metadata with "${query}" is ${expected.join(' ') || 'none'}`, async ({ anonymous }) => {
      const page = await anonymous.read(`/advisory/v2/metadata?${query}`);
      expect(idsOf(rowsOf(page, 'vulnerabilityMetadata'))).toEqual(expected);
    });
  }

  test('5.15: metadata is in the order of its id, page by page', async ({ anonymous }) => {
    const whole = rowsOf(await anonymous.read('/advisory/v2/metadata'), 'vulnerabilityMetadata');
    expect(idsOf(whole)).toEqual(idsOf(whole).toSorted());
    expect(await walk(anonymous, '/advisory/v2/metadata?page_size=2', 'vulnerabilityMetadata')).toEqual(whole);
  });

  test('5.15: metadata has summary, details, references and severities', async ({ anonymous }) => {
    const [row] = rowsOf(await anonymous.read('/advisory/v2/metadata?id=CVE-2026-1001'), 'vulnerabilityMetadata');
    expect(row).toMatchObject({
      summary: expect.any(String),
      details: expect.any(String),
      references: [{ type: 'TYPE_ADVISORY' }, { type: 'TYPE_FIX' }],
      severities: [{ type: 'TYPE_CVSS_V3' }],
    });
  });
});

const V1_METADATA = 'chainguard.platform.advisory.SecurityAdvisory/ListVulnerabilityMetadata';

for (const [count, good] of [
  [1_000, true],
  [1_001, false],
] as const) {
  onEachFace(`0, 5.15: ${count} different ids are ${good ? 'accepted' : 'refused'}`, async (face) => {
    const different = Array.from({ length: count }, (_, index) => `C${index}`);
    // An id that is named twice counts once.
    const ids = [...different, ...different.slice(0, 400)];
    const [answer, older] = [
      await face.call('ListVulnerabilityMetadata', { ids }),
      await face.call(V1_METADATA, { ids }),
    ];
    if (good) expect([answer.status, older.status]).toEqual([200, 200]);
    else {
      expectInvalid(answer, { ids: 'must have at most 1000 different ids' });
      expectBare(older, 'INVALID_ARGUMENT', 'ids: must have at most 1000 different ids');
    }
  });
}

const REPORTS = '/advisory/v2/images/resolvedVulns';

test.describe('resolved vulnerabilities of the default fixture @fixture', () => {
  const between = (start: string, end: string): string => `${REPORTS}?startTime=${start}&endTime=${end}`;
  const dates = (rows: readonly { readonly [field: string]: unknown }[]): readonly string[] =>
    rows.map(({ date }) => String(date).slice(8, 10));

  for (const [start, end, expected] of [
    ['2026-01-01T00:00:00Z', '2026-12-31T00:00:00Z', ['27', '28']],
    ['2026-01-27T00:00:00Z', '2026-01-27T00:00:00Z', ['27']],
    ['2026-01-27T00:00:00.001Z', '2026-01-28T00:00:00Z', ['28']],
    ['2026-01-27T02:00:00%2B02:00', '2026-01-27T23:59:59Z', ['27']],
    ['2026-01-28T00:00:00.001Z', '2026-12-31T00:00:00Z', []],
  ] as const) {
    test(`5.15: from ${start} to ${end} there are ${expected.length} reports`, async ({ api }) => {
      const rows = rowsOf(await api.read(between(start, end)), 'resolvedVulnsReports');
      expect(dates(rows)).toEqual(expected);
    });
  }

  test('5.15, C16: reports come by date, in an envelope, page by page', async ({ api }) => {
    const target = between('2026-01-01T00:00:00Z', '2026-12-31T00:00:00Z');
    const page = await api.read(target);
    expect(page).toMatchObject({ totalCount: '2', skipped: 0 });
    expect(await walk(api, `${target}&page_size=1`, 'resolvedVulnsReports')).toEqual(page.resolvedVulnsReports);
    const down = await walk(api, `${target}&page_size=1&order_by=date+desc`, 'resolvedVulnsReports');
    expect(dates(down)).toEqual(['28', '27']);
    expect(await api.read(`${target}&skip=1`)).toMatchObject({
      resolvedVulnsReports: [{}],
      totalCount: '2',
      skipped: 1,
    });
  });

  test('3.11, 5.15: imageRefs are names or uids of repos, with latest for no tag', async ({ api, grpc, shared }) => {
    const list = `/registry/v2/repos?uidp.children_of=${shared.target.orgId}`;
    const [repo] = rowsOf(await api.read(`${list}&name=nginx`), 'repos');
    const [startTime, endTime] = ['2026-01-01T00:00:00Z', '2026-12-31T00:00:00Z'];
    const target = between(startTime, endTime);
    const call = grpcService(grpc, 'chainguard.platform.advisory.v2.SecurityAdvisoryService');
    for (const [query, imageRefs, expected] of [
      [`imageRefs=${repo?.uid}`, [{ repo: repo?.uid }], ['27', '28']],
      ['imageRefs=nginx', [{ repo: 'nginx' }], ['27', '28']],
      ['image_refs=nginx:latest', [{ repo: 'nginx', tags: ['latest'] }], ['27', '28']],
      [`imageRefs=${repo?.uid}:1.26`, [{ repo: repo?.uid, tags: ['1.26'] }], ['28']],
      ['imageRefs=nginx:1.26&imageRefs=nginx', [{ repo: 'nginx', tags: ['1.26', 'latest'] }], ['27', '28']],
      ['imageRefs=curl', [{ repo: 'curl' }], []],
      ['imageRefs=none', [{ repo: 'none' }], []],
    ] as const) {
      expect(dates(rowsOf(await api.read(`${target}&${query}`), 'resolvedVulnsReports')), query).toEqual(expected);
      const body = await call('ListResolvedVulnsReports', { imageRefs, startTime, endTime });
      expect(dates((body.resolvedVulnsReports ?? []) as readonly Body[]), query).toEqual(expected);
    }
  });

  test('10.9: a caller who cannot see the repo sees none of its reports @mock', async ({ org }) => {
    const caller = await org.caller('viewer');
    const rows = await caller.read(between('2026-01-01T00:00:00Z', '2026-12-31T00:00:00Z'));
    expect(rows).toMatchObject({ resolvedVulnsReports: [], totalCount: '0' });
    const bare = await org.caller('registry.push');
    expectDenied(await bare.get(between('2026-01-01T00:00:00Z', '2026-12-31T00:00:00Z')));
  });
});

test('5.15: the reports of one day are one, with each vulnerability once, of every repo of the name @mock', async ({
  api,
  org,
}) => {
  const vuln = (id: string) => ({ id, aliases: [`${id}-alias`] });
  const report = (time: string, ...ids: readonly string[]) => ({
    date: `2026-03-${time}`,
    tag: 'latest',
    resolvedVulns: ids.map(vuln),
  });
  const name = `${org.uid.slice(0, 12)} app`;
  const [first] = await plant(
    org,
    [{ name, resolvedVulnsReports: [report('01T10:00:00Z', 'CVE-1', 'CVE-2'), report('02T00:00:00Z', 'CVE-4')] }],
    [{ name: 'below', repos: [{ name, resolvedVulnsReports: [report('01T08:00:00Z', 'CVE-2', 'CVE-3')] }] }],
  );
  const target = `${REPORTS}?startTime=2026-03-01T00:00:00Z&endTime=2026-03-31T00:00:00Z&imageRefs=`;
  const read = async (ref: string): Promise<unknown> =>
    rowsOf(await api.read(`${target}${encodeURIComponent(ref)}`), 'resolvedVulnsReports').map(
      ({ date, resolvedVulns }) => [date, ...(resolvedVulns as readonly Body[]).map(({ id }) => id).toSorted()],
    );
  const day = ['2026-03-02T00:00:00.000Z', 'CVE-4'];
  expect(await read(name)).toEqual([['2026-03-01T08:00:00.000Z', 'CVE-1', 'CVE-2', 'CVE-3'], day]);
  expect(await read(String(first?.id))).toEqual([['2026-03-01T10:00:00.000Z', 'CVE-1', 'CVE-2'], day]);
  // A kept view of the name would still have the reports of the repo.
  ok(await api.patch(`/registry/v2/repos/${first?.id}`, { name: 'renamed' }));
  expect(await read(name)).toEqual([['2026-03-01T08:00:00.000Z', 'CVE-2', 'CVE-3']]);
});

for (const [query, fields] of [
  ['', ['startTime', 'endTime']],
  ['?startTime=2026-01-01T00:00:00Z', ['endTime']],
  ['?endTime=2026-01-01T00:00:00Z', ['startTime']],
  ['?startTime=2026-01-02T00:00:00Z&endTime=2026-01-01T00:00:00Z', ['endTime']],
  ['?startTime=today&endTime=2026-01-01T00:00:00Z', ['startTime']],
] as const) {
  test(`5.15: resolvedVulns${query} is refused for ${fields.join(' and ')}`, async ({ api }) => {
    expectInvalid(await api.get(REPORTS + query), Object.fromEntries(fields.map((field) => [field, /./])));
  });
}

test('10.10: resolvedVulns needs a token', async ({ anonymous }) => {
  expectUnauthenticated(await anonymous.get(REPORTS), 'missing bearer token');
});
