import { readFileSync } from 'node:fs';
import { runnableParts } from '../documents/documented-commands.ts';
import { operationsV1 } from '../support/openapi.ts';
import { protoMethods } from '../support/proto-files.ts';
import { expect, test } from '../support/test.ts';

// docs/migrating.md is the input of these tests; its commands are run by documents/pages.spec.ts.

const GUIDE = 'docs/migrating.md';
const guide = readFileSync(new URL(`../../${GUIDE}`, import.meta.url), 'utf8');
const { sections } = runnableParts(guide);

const RESOURCES = [
  'Groups',
  'Identities',
  'Roles',
  'Role bindings',
  'Identity providers',
  'Account associations',
  'Group invites',
  'External group role mappings',
  'Terms',
  'Repos',
  'Tags',
  'Images',
  'Advisories',
  'Libraries',
  'Advisory feed',
  'Subscriptions',
];

/** Methods of v1 that v2 has under a name which is not derived from theirs. */
const OTHERWISE_NAMED: ReadonlyMap<string, string> = new Map([
  ['Artifacts.ListVersions', 'ListArtifactVersions'],
  ['Identities.UpdateMetadata', 'UpdateIdentityMetadata'],
  ['Registry.GetArchs', 'GetArchitectures'],
  // A tag of v2 is updated by creating it again.
  ['Registry.UpdateTag', 'CreateTag'],
  ['RoleBindings.CreateBatch', 'BatchCreateRoleBindings'],
  ['Terms.ListAccepted', 'ListTermsAcceptances'],
]);

const partsOf = (name: string): readonly [service: string, method: string] => {
  const [service = '', method = ''] = name.split('/');
  return [service.slice(service.lastIndexOf('.') + 1), method];
};

const inV2 = new Set(protoMethods.filter(({ name }) => name.includes('.v2.')).map(({ name }) => partsOf(name)[1]));

/** The names that a method of v1 may have in v2: the same, or with the noun that v1 has in the name of the service. */
const namesInV2 = (service: string, method: string): readonly string[] => {
  const plural = service.replace(/^GroupAccount/, 'Account');
  const singular = plural.replace(/ies$/, 'y').replace(/s$/, '');
  const other = OTHERWISE_NAMED.get(`${service}.${method}`);
  return [method, `${method}${plural}`, `${method}${singular}`, ...(other === undefined ? [] : [other])];
};

/** The methods of v1 only, as `<Service>.<Method>`. The methods of tokens have no version. */
const onlyInV1: readonly string[] = protoMethods
  .filter(({ name }) => !/\.v2\.|\.(?:oidc|auth)\./.test(name))
  .map(({ name }) => partsOf(name))
  .filter(([service, method]) => !namesInV2(service, method).some((name) => inV2.has(name)))
  .map((parts) => parts.join('.'));

/** The operations for which spec §9.6 has no counterpart in v2. */
const BY_DESIGN = ['Registry.ListEolTags', 'Registry.GetVulnReport', 'Vulnerabilities.ListVulnCountReports'];

test.describe(`${GUIDE} is complete`, () => {
  const [, stays = ''] = guide.split('\n# Operations that only v1 has\n');

  test('it names every method that only v1 has as one that stays, and no others', () => {
    const named = [...stays.matchAll(/`([A-Z]\w+\.[A-Z]\w+)`/g)].map(([, name]) => name);
    expect(onlyInV1).toEqual(expect.arrayContaining(BY_DESIGN));
    expect(named.toSorted()).toEqual(onlyInV1.toSorted());
  });

  test('of each method that only v1 has, it names the path, or lists it as one over gRPC only', () => {
    const [overHttp = '', overGrpc = ''] = stays.split('over gRPC only');
    const paths = new Map(operationsV1.map(({ id, method, path }) => [id.replace('_', '.'), `${method} ${path}`]));
    for (const name of onlyInV1) {
      const path = paths.get(name);
      expect(path === undefined ? overGrpc : overHttp).toContain(`\`${name}\``);
      // The page shows calls of the methods that stay by design, in place of their paths.
      if (path !== undefined && !BY_DESIGN.includes(name)) expect(overHttp).toContain(`\`${path}\``);
    }
  });

  test('it names every List of v1 that has pages', () => {
    const row = guide.split('\n').find((line) => line.startsWith('| List |')) ?? '';
    const paged = operationsV1.filter(({ parameters }) => parameters.some(({ name }) => name === 'page_token'));
    expect(paged.length).toBeGreaterThan(0);
    for (const { path } of paged) expect(row).toContain(`\`${path.split('/').at(-1)}\``);
  });

  for (const resource of RESOURCES) {
    test(`it has a section of ${resource.toLowerCase()} with calls of both versions`, () => {
      const all = (sections.find(({ title }) => title === resource)?.commands ?? []).map(({ command }) => command);
      const calls = all.filter((command) => command.includes('curl'));
      // v1 has subscriptions over gRPC only.
      expect(calls.filter((command) => /\/v1\/|platform\.events\.Subscriptions\//.test(command))).not.toEqual([]);
      expect(calls.filter((command) => command.includes('/v2/'))).not.toEqual([]);
    });
  }

  test('it calls the three operations that stay on v1 by design', () => {
    const commands = sections.find(({ title }) => title === 'Operations that only v1 has')?.commands ?? [];
    const text = commands.map(({ command }) => command).join('\n');
    for (const path of ['/registry/v1/eoltags', '/vulnreport"', '/registry/v1/vuln_reports/counts']) {
      expect(text).toContain(path);
    }
  });

  test('every path that it names beside a command is one that is served', async ({ api }) => {
    const paths = new Set(
      [...guide.matchAll(/`(\/(?:iam|registry|vulnerabilities|libraries|advisory|events)\/v[12]\/[\w/]+)`/g)].map(
        ([, path]) => path ?? '',
      ),
    );
    expect(paths.size).toBeGreaterThan(20);
    for (const path of paths) {
      const { status } = await api.send(
        'OPTIONS',
        path === '/iam/v1/terms' || path === '/iam/v2/terms' ? `${path}/x` : path,
      );
      expect([path, status]).toEqual([path, 204]);
    }
  });
});
