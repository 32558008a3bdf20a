import assert from 'node:assert/strict';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { bySize } from '../../scripts/test-size.ts';
import { type Files, found, lay, newFolder } from '../testing/data-files.ts';
import { contentsOf, others, type Thing, things } from '../testing/store-specimens.ts';
import { DataFileError } from './data-file-error.ts';
import { openJsonFileStore } from './json-file.ts';
import { repairDataFile } from './json-file-repair.ts';

const DAMAGES = bySize({ small: 80, usual: 200, whole: 1_000 });
const UNSYNCED_DAMAGES = bySize({ small: 40, usual: 80, whole: 300 });
/** Microseconds of processor time, for all of them: a load that runs on for seconds is a hang. */
const MAX_CPU_MICROS = 10_000_000;

/** Numbers below a bound that are the same in every run (mulberry32). */
const chanceOf = (seed: number): ((bound: number) => number) => {
  let state = seed;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
};
type Chance = ReturnType<typeof chanceOf>;

const linesOf = (bytes: Buffer): readonly Buffer[] => {
  const lines: Buffer[] = [];
  for (let from = 0; from < bytes.length; ) {
    const newline = bytes.indexOf(0x0a, from);
    const end = newline < 0 ? bytes.length : newline + 1;
    lines.push(bytes.subarray(from, end));
    from = end;
  }
  return lines;
};

const changed = (bytes: Buffer, change: (copy: Buffer) => void): Buffer => {
  const copy = Buffer.from(bytes);
  change(copy);
  return copy;
};

const DAMAGE: Readonly<Record<string, (bytes: Buffer, chance: Chance) => Buffer>> = {
  'a flipped bit': (bytes, chance) =>
    changed(bytes, (copy) => {
      const at = chance(copy.length);
      copy.writeUInt8(copy.readUInt8(at) ^ (1 << chance(8)), at);
    }),
  'another byte': (bytes, chance) => changed(bytes, (copy) => copy.writeUInt8(chance(256), chance(copy.length))),
  'a dropped line': (bytes, chance) => {
    const lines = linesOf(bytes);
    const at = chance(lines.length);
    return Buffer.concat(lines.filter((_, index) => index !== at));
  },
  'a line twice': (bytes, chance) => {
    const lines = linesOf(bytes);
    const at = chance(lines.length);
    return Buffer.concat(lines.flatMap((line, index) => (index === at ? [line, line] : [line])));
  },
  'two lines swapped': (bytes, chance) => {
    const lines = [...linesOf(bytes)];
    const [a, b] = [chance(lines.length), chance(lines.length)];
    [lines[a], lines[b]] = [lines[b] as Buffer, lines[a] as Buffer];
    return Buffer.concat(lines);
  },
  'a run of zeros': (bytes, chance) =>
    changed(bytes, (copy) => {
      const from = chance(copy.length);
      copy.fill(0, from, from + 1 + chance(copy.length - from));
    }),
  'a file cut off': (bytes, chance) => bytes.subarray(0, chance(bytes.length)),
};
const KINDS = Object.entries(DAMAGE);

type Contents = ReturnType<typeof contentsOf>;

/** A data file and its log as a killed server leaves them. */
interface Scene {
  readonly data: Buffer;
  readonly log: Buffer;
  /** The contents after each write of the log, the first before any. */
  readonly states: readonly Contents[];
  /** The first line of the log after each write. */
  readonly heads: readonly Buffer[];
  /** Every row that was ever in it, as JSON. */
  readonly everWritten: ReadonlySet<string>;
}

const thing = (uid: string, size: number): Thing => ({ uid, name: `näme of ${uid} → ${size}`, size });

const makeScene = async (): Promise<Scene> => {
  const file = join(newFolder(), 'data');
  const everWritten = new Set<string>();
  const row = (uid: string, size: number): Thing => {
    const made = thing(uid, size);
    everWritten.add(JSON.stringify(made));
    return made;
  };
  const first = await openJsonFileStore({ file, meta: () => ({ seed: 's', key: 'k'.repeat(200) }) });
  await first.write((tx) => {
    for (let at = 0; at < 12; at += 1) tx.put(at % 3 === 0 ? others : things, row(String(100 + at), at));
  });
  await first.close();
  const store = await openJsonFileStore({ file });
  const states: Contents[] = [structuredClone(contentsOf(store))];
  const heads: Buffer[] = [];
  const head = (): number => heads.push(linesOf(readFileSync(`${file}.log.2`))[0] as Buffer);
  head();
  for (let at = 0; at < 12; at += 1) {
    await store.write((tx) => {
      tx.put(things, row(String(110 + at), 50 + at));
      tx.put(others, row('103', at));
      if (at % 4 === 3) tx.remove(things, String(100 + at));
    });
    states.push(structuredClone(contentsOf(store)));
    head();
  }
  const copy = join(newFolder(), 'data');
  for (const end of ['', '.log.2']) copyFileSync(file + end, copy + end);
  await store.close();
  const [data, log] = [readFileSync(copy), readFileSync(`${copy}.log.2`)];
  return { data, log, states, heads, everWritten };
};

