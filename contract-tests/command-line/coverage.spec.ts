import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ok } from '../support/answer.ts';
import { runHere } from '../support/command-here.ts';
import { test } from '../support/folder.ts';
import { steer } from '../support/mock.ts';
import { runCommand } from '../support/own-server.ts';
import { expect } from '../support/test.ts';
import { inWorld, makeWorld } from '../support/worlds.ts';

interface Answer {
  readonly status: number;
  readonly code: string;
}

const OK = { status: 200, code: 'OK' };
const NOT_FOUND = { status: 404, code: 'NOT_FOUND' };
const INTERNAL = { status: 500, code: 'INTERNAL' };
const UNAVAILABLE = { status: 503, code: 'UNAVAILABLE' };

/** The answers that one client has met of an operation with OK, NOT_FOUND and INTERNAL. */
const operation = (name: string, answers: readonly Answer[], faulted: readonly Answer[] = []) => {
  const counted = (kinds: readonly Answer[]) => kinds.map((kind) => ({ ...kind, count: 1 }));
  const isCalled = answers.length + faulted.length > 0;
  return {
    operation: name,
    version: name.startsWith('v1.') ? 'v1' : 'v2',
    declared: [OK, NOT_FOUND, INTERNAL],
    clients: isCalled ? [{ client: 'me', answers: counted(answers), faulted: counted(faulted) }] : [],
    neverHandled: [],
  };
};

const report = (...operations: readonly ReturnType<typeof operation>[]) => ({
  format: 1,
  versions: [],
  operations,
  unknownPaths: [],
  dropped: { clients: 0, reasons: 0, unknownPaths: 0 },
});

/** Two runs that share an operation: three of four are covered together, each covers two. */
const RUNS = [
  report(
    operation('GetRepo', [OK]),
    operation('ListRepos', [OK], [UNAVAILABLE, INTERNAL]),
    operation('CreateRepo', []),
    operation('DeleteRepo', [], [NOT_FOUND]),
    operation('v1.Registry.ListRepos', [OK]),
    operation('v1.Registry.ListTags', []),
  ),
  report(operation('GetRepo', [NOT_FOUND]), operation('CreateRepo', [OK])),
];

type Gate = readonly [flags: readonly string[], failed: readonly string[]];

const GATES: readonly Gate[] = [
  [[], []],
  [['--min-operations', '75'], []],
  [['--min-operations', '75.1'], ['at least 75.1 % of the operations of v2: 3 of 4 are covered, 75 %']],
  [['--min-operations', 'v1=50'], []],
  [['--min-operations', 'v1=51'], ['at least 51 % of the operations of v1: 1 of 2 are covered, 50 %']],
  [['--must', 'GetRepo:OK', '--must', 'GetRepo:NOT_FOUND'], []],
  [['--must', 'GetRepo:OK,GetRepo:NOT_FOUND'], []],
  [['--must', 'Registry_ListRepos:OK,v1.Registry.ListRepos:OK'], []],
  [['--must', 'CreateRepo:NOT_FOUND'], ['CreateRepo:NOT_FOUND: it was never met']],
  [['--must', 'DeleteRepo:NOT_FOUND'], ['DeleteRepo:NOT_FOUND: it was met by faults only, which cover nothing']],
  [['--must', 'ListRepos:UNAVAILABLE,ListRepos:INTERNAL'], []],
  [['--must', 'GetRepo:UNAVAILABLE'], ['GetRepo:UNAVAILABLE: it was never met']],
  [
    ['--min-operations', '80', '--min-operations', 'v1=80', '--must', 'DeleteRepo:OK'],
    [
      'at least 80 % of the operations of v2: 3 of 4 are covered, 75 %',
      'at least 80 % of the operations of v1: 1 of 2 are covered, 50 %',
      'DeleteRepo:OK: it was never met',
    ],
  ],
];

const write = async (folder: string, name: string, value: unknown): Promise<string> => {
  const file = join(folder, name);
  await writeFile(file, typeof value === 'string' ? value : JSON.stringify(value));
  return file;
};

