import { ok, rowsOf } from '../support/answer.ts';
import { expectBare } from '../support/errors.ts';
import { grpcFace, restFace } from '../support/faces.ts';
import { expect, test } from '../support/grpc-test.ts';
import { digestOf } from '../support/org.ts';
import { NGINX, plant, REGISTRY, repoNamed, VULNERABILITIES } from './registry-facts.ts';

const REPORTS = '/registry/v1/vuln_reports';
const T1 = '2026-01-01T00:00:00.000Z';
const T2 = '2026-01-02T00:00:00.000Z';
const T3 = '2026-01-03T00:00:00.000Z';

test.describe('vulnerability reports of the default fixture @fixture', () => {
  test('12.5.1: an image has reports of several scanners, the latest first', async ({ api }) => {
    const items = rowsOf(await api.read(`${REPORTS}?digest=${NGINX.latest}`), 'items');
    expect(items.map(({ scanner, created_at }) => [scanner, created_at])).toEqual([
      [{ name: 'TRIVY', version: '0.58.1', db_build_time: '2026-01-28T02:00:00.000Z' }, '2026-01-28T06:30:00.000Z'],
      [{ name: 'GRYPE', version: '0.87.0', db_build_time: '2026-01-28T01:30:00.000Z' }, '2026-01-28T06:00:00.000Z'],
    ]);
    const [report] = rowsOf(await api.read(`${REPORTS}?digest=${NGINX.old}`), 'items');
    expect(report).toMatchObject({
      digest: NGINX.old,
      vulnerabilities: [
        { id: 'CVE-2026-1001', severity: 'HIGH', fix: { versions: ['1.27.4-r0'], state: 'FIXED' } },
        { id: 'CVE-2026-1002', severity: 'LOW' },
      ],
    });
    expect(report).not.toHaveProperty('raw_report');
  });

  test('12.5.1: a raw report is that of the scanner, or the latest', async ({ api, shared }) => {
    const raw = async (query: string): Promise<unknown> => (await api.read(`${REPORTS}/raw?${query}`)).raw_report;
    expect(await raw(`digest=${NGINX.latest}`)).toBe('{"Results":[]}');
    expect(await raw(`digest=${NGINX.latest}&scanner=GRYPE`)).toBe('{"matches":[]}');
    expect(await raw(`digest=${NGINX.latest}&created_at=2026-01-28T07:00:00%2B01:00`)).toBe('{"matches":[]}');
    // The caller of the tutorial can read it, too.
    const viewer = api.as(shared.target.viewerToken);
    expect((await viewer.get(`${REPORTS}/raw?digest=${NGINX.latest}`)).status).toBe(200);
  });

  test('12.5.2: two images differ in packages and vulnerabilities', async ({ api, shared }) => {
    const nginx = await repoNamed(api, shared.target.orgId, 'nginx');
    const between = `from_digest=${NGINX.old}&to_digest=${NGINX.latest}`;
    const { packages, vulnerabilities, warnings } = await api.read(`/registry/v1/repos/${nginx}/diff?${between}`);
    const purl = (at: string): string => `pkg:apk/wolfi/${at}?arch=x86_64`;
    const bundle = { name: 'ca-certificates-bundle', version: '20241121-r1' };
    expect(packages).toEqual({
      added: [{ ...bundle, reference: purl('ca-certificates-bundle@20241121-r1') }],
      removed: [{ name: 'pcre2', version: '10.44-r0', reference: purl('pcre2@10.44-r0') }],
      changed: [
        {
          name: 'libcrypto3',
          current: { version: '3.4.0-r3', reference: purl('libcrypto3@3.4.0-r3') },
          previous: { version: '3.4.0-r2', reference: purl('libcrypto3@3.4.0-r2') },
        },
        {
          name: 'nginx',
          current: { version: '1.27.4-r0', reference: purl('nginx@1.27.4-r0') },
          previous: { version: '1.26.3-r0', reference: purl('nginx@1.26.3-r0') },
        },
      ],
    });
    const scanner = { name: 'grype', version: '0.87.0' };
    expect(vulnerabilities).toEqual({
      added: [],
      removed: [
        { id: 'CVE-2026-1001', reference: purl('nginx@1.26.3-r0'), severity: 'HIGH' },
        { id: 'CVE-2026-1002', reference: purl('libcrypto3@3.4.0-r2'), severity: 'LOW' },
      ],
      metadata: [NGINX.old, NGINX.latest].map((digest) => ({
        digest,
        scanner,
        vulnerability_db_last_build_time: '2026-01-28T01:30:00.000Z',
      })),
    });
    expect(warnings).toEqual([]);
  });
});

