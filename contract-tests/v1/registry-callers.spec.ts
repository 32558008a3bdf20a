import { type Answer, rowsOf } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import { expectBare } from '../support/errors.ts';
import type { Ended, GrpcClient } from '../support/grpc-client.ts';
import { expect, test } from '../support/grpc-test.ts';
import { httpCallOf } from '../support/http-rules.ts';
import { digestOf, type Org } from '../support/org.ts';
import { protoMethod } from '../support/proto-files.ts';
import { plant, REGISTRY, VULNERABILITIES } from './registry-facts.ts';

/** The rows that are called on in an organization. */
interface Stage {
  readonly org: string;
  readonly repo: string;
  readonly tag: string;
}

interface Call {
  readonly method: string;
  /** The capabilities that it needs: all of them together. */
  readonly capabilities: readonly string[];
  readonly request: (at: Stage) => Readonly<Record<string, unknown>>;
  /** True if it needs the capability in any one place, and shows the rows in reach. */
  readonly unscoped?: true;
  readonly service?: string;
  /** The status over HTTP and the code over gRPC, one after the other, unless they are success. */
  readonly ends?: readonly [status: number, code: number];
}

const DIGEST = digestOf('a');
const image = ({ repo }: Stage) => ({ repoId: repo, digest: DIGEST });
const tag = { name: 'latest', digest: DIGEST };

/** Every operation of the registry in v1 (behaviour §12.1 and what is published beyond it). */
const calls: readonly Call[] = [
  {
    method: 'CreateRepo',
    capabilities: ['repo.create'],
    request: ({ org }) => ({ parentId: org, repo: { name: 'new' } }),
  },
  {
    method: 'UpdateRepo',
    capabilities: ['repo.update'],
    request: ({ repo }) => ({ id: repo, name: 'changed' }),
  },
  {
    method: 'ListRepos',
    capabilities: ['repo.list'],
    unscoped: true,
    request: () => ({}),
  },
  {
    method: 'CreateTag',
    capabilities: ['tag.create'],
    request: ({ repo }) => ({ repoId: repo, tag }),
  },
  {
    method: 'UpdateTag',
    capabilities: ['tag.update'],
    request: (at) => ({ id: at.tag, ...tag }),
  },
  { method: 'ListTags', capabilities: ['tag.list'], unscoped: true, request: () => ({}) },
  {
    method: 'ListEolTags',
    capabilities: ['tag.list'],
    unscoped: true,
    request: () => ({}),
  },
  {
    method: 'GetArchs',
    capabilities: ['repo.list', 'manifest.metadata.list'],
    request: image,
  },
  {
    method: 'GetSize',
    capabilities: ['repo.list', 'manifest.metadata.list'],
    request: image,
  },
  {
    method: 'GetVulnReport',
    capabilities: ['repo.list', 'vuln_reports.list'],
    request: image,
  },
  {
    method: 'ListVulnCountReports',
    capabilities: ['vuln_report.list'],
    unscoped: true,
    request: () => ({}),
    service: VULNERABILITIES,
  },
  {
    method: 'ListVulnReports',
    capabilities: ['vuln_report.list'],
    unscoped: true,
    request: ({ repo }) => ({ repoId: repo }),
    service: VULNERABILITIES,
  },
  {
    method: 'GetRawVulnReport',
    capabilities: ['vuln_report.list'],
    unscoped: true,
    request: () => ({ digest: DIGEST }),
    service: VULNERABILITIES,
  },
  {
    method: 'DiffImage',
    capabilities: ['repo.list', 'vuln_reports.list', 'sboms.list'],
    request: ({ repo }) => ({ repoId: repo, fromDigest: DIGEST, toDigest: DIGEST }),
    // There is no such image.
    ends: [404, 5],
  },
  {
    method: 'GetPackageVersionMetadata',
    capabilities: ['version.list'],
    unscoped: true,
    request: () => ({ package: 'no-such' }),
    ends: [404, 5],
  },
  { method: 'ListTagHistory', capabilities: ['tag.list'], request: (at) => ({ parentId: at.tag }) },
  { method: 'GetImageConfig', capabilities: ['repo.list', 'manifest.metadata.list'], request: image },
  {
    method: 'CreateDeployment',
    capabilities: ['registry.deployments.create'],
    request: ({ repo }) => ({ parentId: repo }),
    // The second of the two calls finds what the first has made.
    ends: [200, 6],
  },
  {
    method: 'UpdateDeployment',
    capabilities: ['registry.deployments.update'],
    request: ({ repo }) => ({ repoId: repo }),
    // There is none to update.
    ends: [404, 5],
  },
  { method: 'GetDeployment', capabilities: ['registry.deployments.list'], request: ({ repo }) => ({ repoId: repo }) },
  { method: 'GetSyncStatus', capabilities: ['repo.list'], request: ({ repo }) => ({ repoId: repo }) },
  { method: 'ListSyncStatuses', capabilities: ['repo.list'], request: ({ org }) => ({ registryId: org }) },
  { method: 'ListBuildReports', capabilities: ['build_report.list'], unscoped: true, request: () => ({}) },
  { method: 'GetBuildStatus', capabilities: ['build_report.list'], unscoped: true, request: () => ({}) },
  { method: 'GetUpdateStatus', capabilities: ['tag.list'], request: ({ repo }) => ({ repoId: repo }) },
  {
    method: 'GetRegistrySettings',
    capabilities: ['registry.settings.list'],
    request: ({ org }) => ({ registryId: org }),
  },
  {
    method: 'UpdateRegistrySettings',
    capabilities: ['registry.settings.update'],
    request: ({ org }) => ({ registryId: org }),
  },
  {
    method: 'DeleteTag',
    capabilities: ['tag.delete'],
    request: (at) => ({ id: at.tag }),
  },
  {
    method: 'DeleteRepo',
    capabilities: ['repo.delete'],
    request: ({ repo }) => ({ id: repo }),
  },
];

