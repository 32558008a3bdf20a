import { rowsOf } from '../support/answer.ts';
import { expectBare } from '../support/errors.ts';
import { grpcService } from '../support/grpc-service.ts';
import { expect, test } from '../support/grpc-test.ts';
import { operationsV1 } from '../support/openapi.ts';
import type { Org } from '../support/org.ts';
import { plant, VULNERABILITIES } from './registry-facts.ts';

const PATH = '/registry/v1/vuln_reports/counts';

const report = (date: string, tag: string, high = 0) => ({
  date: `${date}T00:00:00Z`,
  tag,
  sizeBytes: '7',
  vulnCounts: [{ severity: 'HIGH', count: high }],
});

type Rows = readonly Readonly<Record<string, unknown>>[];

const rowTexts = (rows: Rows): readonly string[] =>
  rows.map(({ date, repo, tag }) => [String(date).slice(8, 10), repo, tag].join(' '));

/** Two repos whose names no other test has, with reports of two days. */
const staged = async (org: Org): Promise<readonly [string, string]> => {
  const [one, two] = [`${org.uid.slice(0, 8)} one`, `${org.uid.slice(0, 8)} two`];
  await plant(org, [
    { name: two, vulnCountReports: [report('2026-01-02', 'latest', 2), report('2026-01-01', 'latest', 3)] },
    { name: one, vulnCountReports: [report('2026-01-02', 'old'), report('2026-01-02', 'latest')] },
  ]);
  return [one, two];
};

test('12.3: the default fixture has counts of every kind @fixture', async ({ api, shared }) => {
  const viewer = api.as(shared.target.viewerToken);
  const items = rowsOf(await viewer.read(PATH), 'items');
  expect(rowTexts(items)).toEqual(['27 nginx latest', '28 nginx 1.26', '28 nginx latest', '28 python latest']);
  expect(items[1]).toEqual({
    repo: 'nginx',
    tag: '1.26',
    date: '2026-01-28T00:00:00.000Z',
    vuln_counts: [
      { severity: 'HIGH', count: 1 },
      { severity: 'LOW', count: 1 },
    ],
    size_bytes: '20447232',
    cve_ids: ['CVE-2026-1001', 'CVE-2026-1002'],
    low_cve_ids: ['CVE-2026-1002'],
    high_cve_ids: ['CVE-2026-1001'],
  });
  expect(items[3]).toMatchObject({ med_cve_ids: ['CVE-2026-1003'], unknown_cve_ids: ['CVE-2026-1005'] });
});

test.describe('12.3: counts of vulnerabilities @mock', () => {
  for (const [query, expected] of [
    ['', ['01 two latest', '02 one latest', '02 one old', '02 two latest']],
    ['repo=two', ['01 two latest', '02 two latest']],
    ['tag=old', ['02 one old']],
    ['repo=one&tag=latest', ['02 one latest']],
    ['repo=tw', []],
    ['from=2026-01-02T00:00:00Z', ['02 one latest', '02 one old', '02 two latest']],
    ['to=2026-01-01T00:00:00Z', ['01 two latest']],
    ['from=2026-01-01T00:00:00.001Z&to=2026-01-01T23:59:59Z', []],
    ['from=2026-01-01T02:00:00%2B02:00&to=2026-01-01T00:00:00Z', ['01 two latest']],
  ] as const) {
    test(`"${query}" returns ${expected.length}, in the order of day, repo and tag`, async ({ api, org }) => {
      const [one] = await staged(org);
      const prefix = one.slice(0, -'one'.length);
      const asked = query.replace(/repo=(\w+)/, (_, name: string) => `repo=${encodeURIComponent(prefix + name)}`);
      const items = rowsOf(await api.read(`${PATH}?${asked}`), 'items');
      const own = items.filter(({ repo }) => String(repo).startsWith(prefix));
      expect(rowTexts(own).map((text) => text.replace(prefix, ''))).toEqual(expected);
    });
  }

  test('a repo is found by its full reference, with or without a host, over both faces', async ({ api, org, grpc }) => {
    const [one] = await staged(org);
    const { name } = await api.read(`/iam/v2/groups/${org.uid}`);
    const call = grpcService(grpc, VULNERABILITIES);
    for (const [repo, count] of [
      [`cgr.dev/${name}/${one}`, 2],
      [`localhost:5000/${name}/${one}`, 2],
      [`${name}/${one}`, 2],
      [`other/${one}`, 0],
      [`${name}/${one}/x`, 0],
      [`x/${name}/${one}`, 0],
    ] as const) {
      expect(rowsOf(await api.read(`${PATH}?repo=${encodeURIComponent(repo)}`), 'items'), repo).toHaveLength(count);
      const { items = [] } = await call('ListVulnCountReports', { references: [{ repo }] });
      expect(items, repo).toHaveLength(count);
    }
  });

  test('over gRPC references select images, which a query cannot', async ({ org, grpc }) => {
    const [one, two] = await staged(org);
    const call = grpcService(grpc, VULNERABILITIES);
    const asked = async (request: object): Promise<readonly string[]> => {
      const { items = [] } = await call('ListVulnCountReports', { ...request });
      return rowTexts(items as Rows).map((text) => text.replace(one.slice(0, 9), ''));
    };
    expect(await asked({ references: [{ repo: one, tag: 'old' }, { repo: two }] })).toEqual([
      '01 two latest',
      '02 one old',
      '02 two latest',
    ]);
    // Beside them, repo and tag have no effect.
    const beside = { repo: two, tag: 'none' };
    expect(await asked({ references: [{ repo: one, tag: 'old' }], ...beside })).toEqual(['02 one old']);
    expect(await asked({ references: [{ repo: one }], from: '2026-01-03T00:00:00Z' })).toEqual([]);
    const bad = await grpc.call(`${VULNERABILITIES}/ListVulnCountReports`, { references: [{ tag: 'a' }] });
    expect(bad).toMatchObject({ ok: false, code: 3, message: expect.stringMatching(/references\[0\]\.repo/) });
  });

  test('a report has the current name of its repo, and is deleted with it', async ({ api, org }) => {
    const [one] = await staged(org);
    const list = async (name: string): Promise<number> =>
      rowsOf(await api.read(`${PATH}?repo=${encodeURIComponent(name)}`), 'items').length;
    const [repo] = rowsOf(await api.read(`/registry/v1/repos?name=${encodeURIComponent(one)}`), 'items');
    await api.put(`/registry/v1/repos/${repo?.id}`, { name: `${one}b` });
    expect([await list(one), await list(`${one}b`)]).toEqual([0, 2]);
    await api.delete(`/registry/v1/repos/${repo?.id}`);
    expect(await list(`${one}b`)).toBe(0);
  });
});

test('3.11: the document has no query parameter for references, which a query cannot hold', () => {
  const list = operationsV1.find(({ path }) => path === PATH);
  expect(list?.parameters.map(({ name }) => name)).toEqual(['repo', 'tag', 'from', 'to']);
});

for (const [query, violation] of [
  ['from=soon', /from: /],
  ['to=1', /to: /],
  ['from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z', 'to: to must not be before from'],
  ['references=a', /references: /],
] as const) {
  test(`V10: counts with "${query}" are refused`, async ({ api }) => {
    expectBare(await api.get(`${PATH}?${query}`), 'INVALID_ARGUMENT', violation);
  });
}
