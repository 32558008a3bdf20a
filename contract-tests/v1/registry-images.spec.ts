import { expectBare } from '../support/errors.ts';
import { grpcService } from '../support/grpc-service.ts';
import { expect, test } from '../support/grpc-test.ts';
import { digestOf } from '../support/org.ts';
import { NGINX, plant, REGISTRY, repoNamed } from './registry-facts.ts';

const at = (repo: string, digest: string, what: string): string =>
  `/registry/v1/repos/${repo}/digests/${digest}/${what}`;

test.describe('images of the default fixture @fixture', () => {
  for (const digest of [NGINX.latest, NGINX.latest.replace(':', '%3A')]) {
    test(`12.1: the architectures and sizes of ${digest.slice(0, 12)}, as v2 has them`, async ({ api, shared }) => {
      const repo = await repoNamed(api, shared.target.orgId, 'nginx');
      expect(await api.read(at(repo, digest, 'architectures'))).toEqual({ archs: ['amd64', 'arm64'] });
      for (const [query, expected] of [
        ['', { size: '20971520', arch: 'amd64' }],
        ['?arch=', { size: '20971520', arch: 'amd64' }],
        ['?arch=arm64', { size: '19922944', arch: 'arm64' }],
      ] as const) {
        expect(await api.read(at(repo, digest, `size${query}`))).toEqual(expected);
      }
      const inV2 = await api.read(at(repo, digest, 'size?architecture=arm64').replace('/v1/', '/v2/'));
      expect(inV2).toEqual({ size: '19922944', architecture: 'arm64' });
    });
  }

  test('12.3: a vulnerability report has its matches', async ({ api, shared }) => {
    const repo = await repoNamed(api, shared.target.orgId, 'nginx');
    const report = await api.read(at(repo, NGINX.old, 'vulnreport'));
    expect(report).toMatchObject({
      id: 'report-of-nginx-1.26',
      vulnerability_db_last_build_time: '2026-01-28T01:30:00.000Z',
      vulnerability_matches: [
        {
          vulnerability: {
            id: 'CVE-2026-1001',
            display_id: 'CVE-2026-1001',
            severity: 'HIGH',
            cpe_uri: ['cpe:2.3:a:nginx:nginx:1.26.3'],
            related_urls: ['https://advisories.example.com/CVE-2026-1001'],
            advisories: { 'CGA-2222-3333-4444': 'https://advisories.example.com/CGA-2222-3333-4444' },
            related_vulnerabilities: [{ id: 'GHSA-2345-6789-cfgh', source: 'github' }],
          },
          pkg: { name: 'nginx', version: '1.26.3-r0', purl: 'pkg:apk/wolfi/nginx@1.26.3-r0?arch=x86_64' },
          fix: { versions: ['1.27.4-r0'], state: 'FIXED' },
        },
        { vulnerability: { id: 'CVE-2026-1002', severity: 'LOW' }, pkg: { name: 'libcrypto3' } },
      ],
      scanner: { name: 'grype', version: '0.87.0' },
      report_generation: '2026-01-28T06:05:00.000Z',
      last_seen: '2026-01-28T06:05:00.000Z',
    });
    const raw = Buffer.from(String(report.raw_vuln_report), 'base64').toString();
    expect(JSON.parse(raw)).toEqual({ matches: ['CVE-2026-1001', 'CVE-2026-1002'] });
  });

  test('12.1, 12.3: the same over gRPC, and the configuration', async ({ api, shared, grpc }) => {
    const call = grpcService(grpc, REGISTRY);
    const repoId = await repoNamed(api, shared.target.orgId, 'nginx');
    const image = { repoId, digest: NGINX.latest };
    expect(await call('GetArchs', image)).toEqual({ archs: ['amd64', 'arm64'] });
    expect(await call('GetSize', { ...image, arch: 'arm64' })).toEqual({ size: '19922944', arch: 'arm64' });
    const report = await call('GetVulnReport', { repoId, digest: NGINX.old });
    expect(report).toMatchObject({
      id: 'report-of-nginx-1.26',
      vulnerabilityMatches: [
        { vulnerability: { severity: 'HIGH' }, fix: { state: 'FIXED' } },
        { vulnerability: { severity: 'LOW' } },
      ],
    });
    for (const arch of ['amd64', 'arm64', '']) {
      expect(await call('GetImageConfig', { ...image, arch, registry: true })).toEqual({
        user: '65532',
        exposedPorts: { '8080/tcp': {} },
        env: ['PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'],
        entrypoint: ['/usr/sbin/nginx'],
        cmd: ['-c', '/etc/nginx/nginx.conf', '-g', 'daemon off;'],
        volumes: { '/var/cache/nginx': {} },
        workingDir: '/',
        labels: { maintainer: 'example.com' },
        stopSignal: 'SIGQUIT',
      });
    }
    expect(await call('GetImageConfig', { ...image, arch: 's390x' })).toEqual({});
    expect(await call('GetImageConfig', { repoId, digest: NGINX.old })).toEqual({});
  });
});

test.describe('a missing image', () => {
  for (const [what, zero] of [
    ['architectures', { archs: [] }],
    ['size', { size: '0', arch: '' }],
    ['vulnreport', {}],
  ] as const) {
    test(`V3: ${what} of an unknown digest, or in an unknown repo, are an empty 200`, async ({ api, org }) => {
      const { uid } = await org.repo();
      for (const [repo, digest] of [
        [uid, digestOf('none')],
        [uid, 'latest'],
        [`${org.uid}/${'3'.repeat(16)}`, NGINX.latest],
        [org.uid, NGINX.latest],
      ] as const) {
        expect(await api.read(at(repo, digest, what))).toEqual(zero);
      }
    });
  }

  test('V3: an image without a report or a configuration returns an empty answer @mock', async ({ api, org, grpc }) => {
    const digest = digestOf('plain');
    const architectures = [{ architecture: 'amd64', size: '7' }];
    const [repo] = await plant(org, [{ name: 'plain', images: [{ digest, architectures }] }]);
    const repoId = String(repo?.id);
    expect(await api.read(at(repoId, digest, 'size'))).toEqual({ size: '7', arch: 'amd64' });
    expect(await api.read(at(repoId, digest, 'size?arch=arm64'))).toEqual({ size: '0', arch: '' });
    expect(await api.read(at(repoId, digest, 'vulnreport'))).toEqual({});
    const call = grpcService(grpc, REGISTRY);
    for (const method of ['GetVulnReport', 'GetImageConfig'])
      expect(await call(method, { repoId, digest })).toEqual({});
  });

  test('V10: a malformed escape in a path is refused without details', async ({ api, org }) => {
    expectBare(await api.get(at(org.uid, '%zz', 'size')), 'INVALID_ARGUMENT');
  });
});
