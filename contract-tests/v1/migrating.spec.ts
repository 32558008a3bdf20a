import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { ok } from '../support/answer.ts';
import { steer } from '../support/mock.ts';
import { type OwnServer, startOwnServer } from '../support/own-server.ts';
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

test.describe(`${GUIDE} is whole`, () => {
  for (const resource of RESOURCES) {
    test(`it has a section of ${resource.toLowerCase()} with calls of both versions`, () => {
      const all = (sections.find(({ title }) => title === resource)?.commands ?? []).map(({ command }) => command);
      const calls = all.filter((command) => command.includes('curl'));
      // Subscriptions have v1 over gRPC alone.
      expect(calls.filter((command) => /\/v1\/|platform\.events\.Subscriptions\//.test(command))).not.toEqual([]);
      expect(calls.filter((command) => command.includes('/v2/'))).not.toEqual([]);
    });
  }

  test('it calls the three operations that stay on v1', () => {
    const stays = sections.find(({ title }) => title === 'What stays on v1')?.commands ?? [];
    const text = stays.map(({ command }) => command).join('\n');
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
