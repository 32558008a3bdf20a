import { type Body, rowsOf } from '../support/answer.ts';
import { expectBare } from '../support/errors.ts';
import { grpcService } from '../support/grpc-service.ts';
import { expect, test } from '../support/grpc-test.ts';
import { advance } from '../support/mock.ts';
import { operationsV1 } from '../support/openapi.ts';
import { walkInV1 } from './pages.ts';

const SERVICE = 'chainguard.platform.advisory.SecurityAdvisory';
const DOCUMENTS = '/advisory/v1/documents';
const METADATA = '/advisory/v1/metadata';
const REPORTS = '/advisory/v1/images/resolved_vulns';

const idsOf = (rows: readonly Readonly<Record<string, unknown>>[]): readonly unknown[] => rows.map(({ id }) => id);

test.describe('documents of the default fixture @fixture', () => {
  for (const [query, expected] of [
    ['', ['nginx', 'openssl', 'python-3.12']],
    ['id=nginx', ['nginx']],
    ['id=none', []],
    ['cves=CVE-2026-1002', ['openssl']],
    ['cves=CVE-2026-1001&cves=CGA-2222-3333-7777', ['nginx', 'python-3.12']],
    ['cves=CVE-2026-1001&id=openssl', []],
    ['offset=1', ['openssl', 'python-3.12']],
    ['page=2&page_size=2', ['python-3.12']],
    ['order_by=id+desc&page_size=1', ['nginx']],
  ] as const) {
    test(`12.2: documents with "${query}" are ${expected.join(' ')}`, async ({ anonymous }) => {
      const body = await anonymous.read(`${DOCUMENTS}?${query}`);
      expect(Object.keys(body)).toEqual(['items']);
      expect(idsOf(rowsOf(body, 'items'))).toEqual(expected);
    });
  }

  test('12.2: a document has the field names of v1', async ({ anonymous }) => {
    const body = await anonymous.read(`${DOCUMENTS}?cves=CVE-2026-1001&cves=CVE-2026-1002`);
    expect(rowsOf(body, 'items')).toMatchObject([
      {
        id: 'nginx',
        advisories: [
          {
            id: 'CGA-2222-3333-4444',
            aliases: ['CVE-2026-1001', 'GHSA-2345-6789-cfgh'],
            package_namespace: 'wolfi',
            events: [
              {
                timestamp: '2026-01-20T08:00:00.000Z',
                detection: { scanv1: { component_name: 'nginx', component_version: '1.27.3-r0' } },
              },
              { fixed: { fixed_version: '1.27.4-r0' } },
            ],
          },
        ],
      },
      {
        advisories: [
          {
            events: [
              { detection: { nvdapi: { cpe_found: 'cpe:2.3:a:openssl:openssl' } } },
              { false_positive_determination: { type: 'FPT_TYPE_VULNERABLE_CODE_NOT_IN_EXECUTION_PATH' } },
            ],
          },
        ],
      },
    ]);
  });

  test('12.1: over gRPC the documents are the same, with or without a token', async ({ grpc }) => {
    for (const token of ['viewer-token', null]) {
      const ended = await grpc.call(`${SERVICE}/ListDocuments`, { cves: ['CVE-2026-1002'] }, { token });
      expect(ended).toMatchObject({
        ok: true,
        response: {
          items: [
            {
              id: 'openssl',
              advisories: [{ packageNamespace: 'wolfi', events: [{}, { falsePositiveDetermination: { note: /./ } }] }],
            },
          ],
        },
      });
    }
  });
});

