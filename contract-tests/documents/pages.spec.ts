import { spawn, spawnSync } from 'node:child_process';
import { parse } from 'yaml';
import { TEST_SIZE } from '../../scripts/test-size.ts';
import { ok } from '../support/answer.ts';
import { steer } from '../support/mock.ts';
import { commandLine, type OwnServer, plainEnvironment, runCommand, startOwnServer } from '../support/own-server.ts';
import { expect, test } from '../support/test.ts';
import { documentFiles, read } from './document-blocks.ts';
import { DOCUMENTED_HOST, differences, isAsDocumented, runInShell } from './document-shell.ts';
import { type DocumentedCommand, type DocumentedSection, runnableParts } from './documented-commands.ts';

// The pages are the input of these tests: each command that they show is run, and must print what they show.

/** The pages whose sections are run one by one, too, as a reader meets them who starts there. */
const isBySection = (file: string): boolean => TEST_SIZE === 'whole' || file === 'README.md';

/** The cost of one of these in starts of a small program, such as `curl`. */
const STARTS: readonly (readonly [program: RegExp, cost: number])[] = [
  [/\b(?:platform-mock|node|buf) /g, 10],
  // It starts what it probes again and again.
  [/\bplatform-mock probe /g, 40],
];

/** About how many starts of a small program the commands of a section take. */
const costOf = ({ commands }: DocumentedSection): number =>
  commands
    .flatMap(({ command }) => STARTS.map(([program, cost]) => cost * (command.match(program)?.length ?? 0)))
    .reduce((sum, cost) => sum + cost, commands.length);

/** The maximum cost of the commands of a page, unless tests are run whole. */
const MAX_COST = 16;

/** The sections that are run: all, or from the top those that the page can afford. Each can be run without the others. */
const chosen = (sections: readonly DocumentedSection[]): readonly DocumentedSection[] => {
  if (TEST_SIZE === 'whole') return sections;
  let budget = MAX_COST;
  return sections.filter((section) => {
    const cost = costOf(section);
    if (cost > budget) return false;
    budget -= cost;
    return true;
  });
};

/** Some pages run hundreds of commands; this is only to end one that hangs. */
const PAGE_LIMIT_MS = 180_000;

