import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { build } from 'esbuild';
import { bySize } from '../../scripts/test-size.ts';
import { collection, type Row } from '../kernel/rows.ts';
import { openJsonFileStore } from './json-file.ts';

const KILLS = bySize({ small: 5, usual: 10, whole: 50 });
const KILLS_OF_ONE_FILE = 5;
/** The maximum number of further files if none was rewritten. */
const MAX_MORE = 20;

const folder = mkdtempSync(join(tmpdir(), 'json-file-kill-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/**
 * A program that writes pairs of rows in bursts, for ever. It prints `+uid` when a pair is answered, `?uid` before
 * it removes one, and `-uid` when that is answered. A line is read, or waits to be, before the program goes on: what
 * `process.stdout` still holds when nobody reads would be gone with the process.
 */
const BURST = `
  import { writeSync } from 'node:fs';
  import { openJsonFileStore } from './json-file.ts';
  const store = await openJsonFileStore({ file: process.argv[2], compactBytes: 4096 });
  const [left, right] = ['left', 'right'].map((name) => ({ name, indexes: [] }));
  let next = Math.max(0, ...store.rows.listWithin(left, '/').map(({ uid }) => Number(uid))) + 1_000;
  const say = (word) => writeSync(1, word + '\\n');
  const add = async () => {
    const uid = String(next++);
    await store.write((tx) => {
      tx.put(left, { uid, text: 'x'.repeat(next % 300) });
      tx.put(right, { uid });
    });
    say('+' + uid);
    if (next % 5 > 0) return;
    say('?' + uid);
    await store.write((tx) => {
      tx.remove(left, uid);
      tx.remove(right, uid);
    });
    say('-' + uid);
  };
  for (;;) await Promise.all(Array.from({ length: 1 + (next % 20) }, add));`;

/** Bundled once, because a start through tsx costs more than everything else here. */
const bundled = async (): Promise<string> => {
  const outfile = join(folder, 'burst.mjs');
  const stdin = { contents: BURST, resolveDir: import.meta.dirname, loader: 'ts' as const };
  await build({ stdin, outfile, bundle: true, platform: 'node', format: 'esm', logLevel: 'error' });
  return outfile;
};

/** The number of lines that it prints before it is killed: enough for the file to be rewritten, however slow the machine is. */
const MIN_LINES = 20;
const MAX_LINES = 220;

/** Runs it and kills it after a random number of lines, whatever it does then; returns its whole lines. */
const killedInBurst = async (program: string, file: string): Promise<readonly string[]> => {
  const child = spawn(process.execPath, [program, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  let remaining = MIN_LINES + Math.random() * (MAX_LINES - MIN_LINES);
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    remaining -= text.split('\n').length - 1;
    if (remaining <= 0) child.kill('SIGKILL');
  });
  await once(child, 'close');
  assert.equal(child.signalCode, 'SIGKILL');
  return said.split('\n').slice(0, -1);
};

const [left, right] = [collection<Row>('left'), collection<Row>('right')];

/** The uids in a file, after a check that each has both its rows. A copy is opened, so the file does not change. */
const uidsIn = async (file: string): Promise<ReadonlySet<string>> => {
  const copy = mkdtempSync(join(folder, 'copy-'));
  cpSync(dirname(file), copy, { recursive: true });
  const store = await openJsonFileStore({ file: join(copy, 'data'), report: assert.ifError });
  const [lefts, rights] = [left, right].map((side) => store.rows.listWithin(side, '/').map(({ uid }) => uid));
  await store.close();
  rmSync(copy, { recursive: true });
  assert.deepEqual(lefts, rights);
  return new Set(lefts);
};

interface Tally {
  answered: number;
  folded: number;
}

/** Kills writers of one file again and again, each on the remains of the last kill. */
const killRepeatedly = async (program: string, tally: Tally): Promise<void> => {
  const file = join(mkdtempSync(join(folder, 'at-')), 'data');
  const words = new Set<string>();
  for (let kill = 0; kill < KILLS_OF_ONE_FILE; kill += 1) {
    for (const word of await killedInBurst(program, file)) words.add(word);
    const there = await uidsIn(file);
    for (const word of words) {
      const uid = word.slice(1);
      // A pair that was being removed may be there or not, until that is answered.
      if (word.startsWith('+')) assert.ok(there.has(uid) || words.has(`?${uid}`), `${uid} was answered and is lost`);
      if (word.startsWith('-')) assert.ok(!there.has(uid), `${uid} was deleted and is back`);
    }
  }
  tally.answered += [...words].filter((word) => !word.startsWith('?')).length;
  tally.folded += (JSON.parse(readFileSync(file, 'utf8')) as { generation: number }).generation - 1;
};

test('D1: every answered write is there after kill -9 at any moment, and every write is whole or absent', async (t) => {
  const program = await bundled();
  const tally: Tally = { answered: 0, folded: 0 };
  let files = KILLS / KILLS_OF_ONE_FILE;
  const worker = async (): Promise<void> => {
    // A kill may come before each rewriting by chance: more files are killed then, and not without an end.
    while (files > 0 || (tally.folded <= KILLS / 10 && files > -MAX_MORE)) {
      files -= 1;
      await killRepeatedly(program, tally);
    }
  };
  await Promise.all([worker(), worker()]);
  t.diagnostic(
    `${KILLS - KILLS_OF_ONE_FILE * files} kills, ${tally.answered} writes answered, the file rewritten ${tally.folded} times`,
  );
  assert.ok(tally.answered > KILLS * 10 && tally.folded > KILLS / 10);
});