test.describe('metadata of the default fixture @fixture', () => {
  for (const [query, expected] of [
    ['id=CVE-2026-1001', ['CVE-2026-1001']],
    ['ids=CVE-2026-1002&ids=CVE-2026-1001', ['CVE-2026-1001', 'CVE-2026-1002']],
    ['ids=CVE-2026-1002&ids=CVE-2026-1001&order_by=id+desc', ['CVE-2026-1002', 'CVE-2026-1001']],
    ['id=CVE-2026-1001&ids=CVE-2026-1002', []],
    ['ids=none', []],
  ] as const) {
    test(`12.2: metadata with "${query}" is ${expected.join(' ') || 'none'}`, async ({ anonymous }) => {
      const page = await anonymous.read(`${METADATA}?${query}`);
      expect(idsOf(rowsOf(page, 'items'))).toEqual(expected);
      expect(page).toMatchObject({ total_count: String(expected.length), skipped: 0 });
    });
  }

  test('12.2: pages follow the cursor, and skip counts from it', async ({ anonymous }) => {
    const whole = rowsOf(await anonymous.read(METADATA), 'items');
    expect(await walkInV1(anonymous, `${METADATA}?page_size=2`)).toEqual(whole);
    const first = await anonymous.read(`${METADATA}?page_size=1&skip=1`);
    expect(first).toMatchObject({ items: [whole[1]], skipped: 1 });
    const next = await anonymous.read(`${METADATA}?page_size=1&page_token=${first.next_page_token}`);
    expect(next).toMatchObject({ items: [whole[2]], skipped: 0 });
  });

  test('12.2: metadata has severity and unprefixed types', async ({ anonymous }) => {
    const [row] = rowsOf(await anonymous.read(`${METADATA}?id=CVE-2026-1001`), 'items');
    expect(row).toMatchObject({ references: [{ type: 'ADVISORY' }, { type: 'FIX' }], severity: [{ type: 'CVSS_V3' }] });
    expect(Object.keys(row ?? {})).toEqual(['id', 'summary', 'details', 'references', 'severity']);
  });

  test('12.1: over gRPC the pages are the same', async ({ grpc }) => {
    const request = { pageSize: 1, orderBy: 'id desc' };
    const call = grpcService(grpc, SERVICE);
    const read = (more: object) => call('ListVulnerabilityMetadata', { ...request, ...more }, { token: null });
    const first = await read({ ids: ['CVE-2026-1001', 'CVE-2026-1002'] });
    expect(first).toMatchObject({ items: [{ id: 'CVE-2026-1002', severity: [{ type: 'CVSS_V3' }] }], totalCount: '2' });
    expect(await read({ pageToken: first.nextPageToken })).toMatchObject({ items: [{ id: 'CVE-2026-1001' }] });
  });

  test('L14: an expired cursor results in the first page @mock', async ({ ownServer }) => {
    const { api } = await ownServer();
    const anonymous = api.as(undefined);
    const first = await anonymous.read(`${METADATA}?page_size=1`);
    await advance(api, '72h1s');
    const again = await anonymous.read(`${METADATA}?page_size=1&page_token=${first.next_page_token}`);
    expect(again.items).toEqual(first.items);
  });
});