const pages = documentFiles.map((file) => {
  try {
    return { file, ...runnableParts(read(file)) };
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`, { cause: error });
  }
});

const isHere = (program: string): boolean => spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined;

test.describe('the commands of the pages @mock @fixture', () => {
  // One server for all of them: each part starts from the rows and the time of a reset.
  test.describe.configure({ mode: 'default', timeout: PAGE_LIMIT_MS });
  let server: OwnServer;

  test.beforeAll(async () => {
    const missing = ['bash', 'curl', 'jq'].filter((program) => !isHere(program));
    if (missing.length > 0) throw new Error(`the pages need ${missing.join(' and ')}, which cannot be run here`);
    // The pages show the outputs of the default profile.
    server = await startOwnServer(['--profile', 'specification']);
  });

  test.beforeEach(async () => {
    ok(await steer(server.api, 'POST', 'reset'));
  });

  test.afterAll(async () => {
    await server?.stop('SIGKILL');
  });

  const expectAsDocumented = async (file: string, setup: string, commands: readonly DocumentedCommand[]) => {
    const { printed, documented } = differences(file, commands, await runInShell(server.ready.url, setup, commands));
    expect(printed).toEqual(documented);
  };

  /** The state that the next page's commands see, to notice a page that changes the mock and does not restore it. */
  const stateOf = async (): Promise<unknown> => {
    const { text } = await steer(server.api, 'GET', 'info');
    const info = JSON.parse(text) as {
      readonly aliases: unknown;
      readonly clock: { readonly mode: string };
      readonly rows: Readonly<Record<string, number>>;
    };
    const { groups, repos, identities, roleBindings, tags } = info.rows;
    return { aliases: info.aliases, clock: info.clock.mode, groups, repos, identities, roleBindings, tags };
  };

  for (const { file, setup, sections } of pages) {
    if (sections.length === 0) continue;
    // A page of one section is only run from top to bottom, which is the same.
    for (const { title, commands } of sections.length > 1 && isBySection(file) ? sections : []) {
      test(`${file}: "${title}" prints what the page shows`, async () => {
        await expectAsDocumented(file, setup, commands);
      });
    }
    const run = chosen(sections);
    if (run.length === 0) continue;
    const part = run.length < sections.length ? `, in ${run.length} of its ${sections.length} sections` : '';
    test(`${file}, from top to bottom${part}, prints what the page shows and leaves the mock unchanged`, async () => {
      const before = await stateOf();
      await expectAsDocumented(
        file,
        setup,
        run.flatMap(({ commands }) => commands),
      );
      expect(await stateOf()).toEqual(before);
    });
  }
});

test.describe('the lists of the pages are complete @mock', () => {
  test('the start prints what README.md shows', async () => {
    const start = pages.flatMap(({ unrun }) => unrun).find(({ text }) => text.startsWith('$ npm ci && npm start\n'));
    const server = spawn(...commandLine('serve', '--port', '0'), {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: plainEnvironment(),
    });
    let printed = '';
    try {
      for await (const text of server.stdout.setEncoding('utf8')) {
        printed += text;
        if (/^Documents: .*\n/m.test(printed)) break;
      }
    } finally {
      server.kill('SIGKILL');
    }
    const [, host = ''] = /ready on http:\/\/(\S+)/.exec(printed) ?? [];
    expect(`$ npm ci && npm start\n${printed.replaceAll(host, DOCUMENTED_HOST)}`.trimEnd()).toBe(start?.text);
  });

  test('docs/command-line.md lists every command, and every flag of serve', async () => {
    const text = read('docs/command-line.md');
    const [{ stdout: commands }, { stdout: flags }] = await Promise.all([
      runCommand(['--help']),
      runCommand(['serve', '--help']),
    ]);
    const names = [...commands.matchAll(/^ {2}([a-z-]+)(?: [[<]| {2})/gm)].map(([, name]) => name);
    expect(names).toContain('fixture');
    for (const name of names.filter((one) => one !== 'help')) expect(text).toMatch(RegExp(`^\\| \`${name}[ \`]`, 'm'));
    const rows = [...text.matchAll(/^\| (`--.*?) \|/gm)].flatMap(([, cell = '']) => cell.match(/--[a-z0-9-]+/g) ?? []);
    const offered = [...flags.matchAll(/^ {2}(--[a-z0-9-]+)/gm)].map(([, flag]) => flag);
    expect(offered.length).toBeGreaterThan(15);
    expect(rows.toSorted()).toEqual(offered.toSorted());
  });

  test('a command goes on in the lines that a shell marks so', () => {
    const { sections } = runnableParts('# A\n```console\n$ printf "%s" "\n> a"\n\na\n```\n');
    expect(sections[0]?.commands).toMatchObject([{ command: 'printf "%s" "\na"', output: '\na\n' }]);
  });

  test('the pages that docs/steering.md names list every call of the control plane once, and no others', async ({
    ownServer,
  }) => {
    const { ready } = await ownServer();
    const served = parse(await (await fetch(`${ready.url}/_mock/v1/openapi.yaml`)).text()) as {
      readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    };
    const calls = Object.entries(served.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/^\//, '')}`),
    );
    const pages = [...read('docs/steering.md').matchAll(/^\| [\w ]+ \| \[[^\]]+\]\(([^)#]+)/gm)];
    const tables = [...new Set(pages.map(([, page = '']) => page))].map(
      (page) => read(`docs/${page}`).split('\n## Calls\n')[1] ?? '',
    );
    const cells = tables.join('\n').match(/^\| `[A-Z]+ .*?\|/gm) ?? [];
    const listed = [...cells.join('\n').matchAll(/`([A-Z]+ [a-z:/{}-]+)/g)].map(([, call]) => call);
    expect(listed.toSorted()).toEqual(calls.toSorted());
  });
});

const MALFORMED: readonly (readonly [what: string, text: string, message: RegExp])[] = [
  ['a block that is neither run nor marked', '# A\n```bash\nls\n```\n', /line 2: a block of "bash"/],
  ['a block without a language', '# A\n```\nls\n```\n', /line 2: a block of ""/],
  ['a console block without a command', '# A\n```console\nls\n```\n', /line 3 is the output of no command/],
  ['a console block without a line', '# A\n```console\n```\n', /line 2: the console block has no command/],
  ['a block that is not closed', '# A\n```console\n$ ls\n', /line 2: the block has no end/],
  ['a block above every heading', '```console\n$ ls\n```\n', /line 1: the block has no heading/],
];

test.describe('the reader of pages', () => {
  for (const [what, text, message] of MALFORMED) {
    test(`it refuses ${what}`, () => {
      expect(() => runnableParts(text)).toThrow(message);
    });
  }

  test('it leaves out a block that is marked as not run, with its reason', () => {
    const { sections, unrun } = runnableParts('# A\n<!-- not run: needs a moon -->\n```console\n$ fly\n```\n');
    expect(sections).toEqual([]);
    expect(unrun).toEqual([{ reason: 'needs a moon', text: '$ fly', line: 3 }]);
  });

  for (const [printed, documented, same] of [
    ['a b c\n', 'a … c', true],
    ['a c', 'a …c', true],
    ['a b\nc', 'a …c', false],
    ['a.c', 'a.c\n', true],
    ['abc', 'a.c', false],
    ['[1]', '[1]', true],
  ] as const) {
    test(`${JSON.stringify(printed)} is ${same ? '' : 'not '}documented by ${JSON.stringify(documented)}`, () => {
      expect(isAsDocumented(printed, documented)).toBe(same);
    });
  }
});
