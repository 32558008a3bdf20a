import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { ok } from '../support/answer.ts';
import { steer } from '../support/mock.ts';
import { operationsV1 } from '../support/openapi.ts';
import { type OwnServer, startOwnServer } from '../support/own-server.ts';
import { protoMethods } from '../support/proto-files.ts';
import { expect, test } from '../support/test.ts';
import { type DocumentedCommand, runInShell, runnableParts, trimmed } from './documented-commands.ts';

// docs/migrating.md is the input of these tests: what it shows is run, and must print what it says.

const GUIDE = 'docs/migrating.md';
const DOCUMENTED_URL = 'http://127.0.0.1:8484';

const guide = readFileSync(new URL(`../../${GUIDE}`, import.meta.url), 'utf8');
const { setup, sections } = runnableParts(guide);

const isHere = (program: string): boolean => spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined;

/** Runs commands of the guide against a server, and gives what each prints. */
const run = (url: string, commands: readonly DocumentedCommand[]): readonly string[] => {
  const printed = runInShell(
    setup.replaceAll(DOCUMENTED_URL, url),
    commands.map(({ command }) => command),
  );
  return commands.map(({ command, line }, at) => `${GUIDE}:${line} ${command}\n${trimmed(printed[at] ?? '')}`);
};

const told = (commands: readonly DocumentedCommand[]): readonly string[] =>
  commands.map(({ command, output, line }) => `${GUIDE}:${line} ${command}\n${trimmed(output)}`);

test.describe(`${GUIDE} @mock @fixture`, () => {
  // One server for all of them: each starts from the rows of the fixture.
  test.describe.configure({ mode: 'default' });
  let server: OwnServer;

  test.beforeAll(async () => {
    const missing = ['bash', 'curl', 'jq'].filter((program) => !isHere(program));
    if (missing.length > 0) throw new Error(`the guide needs ${missing.join(' and ')}, which cannot be run here`);
    expect(setup).toContain(DOCUMENTED_URL);
    server = await startOwnServer();
  });

  test.beforeEach(async () => {
    ok(await steer(server.api, 'POST', 'reset'));
  });

  test.afterAll(async () => {
    await server?.stop('SIGKILL');
  });

  for (const { title, commands } of sections) {
    test(`"${title}" prints what it says`, () => {
      expect(run(server.ready.url, commands)).toEqual(told(commands));
    });
  }

  test('from top to bottom, it prints what it says', () => {
    const commands = sections.flatMap((section) => section.commands);
    expect(run(server.ready.url, commands)).toEqual(told(commands));
  });
});

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

/** Methods of v1 that v2 has under a name which is not made from theirs. */
const OTHERWISE_NAMED: ReadonlyMap<string, string> = new Map([
  ['Artifacts.ListVersions', 'ListArtifactVersions'],
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

/** What v2 may call a method of v1: the same, or with the noun that v1 has in the name of the service. */
const namesInV2 = (service: string, method: string): readonly string[] => {
  const plural = service.replace(/^GroupAccount/, 'Account');
  const singular = plural.replace(/ies$/, 'y').replace(/s$/, '');
  const other = OTHERWISE_NAMED.get(`${service}.${method}`);
  return [method, `${method}${plural}`, `${method}${singular}`, ...(other === undefined ? [] : [other])];
};

/** What v1 alone has, as `<Service>.<Method>`. Tokens are made and looked at without a version. */
const aloneInV1: readonly string[] = protoMethods
  .filter(({ name }) => !/\.v2\.|\.(?:oidc|auth)\./.test(name))
  .map(({ name }) => partsOf(name))
  .filter(([service, method]) => !namesInV2(service, method).some((name) => inV2.has(name)))
  .map((parts) => parts.join('.'));

/** What spec §9.6 leaves on v1. */
const BY_DESIGN = ['Registry.ListEolTags', 'Registry.GetVulnReport', 'Vulnerabilities.ListVulnCountReports'];

test.describe(`${GUIDE} is whole`, () => {
  const [, stays = ''] = guide.split('\n# What stays on v1\n');

  test('it names every method that v1 alone has as one that stays, and no other', () => {
    const named = [...stays.matchAll(/`([A-Z]\w+\.[A-Z]\w+)`/g)].map(([, name]) => name);
    expect(aloneInV1).toEqual(expect.arrayContaining(BY_DESIGN));
    expect(named.toSorted()).toEqual(aloneInV1.toSorted());
  });

  test('of what v1 alone has, it tells where that is over HTTP, or that it is there over gRPC alone', () => {
    const [overHttp = '', overGrpc = ''] = stays.split('over gRPC alone');
    const paths = new Map(operationsV1.map(({ id, method, path }) => [id.replace('_', '.'), `${method} ${path}`]));
    for (const name of aloneInV1) {
      const path = paths.get(name);
      expect(path === undefined ? overGrpc : overHttp).toContain(`\`${name}\``);
      // Those that stay by design are called there.
      if (path !== undefined && !BY_DESIGN.includes(name)) expect(overHttp).toContain(`\`${path}\``);
    }
  });

  test('it names every List of v1 that comes in pages', () => {
    const row = guide.split('\n').find((line) => line.startsWith('| List |')) ?? '';
    const paged = operationsV1.filter(({ parameters }) => parameters.some(({ name }) => name === 'page_token'));
    expect(paged.length).toBeGreaterThan(0);
    for (const { path } of paged) expect(row).toContain(`\`${path.split('/').at(-1)}\``);
  });

  for (const resource of RESOURCES) {
    test(`it has a section of ${resource.toLowerCase()} with calls of both versions`, () => {
      const all = (sections.find(({ title }) => title === resource)?.commands ?? []).map(({ command }) => command);
      const calls = all.filter((command) => command.includes('curl'));
      // Subscriptions have v1 over gRPC alone.
      expect(calls.filter((command) => /\/v1\/|platform\.events\.Subscriptions\//.test(command))).not.toEqual([]);
      expect(calls.filter((command) => command.includes('/v2/'))).not.toEqual([]);
    });
  }

  test('it calls the three operations that stay on v1 by design', () => {
    const commands = sections.find(({ title }) => title === 'What stays on v1')?.commands ?? [];
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