test.describe('coverage @mock', () => {
  for (const [flags, failed] of GATES) {
    test(`K10, K11: merge ${flags.join(' ')} exits ${failed.length === 0 ? 0 : 3}`, async ({ folder }) => {
      const files = [await write(folder, 'a.json', RUNS[0]), await write(folder, 'b.json', RUNS[1])];
      const { code, stdout, stderr } = await runHere(['coverage', 'merge', ...files, ...flags]);
      expect([code, stderr]).toEqual([
        failed.length === 0 ? 0 : 3,
        failed.map((gate) => `gate failed: ${gate}\n`).join(''),
      ]);
      expect(stdout).toContain('| v2 | 3 of 4 (75 %) |');
    });
  }

  test('K11: a failed gate is in every form for people', async ({ folder }) => {
    const file = await write(folder, 'a.json', RUNS[0]);
    const merge = ['coverage', 'merge', file, '--must', 'GetRepo:OK,GetRepo:NOT_FOUND'];
    const failed = '| GetRepo:NOT_FOUND | FAILED | it was never met |';
    const out = join(folder, 'a.md');
    const written = await runCommand([...merge, '--out', out]);
    expect([written.code, written.stdout]).toEqual([3, `wrote ${out}\n`]);
    expect(await readFile(out, 'utf8')).toContain(failed);
    const { stdout } = await runHere([...merge, '--format', 'github']);
    expect(stdout).toContain(failed);
  });

  for (const [what, text, says] of [
    ['is missing', undefined, 'there is no such file'],
    ['is not JSON', '# Coverage', 'it is not a coverage report: it is not JSON'],
    ['is empty', '', 'it is not a coverage report: it is not JSON'],
    ['holds something else', '[]', 'it is not a coverage report: must be an object'],
    ['is of another format', { ...RUNS[0], format: 2 }, 'it is not a coverage report: format: '],
    [
      'has a count that is none',
      report(operation('A', [{ status: 1, code: 'OK' }])),
      'operations.0.clients.0.answers.0',
    ],
    ['has an unknown code', report(operation('A', [{ status: 200, code: 'FINE' }])), 'answers.0.code: '],
  ] as const) {
    test(`K10: merge exits 1 and names the file when it ${what}`, async ({ folder }) => {
      const good = await write(folder, 'good.json', RUNS[0]);
      const bad = join(folder, 'bad.json');
      if (text !== undefined) await write(folder, 'bad.json', text);
      const { code, stdout, stderr } = await runHere(['coverage', 'merge', good, bad]);
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toContain(`platform-mock: ${bad}: `);
      expect(stderr).toContain(says);
    });
  }

  for (const flags of [
    ['--min-operations', '101'],
    ['--min-operations', 'many'],
    ['--min-operations', 'v9=1'],
    ['--must', 'GetRepo'],
    ['--must', 'GetRepo:404'],
    ['--must', 'GetRepos:OK'],
    ['--format', 'pdf'],
    ['--unknown'],
  ]) {
    test(`K11: merge ${flags.join(' ')} exits 2`, async ({ folder }) => {
      const file = await write(folder, 'a.json', RUNS[0]);
      const { code, stdout, stderr } = await runHere(['coverage', 'merge', file, ...flags]);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).not.toBe('');
      expect(stderr).not.toMatch(/\n\s+at /);
    });
  }

  test('K9, K12: coverage reads a running mock: a world, or all of them', async ({ ownServer, folder }) => {
    const { ready, api } = await ownServer();
    const { port } = new URL(ready.url);
    const world = await makeWorld(api);
    ok(await inWorld(api, world).get('/ping/v2/ping'));
    const printed = (...flags: readonly string[]) => runHere(['coverage', '--port', port, ...flags]);
    expect((await printed()).stdout).not.toContain('| Ping |');
    expect((await printed('--world', world.id)).stdout).toContain('| Ping |');
    expect((await printed('--world', '*')).stdout).toContain('| Ping |');
    expect((await printed('--world', 'nowhere')).code).toBe(1);
    const file = join(folder, 'own.json');
    expect(await printed('--world', world.id, '--out', file)).toMatchObject({ code: 0, stdout: `wrote ${file}\n` });
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(
      ok(await inWorld(api, world).as(undefined).send('GET', '/_mock/v1/coverage', { headers: world.headers })),
    );
    expect((await runCommand(['coverage', 'merge', file, file, '--must', 'Ping:OK'])).stdout).toContain('200 OK ×2');
    ok(await steer(api, 'DELETE', `worlds/${world.id}`));
  });
});
