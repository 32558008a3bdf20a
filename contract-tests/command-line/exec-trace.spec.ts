import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runHere } from '../support/command-here.ts';
import { runCommand } from '../support/own-server.ts';
import { skipAloud } from '../support/skip-aloud.ts';
import { expect } from '../support/test.ts';
import { exec, LIMIT_MS, linesOf, readLog, test } from '../support/traced-exec.ts';

/** Waits for a line of the test; once it is sent none, or exec has gone, it ends. */
const WAIT =
  "await new Promise((go) => process.stdin.once('data', go).once('end', () => process.exit())); process.stdin.destroy();";

test.describe('traces of whole runs @mock', () => {
  test.describe.configure({ timeout: 2 * LIMIT_MS });

  test('behaviour R10: a run is in one file with every world, those that have ended too, and the status is that of the command', async ({
    folder,
  }) => {
    const file = join(folder, 'run.har');
    const { code, stdout, stderr } = await exec(
      ['--trace', file],
      `const { token } = await make('one', { title: 'the-first' });
       await make('two');
       await create('one', 'a'); await create('two', 'b'); await call('one', repos, undefined, token);
       await end('one');
       await create('two', 'b');
       await call('default', repos, undefined, process.env.PLATFORM_TOKEN);
       await make('one');
       await create('one', 'c');
       const minted = await steer('POST', 'tokens', { identity: 'viewer' });
       await call('default', repos + '?note=' + encodeURIComponent(minted.token));
       console.log(JSON.stringify([token, process.env.PLATFORM_TOKEN, minted.token, 'admin-token']));
       process.exitCode = 3;`,
    );
    expect(code).toBe(3);
    expect(linesOf(stderr)).toEqual([`platform-mock: wrote ${file} (7 calls of 4 worlds)`]);
    const log = readLog(file);
    expect(log.pages.map(({ id, title }) => [id, title])).toEqual([
      ['default', 'default'],
      ['one', 'the-first'],
      ['two', 'two'],
      ['one (2)', 'one'],
    ]);
    expect(log.entries.map(({ pageref, _operation, response }) => [pageref, _operation, response.status])).toEqual([
      ['one', 'CreateRepo', 200],
      ['two', 'CreateRepo', 200],
      ['one', 'ListRepos', 200],
      ['two', 'CreateRepo', 409],
      ['default', 'ListRepos', 200],
      ['one (2)', 'CreateRepo', 200],
      ['default', 'ListRepos', 200],
    ]);
    const ids = log.pages.map(({ id }) => id);
    for (const part of [log._began, log._end]) expect(part.map(({ world }) => world)).toEqual(ids);
    expect(log._end).toMatchObject([{}, { difference: { added: [{ name: 'a' }] } }, { refused: [{}] }, {}]);
    expect(log._steps.some(({ kind, world }) => kind === 'event' && world === 'one (2)')).toBe(true);
    expect(log._cut).toEqual([]);
    const text = readFileSync(file, 'utf8');
    const tokens = JSON.parse(linesOf(stdout).at(-1) ?? '') as readonly string[];
    for (const secret of tokens.flatMap((token) => [token, ...token.split('.')])) {
      // The head of a signed token is the same for all.
      if (secret.length > 10) expect(text).not.toContain(secret);
    }
    expect(readdirSync(folder)).toEqual(['run.har']);
  });

  test('behaviour R15: a run is in a page where its file ends in .html, and is read from it like any trace @whole', async ({
    folder,
  }) => {
    const file = join(folder, 'run.html');
    const { stderr } = await exec(['--trace', file], "await create('default', 'a'); await create('default', 'a');");
    expect(stderr).toBe(`platform-mock: wrote ${file} (2 calls of 1 world)\n`);
    const page = readFileSync(file, 'utf8');
    expect(page).toMatch(/^<!doctype html>/);
    expect(page).not.toContain('admin-token');
    const { stdout } = await runCommand(['trace', 'show', file]);
    expect(linesOf(stdout)).toEqual([
      expect.stringMatching(/CreateRepo {2}by admin {2}200/),
      expect.stringMatching(/CreateRepo {2}by admin {2}409/),
    ]);
    expect(readdirSync(folder)).toEqual(['run.html']);
  });

  test('behaviour R10: with --trace-on failure there is a file after a failure only @whole', async ({ folder }) => {
    const file = join(folder, 'run.har');
    const variables = { PLATFORM_MOCK_TRACE: file, PLATFORM_MOCK_TRACE_ON: 'failure' };
    const green = await exec([], 'console.log(String(process.env.PLATFORM_MOCK_TRACE));', variables);
    expect([green.code, green.stdout, green.stderr, readdirSync(folder)]).toEqual([0, 'undefined\n', '', []]);
    const red = await exec([], "await create('default', 'a'); process.exitCode = 1;", variables);
    expect([red.code, red.stderr]).toEqual([1, `platform-mock: wrote ${file} (1 call of 1 world)\n`]);
    expect(readLog(file).entries).toHaveLength(1);
  });

  for (const [what, place, flags, says] of [
    ['a folder that is missing', 'none/run.har', [], ': there is no such file or folder'],
    ['a folder in its place', 'a-folder', [], ': is a folder'],
    ['--journal off', 'run.har', ['--journal', 'off'], '--trace needs the journal'],
    [
      'an output without a name',
      'run.har',
      ['--trace', ''],
      'argument "" is invalid. It must be the name of a file or a folder.',
    ],
    ['a bound that is no size', 'run.har', ['--trace-bytes', 'much'], '"much" is invalid. It must be a size'],
  ] as const) {
    const share = what === 'a folder in its place' ? '' : ' @whole';
    test(`behaviour R10: ${what} is refused before the command runs${share}`, async ({ folder }) => {
      mkdirSync(join(folder, 'a-folder'));
      const file = join(folder, place);
      const { code, stdout, stderr } = await exec(['--trace', file, ...flags], "console.log('ran');");
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain(says.startsWith(':') ? `platform-mock: ${file}${says}` : says);
      expect(linesOf(stderr)).toHaveLength(1);
      expect(readdirSync(folder)).toEqual(['a-folder']);
    });
  }

  test('behaviour M30: the variable for when a trace is written may be there without the one for where', async () => {
    const { code, stderr } = await exec([], 'process.exitCode = 3;', { PLATFORM_MOCK_TRACE_ON: 'failure' });
    expect([code, stderr]).toEqual([3, '']);
  });

  test('behaviour R10: a command that cannot be started leaves no file', async ({ folder }) => {
    const { code } = await runCommand(['exec', '--trace', join(folder, 'run.har'), '--', 'no-such-command-here']);
    expect([code, readdirSync(folder)]).toEqual([127, []]);
  });

  test('behaviour R11: over --trace-bytes the calls that failed least are cut, and counted', async ({ folder }) => {
    const file = join(folder, 'run.har');
    const { code, stderr } = await exec(
      ['--trace', file, '--trace-bytes', '40KB'],
      `await make('green'); await make('red', { result: 'failed' });
       for (let at = 0; at < 8; at += 1) { await call('green', repos); await call('red', repos); }
       await create('green', 'a'); await create('red', 'a');
       await end('green');`,
    );
    expect(code).toBe(0);
    expect(statSync(file).size).toBeLessThanOrEqual(40_000);
    const log = readLog(file);
    expect(log.pages.map(({ id }) => id)).toEqual(['default', 'green', 'red']);
    expect(log._end).toHaveLength(3);
    const count = log.entries.filter(({ pageref }) => pageref === 'green').length;
    expect(count).toBeLessThan(9);
    expect(log.entries.filter(({ pageref }) => pageref === 'red')).toHaveLength(9);
    expect(log._cut).toContainEqual(expect.objectContaining({ world: 'green', calls: 9 - count }));
    expect(stderr).toContain(`(${9 + count} calls of 3 worlds; ${9 - count} call`);
    const short = log.entries.filter(({ response }) => 'comment' in response.content);
    const [red] = log._cut.filter((each) => (each as { readonly world: string }).world === 'red');
    expect(short).toHaveLength((red as { readonly answers: number } | undefined)?.answers ?? 0);
  });

  for (const count of [50, 5_000]) {
    test(`behaviour R18: a run of ${count} worlds is in its file as far as the bound goes @whole`, async ({
      folder,
    }) => {
      test.setTimeout(count * 400);
      const file = join(folder, 'run.har');
      const { code, stderr } = await exec(
        ['--trace', file, '--trace-bytes', `${count * 3}KB`, '--max-worlds', '10'],
        `await make('base');
         await create('base', 'first');
         for (let at = 0; at < ${count}; at += 1) {
           await steer('POST', 'worlds', { name: 'w-' + at, from: 'world:base' });
           await create('w-' + at, 'a'); await call('w-' + at, repos + '?page_size=2');
           await end('w-' + at);
         }
         await create('base', 'first');`,
        {},
        count * 300,
      );
      expect([code, linesOf(stderr).at(-1)]).toEqual([0, expect.stringContaining(`of ${count + 2} worlds`)]);
      expect(statSync(file).size).toBeLessThanOrEqual(count * 3_000);
      const log = readLog(file);
      expect(log.pages).toHaveLength(count + 2);
      expect(log._end).toHaveLength(count + 2);
      // The world with a refused call is whole.
      expect(log.entries.filter(({ pageref }) => pageref === 'base')).toHaveLength(2);
      const cut = log._cut as readonly { readonly calls: number }[];
      expect(cut.reduce((sum, { calls }) => sum + calls, log.entries.length)).toBe(2 * count + 2);
    });
  }
});