const stage = async (org: Org): Promise<Stage> => {
  const { uid: repo } = await org.repo();
  return { org: org.uid, repo, tag: (await org.tag(repo, { name: 'before' })).uid };
};

const enumOf = (capability: string): string =>
  ['vuln_reports.list', 'sboms.list'].includes(capability)
    ? `CAP_TENANT_${capability.replaceAll('.', '_').toUpperCase()}`
    : `CAP_${capability.replaceAll('.', '_').toUpperCase()}`;

/** A caller who holds the capabilities on the organization, and nothing else. */
const holder = async (org: Org, capabilities: readonly string[]): Promise<Api> => {
  // A role needs one capability at least.
  const role = await org.role({ capabilities: ['CAP_TERMS_LIST', ...capabilities.map(enumOf)] });
  return org.caller(role.uid);
};

const nameOf = ({ service = REGISTRY, method }: Call): string => `${service}/${method}`;

const overGrpc = (grpc: GrpcClient, caller: Api, call: Call, at: Stage): Promise<Ended> =>
  grpc.call(nameOf(call), call.request(at), { token: caller.token ?? null });

const overHttp = (caller: Api, call: Call, at: Stage): Promise<Answer> => {
  const { method, target, body } = httpCallOf(protoMethod(nameOf(call)), call.request(at));
  return caller.send(method, target, { body });
};

