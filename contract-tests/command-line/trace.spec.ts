import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runHere } from '../support/command-here.ts';
import { test } from '../support/folder.ts';
import { runCommand } from '../support/own-server.ts';
import { expect } from '../support/test.ts';

const har = (log: object): string => JSON.stringify({ log: { version: '1.2', entries: [], ...log } });

/** Files that are refused, each with the place that the refusal names. */
const BAD: readonly (readonly [what: string, text: string | undefined, place: string])[] = [
  ['is missing', undefined, ': there is no such file'],
  ['is no JSON', 'oops', ':1: it is no HAR'],
  ['is no HAR', '{"log": 1}', ': log.entries: it is no HAR'],
  ['is a HAR of something else', har({}), ': log._format: it is a HAR, but no trace'],
  ['is of another format', har({ _format: 2 }), ': log._format: it is 2, this mock reads 1'],
  [
    'is of a newer mock',
    har({ _format: 1, creator: { version: '999.0.0' } }),
    ': log.creator.version: it is of 999.0.0, this mock is ',
  ],
  ['is cut off', '{"log":{"version":"1.2",\n"entries":[\n{"a"', ':3: it is cut off'],
  ['is another page', '<!doctype html>\n<p>page</p>', ': it is no page of a trace, or it is cut off'],
];

test.describe('platform-mock trace @mock', () => {
  // A command starts for each file.
  test.describe.configure({ timeout: 120_000 });

  test('behaviour R6: a file that cannot be shown ends with 2 and one line that names file and place @whole', async ({
    folder,
  }) => {
    for (const [what, text, place] of BAD) {
      const file = join(folder, 'run.har');
      if (text !== undefined) writeFileSync(file, text);
      const { code, stdout, stderr } = await runHere(['trace', 'show', file]);
      expect([code, stdout], what).toEqual([2, '']);
      expect(stderr, what).toContain(`platform-mock: ${file}${place}`);
      expect(stderr.trimEnd().split('\n'), what).toHaveLength(1);
    }
  });

  test('behaviour R6: control calls of several worlds are shown in one order with the calls', async ({ folder }) => {
    const at = (seconds: number): string => `2026-01-01T00:00:0${seconds}.000Z`;
    const steered = (world: string, place: number, target: string) => {
      return { kind: 'control', world, _place: place, startedDateTime: at(place), method: 'POST', target, status: 200 };
    };
    const call = (place: number) => {
      const request = { method: 'GET', url: `http://127.0.0.1/registry/v2/repos?page_size=${place}` };
      return { pageref: 'one', _place: place, startedDateTime: at(place), request, response: { status: 200 } };
    };
    const file = join(folder, 'run.har');
    const pages = ['default', 'one'].map((id) => ({ id, startedDateTime: at(0) }));
    const _steps = [
      steered('default', 1, '/_mock/v1/worlds'),
      steered('default', 6, '/_mock/v1/reset'),
      steered('one', 3, '/_mock/v1/clock:advance'),
    ];
    writeFileSync(file, har({ _format: 1, pages, entries: [call(2), call(4), call(5)], _steps }));
    const { code, stdout } = await runHere(['trace', 'show', file]);
    expect(code).toBe(0);
    expect([...stdout.matchAll(/00:00:0(\d)/g)].map(([, place]) => Number(place))).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('behaviour R6: a trace is saved by the URL of its mock and shown, and neither a call that is not there nor a place that cannot be written passes', async ({
    ownServer,
    folder,
  }) => {
    const { ready, api } = await ownServer();
    await api.get('/registry/v2/repos');
    const file = join(folder, 'run.har');
    const saved = await runCommand(['trace', 'save', '--url', ready.url, '--world', '*', '--out', file]);
    expect([saved.code, saved.stdout]).toEqual([0, `wrote ${file}\n`]);
    const { entries } = (JSON.parse(readFileSync(file, 'utf8')) as { log: { entries: readonly unknown[] } }).log;
    const count = entries.length;
    const printed = await runCommand(['trace', 'show', file]);
    expect(printed.stdout).toMatch(/ListRepos {2}by admin {2}200/);
    const lines = printed.stdout.trimEnd().split('\n');
    expect(lines.filter((line) => /^ *\d+ {2}/.test(line))).toHaveLength(count);
    const one = await runHere(['trace', 'show', file, '--call', String(count), '--json']);
    expect(JSON.parse(one.stdout)).toMatchObject({ _operation: 'ListRepos' });
    const missing = await runHere(['trace', 'show', file, '--call', String(count + 1)]);
    expect([missing.code, missing.stderr]).toEqual([
      2,
      `platform-mock: ${file}: log.entries: there is no call ${count + 1}, it has ${count}\n`,
    ]);
    const page = join(folder, 'run.html');
    const out = ['trace', 'save', '--url', ready.url, '--world', '*', '--out', page];
    expect((await runHere(out)).stdout).toBe(`wrote ${page}\n`);
    expect(readFileSync(page, 'utf8')).toMatch(/^<!doctype html>/);
    // A page is a trace as well as a HAR is, and a HAR is made one.
    const other = join(folder, 'other.html');
    expect((await runHere(['trace', 'show', page, '--out', other])).stdout).toBe(`wrote ${other}\n`);
    expect(readFileSync(other, 'utf8').replaceAll('other.html', 'run.html')).toBe(readFileSync(page, 'utf8'));
    const again = join(folder, 'again.har');
    expect((await runHere(['trace', 'show', page, '--out', again])).stdout).toBe(`wrote ${again}\n`);
    expect((await runHere(['trace', 'show', again, '--json'])).stdout).toBe(
      (await runHere(['trace', 'show', page, '--json'])).stdout,
    );
    const both = await runHere(['trace', 'show', page, '--out', other, '--call', '1']);
    expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('"--out <file>" cannot be used with')]);
    const place = join(folder, 'a-folder');
    mkdirSync(place);
    for (const command of [
      ['save', '--url', ready.url, '--out', place],
      ['show', file, '--out', place],
    ]) {
      const unwritten = await runHere(['trace', ...command]);
      expect([unwritten.code, unwritten.stderr]).toEqual([2, `platform-mock: ${place}: is a folder\n`]);
    }
  });
});