test.describe('traces of runs that were stopped @mock', () => {
  const BEGIN = `await make('done'); await create('done', 'a'); await end('done'); await create('default', 'b');
    await steer('GET', 'trace?world=*');`;

  test('behaviour R12: a command that does not hear SIGTERM is killed by a second signal, and the trace is written @whole', async ({
    folder,
    running,
  }) => {
    const file = join(folder, 'run.har');
    const { child, ended } = await running(
      ['--trace', file],
      `process.on('SIGTERM', () => console.log('heard')); ${BEGIN} console.log('ready'); ${WAIT}`,
    );
    const heard = once(child.stdout as NodeJS.ReadableStream, 'data');
    child.kill('SIGTERM');
    await heard;
    child.kill('SIGTERM');
    const { code, stderr } = await ended();
    expect([code, linesOf(stderr).at(-1)]).toEqual([137, `platform-mock: wrote ${file} (2 calls of 2 worlds)`]);
    expect(readLog(file).entries.map(({ pageref }) => pageref)).toEqual(['done', 'default']);
    expect(readdirSync(folder)).toEqual(['run.har']);
  });

  test('behaviour R12: a killed exec leaves the calls of all worlds in a file without secrets, each once, which trace show reads', async ({
    folder,
    running,
  }) => {
    const file = join(folder, 'run.har');
    const part = `${file}.part`;
    const { child, line, goOn, ended } = await running(
      ['--trace', file],
      `const { token } = await make('mine'); await call('mine', repos + '?note=admin-token', undefined, token); await end('mine');
       await make('late'); await create('late', 'c'); await make('open');
       ${BEGIN} await call('open', repos + '?note=admin-token', undefined, process.env.PLATFORM_TOKEN); console.log(token);
       process.stdin.once('end', () => process.exit());
       await new Promise((go) => process.stdin.once('data', go)); await end('late');`,
    );
    const written = (): string => readFileSync(part, 'utf8');
    const until = (text: RegExp) => expect.poll(() => text.test(written()), { timeout: LIMIT_MS }).toBe(true);
    await until(/"open":"default .*"entry"/);
    await until(/"open":"late .*"entry"/);
    await until(/"open":"open .*"entry"/);
    goOn();
    await until(/^\{"page":\{"id":"late"/m);
    child.kill('SIGKILL');
    await ended();
    expect(readdirSync(folder)).toEqual(['run.har.part']);
    const text = readFileSync(part, 'utf8');
    for (const secret of [line, ...line.split('.').slice(1), 'admin-token']) expect(text).not.toContain(secret);
    // A line that was not written to its end is left out.
    appendFileSync(part, '{"entry":{"pageref":"done","star');
    for (const name of [file, part]) {
      const printed = await runHere(['trace', 'show', name]);
      expect([printed.code, printed.stderr]).toEqual([
        0,
        `platform-mock: ${part}: the run was cut short; these are the calls that had been written\n`,
      ]);
      expect(linesOf(printed.stdout)).toEqual([
        expect.stringMatching(/1 .* mine {2}rest {2}ListRepos .* 200/),
        expect.stringMatching(/2 .* late {2}rest {2}CreateRepo .* 200/),
        expect.stringMatching(/3 .* done {2}rest {2}CreateRepo .* 200/),
        expect.stringMatching(/4 .* default {2}rest {2}CreateRepo .* 200/),
        expect.stringMatching(/5 .* open {2}rest {2}ListRepos .* 200/),
      ]);
    }
    writeFileSync(part, 'oops\n');
    const bad = await runHere(['trace', 'show', file]);
    expect([bad.code, bad.stderr]).toEqual([2, `platform-mock: ${part}: log.entries: it is no HAR\n`]);
  });

  const hasPrlimit = spawnSync('prlimit', ['--version']).status === 0;

  for (const [what, script, status] of [
    ['the status is 2', '', 2],
    ['a command that failed has its own', 'process.exitCode = 5;', 5],
  ] as const) {
    const share = status === 2 ? ' @whole' : '';
    test(`behaviour R12: a full disk is one line that names the file, what is there stays, and ${what}${share}`, async ({
      folder,
      running,
    }) => {
      skipAloud('no disk was filled', hasPrlimit ? undefined : 'there is no prlimit of util-linux here');
      const file = join(folder, 'run.har');
      const { child, goOn, ended } = await running(
        ['--trace', file],
        `${BEGIN} console.log('ready'); ${WAIT} await make('late'); await create('late', 'c'); await end('late'); ${script}`,
      );
      const isWritten = (): boolean => readFileSync(`${file}.part`, 'utf8').includes('"open":"default ');
      await expect.poll(isWritten, { timeout: LIMIT_MS }).toBe(true);
      const { size } = statSync(`${file}.part`);
      execFileSync('prlimit', ['--pid', String(child.pid), `--fsize=${size + 50}:`]);
      goOn();
      const { code, stderr } = await ended();
      expect(code).toBe(status);
      expect(linesOf(stderr)).toEqual([expect.stringContaining(`platform-mock: ${file}.part: EFBIG`)]);
      expect(existsSync(file)).toBe(false);
      const printed = await runHere(['trace', 'show', file]);
      expect(linesOf(printed.stdout)).toEqual([1, 2].map(() => expect.stringContaining('CreateRepo')));
    });
  }
});

test.describe('R13: a mock that is held @mock', () => {
  test('behaviour R13: after a red run the mock goes on until Ctrl-C, and the status stays', async ({ running }) => {
    const {
      child,
      said,
      ended,
      line: url,
    } = await running([], 'console.log(url); process.exitCode = 6;', {
      PLATFORM_MOCK_HOLD: '1',
    });
    expect(await said('the mock stays')).toBe(
      `platform-mock: the mock stays at ${url} until Ctrl-C; what was called is at ${url}/#calls`,
    );
    expect((await fetch(`${url}/_mock/v1/info`)).status).toBe(200);
    child.kill('SIGINT');
    expect((await ended()).code).toBe(6);
  });

  for (const [what, hold, script, status] of [
    ['a green run', '1', '', 0],
    ['a red one that is not to be held', 'no', 'process.exitCode = 6;', 6],
  ] as const) {
    test(`behaviour R13: ${what} ends at once`, async () => {
      const { code, stderr } = await exec([], script, { PLATFORM_MOCK_HOLD: hold });
      expect([code, stderr]).toEqual([status, '']);
    });
  }

  test('behaviour R13: a run that a signal ended is not held @whole', async ({ running }) => {
    const { child, ended } = await running(['--hold'], `console.log('ready'); ${WAIT}`);
    child.kill('SIGTERM');
    expect(await ended()).toEqual({ code: 143, stderr: '' });
  });
});