test.describe('resolved vulnerabilities of the default fixture @fixture', () => {
  const dates = (rows: readonly Readonly<Record<string, unknown>>[]): readonly string[] =>
    rows.map(({ date }) => String(date).slice(8, 10));

  for (const [query, expected] of [
    ['', ['27', '28']],
    ['from=2026-01-27T00:00:00.001Z', ['28']],
    ['to=2026-01-27T23:59:59Z', ['27']],
    ['from=2026-01-27T02:00:00%2B02:00&to=2026-01-27T00:00:00Z', ['27']],
    ['offset=1&page_size=1', ['28']],
  ] as const) {
    test(`12.2: reports with "${query}" are ${expected.join(' ')}`, async ({ api }) => {
      const body = await api.read(`${REPORTS}?${query}`);
      expect(Object.keys(body)).toEqual(['items']);
      expect(dates(rowsOf(body, 'items'))).toEqual(expected);
    });
  }

  test('12.2: a report has the field names of v1', async ({ api }) => {
    const [row] = rowsOf(await api.read(`${REPORTS}?to=2026-01-27T00:00:00Z`), 'items');
    expect(row).toMatchObject({
      date: '2026-01-27T00:00:00.000Z',
      resolved_vulns: [
        { id: 'CVE-2026-1001', aliases: ['GHSA-2345-6789-cfgh'], cvss_severities: [{ type: 'CVSS_V3' }] },
      ],
    });
  });

  test('5.15: image_refs are names or ids of repos, latest without a tag, over HTTP and gRPC', async ({
    api,
    grpc,
    shared,
  }) => {
    const list = `/registry/v2/repos?uidp.children_of=${shared.target.orgId}`;
    const [nginx] = rowsOf(await api.read(`${list}&name=nginx`), 'repos');
    for (const [query, imageRefs, expected] of [
      ['image_refs=nginx', [{ repo: 'nginx' }], ['27', '28']],
      [`image_refs=${nginx?.uid}`, [{ repo: nginx?.uid }], ['27', '28']],
      [`imageRefs=${nginx?.uid}:latest`, [{ repo: nginx?.uid, tags: ['latest'] }], ['27', '28']],
      ['image_refs=nginx:1.26&image_refs=curl', [{ repo: 'nginx', tags: ['1.26'] }, { repo: 'curl' }], ['28']],
      ['image_refs=curl', [{ repo: 'curl' }], []],
      ['image_refs=none', [{ repo: 'none' }], []],
    ] as const) {
      expect(dates(rowsOf(await api.read(`${REPORTS}?${query}`), 'items')), query).toEqual(expected);
      const body = await grpcService(grpc, SERVICE)('ListResolvedVulnsReports', { imageRefs });
      expect(dates((body.items ?? []) as readonly Body[]), query).toEqual(expected);
    }
    expectBare(
      await api.get(`${REPORTS}?image_refs=:latest`),
      'INVALID_ARGUMENT',
      /: image_refs: each must name a repo/,
    );
  });

  test('10.9: a caller who cannot see the repo sees none of its reports @mock', async ({ org }) => {
    expect(await (await org.caller('viewer')).read(REPORTS)).toEqual({ items: [] });
    expectBare(await (await org.caller('registry.push')).get(REPORTS), 'PERMISSION_DENIED');
  });
});

for (const name of ['page_size', 'skip', 'offset', 'page', 'limit']) {
  test(`V8: the document has the least ${name} of metadata that the server takes`, async ({ anonymous }) => {
    const list = operationsV1.find(({ path }) => path === METADATA);
    const { minimum } = list?.parameters.find((parameter) => parameter.name === name)?.schema ?? {};
    expect(minimum).toBe(name === 'page' ? 1 : 0);
    expect((await anonymous.get(`${METADATA}?${name}=${minimum}`)).status).toBe(200);
    expectBare(await anonymous.get(`${METADATA}?${name}=${Number(minimum) - 1}`), 'INVALID_ARGUMENT', /must/);
  });
}

for (const [target, field] of [
  [`${METADATA}?page_size=-1`, 'page_size'],
  [`${METADATA}?order_by=summary`, 'order_by'],
  [`${METADATA}?page_token=x`, 'page_token'],
  [`${METADATA}?skip=-1`, 'skip'],
  [`${DOCUMENTS}?page=0`, 'page'],
  [`${DOCUMENTS}?offset=x`, 'offset'],
  [`${REPORTS}?from=today`, 'from'],
  [`${REPORTS}?to=1`, 'to'],
] as const) {
  test(`V10: ${target} is refused without details`, async ({ api }) => {
    expectBare(await api.get(target), 'INVALID_ARGUMENT', new RegExp(`: ${field}:`));
  });
}

test('10.10: reports need a token, documents and metadata do not', async ({ anonymous }) => {
  expectBare(await anonymous.get(REPORTS), 'UNAUTHENTICATED', 'missing bearer token');
  for (const path of [DOCUMENTS, METADATA]) expect((await anonymous.get(path)).status).toBe(200);
});