test.describe('12.1: capabilities @mock', () => {
  for (const call of calls) {
    for (const lacking of call.capabilities) {
      test(`${call.method} without ${lacking} is denied, over HTTP and gRPC`, async ({ org, grpc }) => {
        const at = await stage(org);
        const caller = await holder(
          org,
          call.capabilities.filter((capability) => capability !== lacking),
        );
        const where = call.unscoped ? '' : ` on group ${org.uid}`;
        const says = `missing capability "${lacking}"${where}`;
        const ended = await overGrpc(grpc, caller, call, at);
        expect(ended).toMatchObject({ ok: false, code: 7, message: `Permission denied: ${says}`, details: [] });
        expectBare(await overHttp(caller, call, at), 'PERMISSION_DENIED', says);
      });
    }

    test(`${call.method} needs only ${call.capabilities.join(' and ')}`, async ({ org, grpc }) => {
      const at = await stage(org);
      const caller = await holder(org, call.capabilities);
      const [status, code] = call.ends ?? [200, undefined];
      expect((await overHttp(caller, call, at)).status).toBe(status);
      expect(await overGrpc(grpc, caller, call, at)).toMatchObject(code ? { ok: false, code } : { ok: true });
    });
  }

  test('unscoped lists show the rows in reach, and none of another organization', async ({ api, org, grpc }) => {
    const facts = (name: string) => ({
      name,
      tags: [{ name, digest: DIGEST, deprecated: true }],
      images: [
        {
          digest: DIGEST,
          architectures: [{ architecture: 'amd64' }],
          scans: [{ createdAt: '2026-01-01T00:00:00Z', rawReport: name, scanner: { version: name } }],
        },
      ],
      vulnCountReports: [{ date: '2026-01-01T00:00:00Z', tag: name }],
      buildReports: [{ result: 'Failure', startedAt: 'now-1h', log: name }],
    });
    const [far] = await plant(org, [facts('far')], [{ name: 'below', repos: [facts('near')] }]);
    const [group] = rowsOf(await api.read(`/iam/v1/groups?uidp.children_of=${org.uid}`), 'items');
    const near = String(group?.id);
    const everything = ['repo.list', 'tag.list', 'vuln_report.list', 'build_report.list'].map(enumOf);
    const role = await org.role({ capabilities: everything });
    const caller = await org.caller(role.uid, { at: near, home: near });
    const names = async (path: string, field: string): Promise<readonly unknown[]> =>
      rowsOf(await caller.read(`/registry/v1/${path}`), 'items').map((item) => item[field]);
    for (const [path, field] of [
      ['repos', 'name'],
      ['tags', 'name'],
      ['eoltags', 'name'],
      ['vuln_reports/counts', 'repo'],
    ] as const) {
      expect(await names(path, field), path).toEqual(['near']);
    }
    const reports = rowsOf(await caller.read(`/registry/v1/vuln_reports?digest=${DIGEST}`), 'items');
    expect(reports.map(({ scanner }) => scanner)).toEqual([{ version: 'near' }]);
    expect(await caller.read(`/registry/v1/vuln_reports?repo_id=${far?.id}`)).toEqual({ items: [] });
    expect(await caller.read(`/registry/v1/vuln_reports/raw?digest=${DIGEST}`)).toMatchObject({ raw_report: 'near' });
    const called = async (method: string): Promise<Readonly<Record<string, unknown>>> => {
      const ended = await grpc.call(`${REGISTRY}/${method}`, {}, { token: caller.token ?? null });
      if (!ended.ok) throw new Error(ended.message);
      return ended.response;
    };
    expect(await called('ListBuildReports')).toMatchObject({ reports: [{ log: 'near' }] });
    expect(await called('GetBuildStatus')).toEqual({ failures: [{ repoId: expect.any(String), total: 1 }] });
    const out = await grpc.call(
      `${REGISTRY}/ListBuildReports`,
      { uidp: { childrenOf: far?.id } },
      { token: caller.token ?? null },
    );
    expect(out).toMatchObject({ ok: false, code: 7 });
  });
});

for (const call of calls) {
  test(`10: ${call.method} without a token is refused, over HTTP and gRPC`, async ({ anonymous, org, grpc }) => {
    const at = await stage(org);
    const ended = await grpc.call(nameOf(call), call.request(at), { token: null });
    expect(ended).toMatchObject({ ok: false, code: 16, details: [] });
    expectBare(await overHttp(anonymous, call, at), 'UNAUTHENTICATED', 'missing bearer token');
  });
}