/** The result of opening a damaged file: its rows and the notices, or why it was refused. */
const opened = async (
  file: string,
): Promise<{ readonly contents: Contents; readonly notices: readonly string[] } | { readonly refused: unknown }> => {
  const notices: string[] = [];
  try {
    const store = await openJsonFileStore({ file, notice: (text) => notices.push(text) });
    const contents = structuredClone(contentsOf(store));
    await store.close();
    return { contents, notices };
  } catch (error) {
    return { refused: error };
  }
};

/** Repairs a refused file into one that opens, and has no row that was never written. */
const repaired = async (file: string, { everWritten }: Scene): Promise<boolean> => {
  const to = `${file}.new`;
  try {
    await repairDataFile(file, to);
  } catch (error) {
    assert.ok(error instanceof DataFileError, String(error));
    return false;
  }
  const result = await opened(to);
  assert.ok('contents' in result, String((result as { refused?: unknown }).refused));
  for (const row of Object.values(result.contents).flat()) {
    assert.ok(everWritten.has(JSON.stringify(row)), `${JSON.stringify(row)} was never written`);
  }
  return true;
};

let scene: Scene;
before(async () => {
  scene = await makeScene();
});

/** Damages one of two files in one of the ways above; undefined when that has changed nothing. */
const damaged = (
  number: number,
  data: Buffer,
  log: Buffer,
): { readonly file: string; readonly what: string } | undefined => {
  const chance = chanceOf(number);
  const inLog = chance(2) === 1;
  const [kind, damage] = KINDS[chance(KINDS.length)] as (typeof KINDS)[number];
  const target = inLog ? log : data;
  const after = damage(target, chance);
  if (after.equals(target)) return undefined;
  const file = lay({});
  writeFileSync(file, inLog ? data : after);
  writeFileSync(`${file}.log.2`, inLog ? after : log);
  return { file, what: `damage ${number}, ${kind} in the ${inLog ? 'log' : 'file'}` };
};

const demandRefusal = (error: unknown, file: string, what: string): void => {
  assert.ok(error instanceof DataFileError, `${what}: ${String(error)}`);
  assert.ok(error.message.includes(file), `${what}: ${error.message} names no file`);
  assert.ok(!/[\r\n]/.test(error.message), `${what}: ${error.message} is more than a line`);
};

test('D2: no damage to what was answered goes unnoticed, hangs or shows a stack', async (t) => {
  const start = process.cpuUsage();
  const tally = { same: 0, refused: 0, repaired: 0 };
  const { data, log, states } = scene;
  for (let number = 0; tally.same + tally.refused < DAMAGES; number += 1) {
    const done = damaged(number, data, log);
    if (!done) continue;
    const { file, what } = done;
    const files: Files = found(file);
    const result = await opened(file);
    if ('contents' in result) {
      assert.deepEqual(result.contents, states.at(-1), what);
      tally.same += 1;
      continue;
    }
    demandRefusal(result.refused, file, what);
    assert.deepEqual(found(file), files, what);
    tally.refused += 1;
    if (number % 4 === 0 && (await repaired(file, scene))) tally.repaired += 1;
  }
  const { user, system } = process.cpuUsage(start);
  t.diagnostic(
    `${tally.refused} refused, ${tally.same} the same, ${tally.repaired} repaired: ${(user + system) / 1e6} s`,
  );
  // Almost all damage must be refused; a few repairs fail, since the file is empty then.
  assert.ok(tally.refused > DAMAGES * 0.95 && tally.repaired > DAMAGES * 0.2);
  assert.ok(user + system < MAX_CPU_MICROS, `${(user + system) / 1e6} s of processor time`);
});

test('no damage after what was answered loses anything that was', async (t) => {
  const tally = { prefix: 0, refused: 0, reported: 0 };
  const { data, log, states, heads } = scene;
  for (let number = 0; tally.prefix + tally.refused < UNSYNCED_DAMAGES; number += 1) {
    const synced = number % heads.length;
    const head = heads[synced] as Buffer;
    const done = damaged(number, data, Buffer.concat([head, log.subarray(head.length)]));
    if (!done) continue;
    const { file, what } = done;
    const result = await opened(file);
    if ('refused' in result) {
      demandRefusal(result.refused, file, what);
      tally.refused += 1;
      continue;
    }
    const writes = states.findIndex((state) => JSON.stringify(state) === JSON.stringify(result.contents));
    assert.ok(writes >= synced, `${what}: ${synced} writes were answered, ${writes} are there`);
    tally.prefix += 1;
    if (result.notices.length > 0) tally.reported += 1;
    // A file that ends with a whole line looks as if the server had been killed a moment before.
    else assert.ok(writes === heads.length - 1 || /dropped line|cut off/.test(what), `${what}: nothing was reported`);
  }
  t.diagnostic(JSON.stringify(tally));
  assert.ok(tally.reported > UNSYNCED_DAMAGES / 15);
});