test('12.5.1: reports are selected by repo, digest, tag, scanner and time, over both faces @mock', async ({
  api,
  org,
  grpc,
}) => {
  const [a, b] = [digestOf(`${org.uid} a`), digestOf(`${org.uid} b`)];
  const scan = (name: string, createdAt: string, version = '1') => ({ scanner: { name, version }, createdAt });
  const image = (digest: string, ...scans: readonly object[]) => ({
    digest,
    architectures: [{ architecture: 'amd64' }],
    scans,
  });
  const repos = await plant(org, [
    {
      name: 'one',
      tags: [{ name: 'latest', digest: b }],
      images: [image(a, scan('GRYPE', T1), scan('TRIVY', T3)), image(b, scan('GRYPE', T2, '2'))],
    },
    { name: 'two', images: [image(a, scan('GRYPE', T2))] },
  ]);
  const repoId = repos.find(({ name }) => name === 'one')?.id;
  for (const face of [restFace(api), grpcFace(grpc, api)]) {
    const times = async (request: object): Promise<readonly unknown[]> => {
      const body = await face.read(`${VULNERABILITIES}/ListVulnReports`, request as never);
      return ((body.items ?? []) as readonly Readonly<Record<string, unknown>>[]).map(
        (report) => report.createdAt ?? report.created_at,
      );
    };
    expect(await times({ repoId })).toEqual([T3, T2, T1]);
    expect(await times({ repoId, tag: 'latest' })).toEqual([T2]);
    expect(await times({ repoId, tag: 'none' })).toEqual([]);
    // A digest takes precedence, whatever repo and tag are.
    expect(await times({ digest: a })).toEqual([T3, T2, T1]);
    expect(await times({ digest: a, repoId: repos.find(({ name }) => name === 'two')?.id, tag: 'x' })).toHaveLength(3);
    expect(await times({ repoId, scanner: { name: 'GRYPE' } })).toEqual([T2, T1]);
    expect(await times({ repoId, scanner: { name: 'GRYPE', version: '2' } })).toEqual([T2]);
    expect(await times({ repoId, createdSince: T2 })).toEqual([T3, T2]);
    expect(await times({ repoId: `${org.uid}/${'9'.repeat(16)}` })).toEqual([]);
    const found = await face.read(`${VULNERABILITIES}/GetRawVulnReport`, { digest: b, scanner: 'GRYPE' });
    expect(found).toMatchObject({ digest: b });
    for (const missing of [{ scanner: 'TRIVY' }, { createdAt: T1 }]) {
      expect(await face.read(`${VULNERABILITIES}/GetRawVulnReport`, { digest: b, ...missing })).toEqual({});
    }
  }
  ok(await api.delete(`/registry/v2/repos/${repoId}`));
  expect(rowsOf(await api.read(`${REPORTS}?digest=${a}`), 'items')).toHaveLength(1);
});

test('12.5.1: a call that names neither repo nor digest is refused, over both faces', async ({ api, grpc }) => {
  const list = 'repo_id: one of repo_id and digest is required';
  expectBare(await api.get(REPORTS), 'INVALID_ARGUMENT', list);
  expectBare(await api.get(`${REPORTS}?tag=latest`), 'INVALID_ARGUMENT', list);
  expectBare(await api.get(`${REPORTS}/raw`), 'INVALID_ARGUMENT', 'digest: digest is required');
  const ended = await grpc.call(`${VULNERABILITIES}/ListVulnReports`, {});
  expect(ended).toMatchObject({ ok: false, code: 3, message: `Invalid argument: ${list}`, details: [] });
});

test('12.5.2: a difference names what is not known, and an unknown image is an error, over both faces @mock', async ({
  api,
  org,
  grpc,
}) => {
  const [bare, full] = [digestOf('bare'), digestOf('full')];
  const architectures = [{ architecture: 'amd64' }];
  const pkg = { name: 'left', version: '1' };
  const vulnReport = { vulnerabilityMatches: [{ vulnerability: { id: 'CVE-1', severity: 'LOW' }, pkg }] };
  const [repo] = await plant(org, [
    {
      name: 'compared',
      images: [
        { digest: bare, architectures },
        // The first of several packages without different names counts.
        { digest: full, architectures, packages: [pkg, { ...pkg, version: '2' }], vulnReport },
      ],
    },
  ]);
  const repoId = String(repo?.id);
  for (const face of [restFace(api), grpcFace(grpc, api)]) {
    const diff = (fromDigest: string, toDigest: string) =>
      face.call(`${REGISTRY}/DiffImage`, { repoId, fromDigest, toDigest });
    const { packages, vulnerabilities, warnings } = ok(await diff(bare, full));
    expect(packages).toEqual({ added: [pkg] });
    expect(vulnerabilities).toMatchObject({ added: [{ id: 'CVE-1', severity: 'LOW' }] });
    expect(warnings).toEqual([`the packages of ${bare} are not known`, `${bare} has no vulnerability report`]);
    const same = ok(await diff(full, full));
    expect([same.packages, same.warnings ?? []]).toEqual([{}, []]);
    const unknown = digestOf('unknown');
    for (const [from, to] of [
      [unknown, full],
      [full, unknown],
    ] as const) {
      expectBare(await diff(from, to), 'NOT_FOUND', `image "${unknown}" not found`);
    }
    expectBare(await diff('', ''), 'INVALID_ARGUMENT', /from_digest is required.*to_digest is required/);
  }
  const elsewhere = await grpc.call(`${REGISTRY}/DiffImage`, {
    repoId: `${org.uid}/${'9'.repeat(16)}`,
    fromDigest: bare,
    toDigest: full,
  });
  expect(elsewhere).toMatchObject({ ok: false, code: 5 });
});

test('12.5.3: the versions of a package, over both faces @fixture', async ({ api, grpc }) => {
  const answer = await api.read('/registry/v1/versions/nginx');
  expect(answer).toMatchObject({
    latestVersion: '1.27.4',
    lastUpdatedTimestamp: '2026-01-28T03:00:00Z',
    gracePeriodMonths: 6,
    versions: [{ version: '1.27', exists: true, releaseDate: '2024-05-29' }],
    eolVersions: [
      { version: '1.26', eolDate: '2025-04-23' },
      { version: '1.25', eolBroken: true },
    ],
  });
  const method = `${REGISTRY}/GetPackageVersionMetadata`;
  expect(await grpcFace(grpc, api).read(method, { package: 'nginx' })).toMatchObject({
    latestVersion: '1.27.4',
    eolVersions: [{ version: '1.26' }, { version: '1.25' }],
  });
  for (const face of [restFace(api), grpcFace(grpc, api)]) {
    // An empty answer would be a package without versions.
    expectBare(await face.call(method, { package: 'no/such' }), 'NOT_FOUND', 'package "no/such" not found');
  }
  expectBare(await api.get('/registry/v1/versions/'), 'INVALID_ARGUMENT', 'package: package is required');
});
