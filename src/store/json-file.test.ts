import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { bySize } from '../../scripts/test-size.ts';
import { collection } from '../kernel/rows.ts';
import { sealed, snapshot } from '../testing/data-files.ts';
import { contentsOf, others, type Thing, things } from '../testing/store-specimens.ts';
import { DataFileError } from './data-file-error.ts';
import { type JsonFileOptions, type JsonFileStore, openJsonFileStore } from './json-file.ts';
import { MemoryStore } from './memory.ts';

const folder = mkdtempSync(join(tmpdir(), 'json-file-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** A new path in a folder of its own, at which nothing exists. */
const newFile = (): string => join(mkdtempSync(join(folder, 'at-')), 'data.json');
const namesBeside = (file: string): readonly string[] => readdirSync(join(file, '..')).sort();

const thing = (uid: string, size = 0): Thing => ({ uid, name: `name of ${uid}`, size });
const put = (store: JsonFileStore, ...rows: readonly Thing[]): Promise<void> =>
  store.write((tx) => {
    for (const row of rows) tx.put(things, row);
  });
const uidsIn = (store: JsonFileStore): readonly string[] => store.rows.listWithin(things, '/').map(({ uid }) => uid);
const fileOf = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

/** Opens a store, runs `use` on it, and closes it. */
const look = async <T>(options: JsonFileOptions, use: (store: JsonFileStore) => T | Promise<T>): Promise<T> => {
  const store = await openJsonFileStore(options);
  try {
    return await use(store);
  } finally {
    await store.close();
  }
};

test('rows and meta come back after a clean stop, which leaves one file', async () => {
  const file = newFile();
  const rows = [thing('a'), { ...thing('b'), name: 'ünï → "\n\u2028' }];
  await look({ file, meta: () => ({ key: 'k' }) }, async (store) => {
    assert.deepEqual([store.isNew, store.meta], [true, { key: 'k' }]);
    await put(store, ...rows);
    await store.write((tx) => tx.put(others, thing('c')));
  });
  assert.deepEqual(namesBeside(file), ['data.json']);
  await look({ file, meta: () => assert.fail('made for an existing file') }, (store) => {
    assert.deepEqual([store.isNew, store.meta], [false, { key: 'k' }]);
    assert.deepEqual(contentsOf(store), { things: rows, others: [thing('c')] });
  });
});

test('the file lists collections by name and rows by uid, whatever the order of the writes', async () => {
  const write = async (uids: readonly string[]): Promise<string> => {
    const file = newFile();
    await look({ file }, async (store) => {
      store.rows.listWithin(collection('empty'), '/');
      await put(store, thing('z'));
      await store.write((tx) => tx.put(others, thing('a')));
      await put(store, ...uids.map((uid) => thing(uid)));
      await store.write((tx) => tx.remove(things, 'z'));
    });
    return readFileSync(file, 'utf8');
  };
  const text = await write(['b', 'a', 'c']);
  assert.equal(await write(['c', 'b', 'a']), text);
  assert.ok(text.indexOf('"others"') < text.indexOf('"things"'));
  const { checksum, rows, ...about } = JSON.parse(text);
  assert.deepEqual(about, { format: 3, generation: 2, sequence: 4, count: 4, meta: {} });
  assert.deepEqual(
    rows.map((row: readonly unknown[]) => row.slice(0, -1)),
    [
      [1, 'others', thing('a')],
      [2, 'things', thing('a')],
      [3, 'things', thing('b')],
      [4, 'things', thing('c')],
    ],
  );
  for (const sum of [checksum, ...rows.map((row: readonly unknown[]) => row.at(-1))])
    assert.match(sum, /^[0-9a-f]{8}$/);
});

test('a file is new until something is written to it', async () => {
  const file = newFile();
  for (let round = 0; round < 3; round += 1) await look({ file }, (store) => assert.ok(store.isNew));
  await look({ file }, (store) => put(store, thing('a')));
  await look({ file }, async (store) => {
    assert.ok(!store.isNew);
    await store.write((tx) => tx.remove(things, 'a'));
  });
  await look({ file }, (store) => assert.deepEqual([store.isNew, uidsIn(store)], [false, []]));
});

test('any writes, restores and restarts leave the file with the rows that memory has', async () => {
  const uid = fc.constantFrom('a', 'b', 'c', 'd');
  const write = fc.array(fc.record({ uid, to: fc.constantFrom(things, others), size: fc.option(fc.nat(9)) }));
  const step = fc.oneof(
    fc.record({ write }),
    fc.constantFrom('capture' as const, 'restore' as const, 'restart' as const),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step), fc.constantFrom(1, 200, 1_000_000), async (steps, compactBytes) => {
      const options = { file: newFile(), compactBytes, report: assert.ifError };
      const model = new MemoryStore();
      let store = await openJsonFileStore(options);
      let captured = { here: store.capture(), there: model.capture() };
      for (const one of steps) {
        if (one === 'capture') captured = { here: store.capture(), there: model.capture() };
        else if (one === 'restore') {
          await store.restore(captured.here);
          await model.restore(captured.there);
        } else if (one === 'restart') {
          await store.close();
          store = await openJsonFileStore(options);
        } else {
          for (const target of [store, model]) {
            await target.write((tx) => {
              for (const { uid: at, to, size } of one.write) {
                if (size === null) tx.remove(to, at);
                else tx.put(to, thing(at, size));
              }
            });
          }
        }
        assert.deepEqual(contentsOf(store), contentsOf(model));
      }
      await store.close();
      await look(options, (again) => assert.deepEqual(contentsOf(again), contentsOf(model)));
    }),
    { numRuns: bySize({ small: 6, usual: 30, whole: 60 }) },
  );
});

test('a write of thousands of rows is one line, and comes back', async () => {
  const file = newFile();
  const rows = Array.from({ length: 2_500 }, (_, at) => thing(String(10_000 + at)));
  const store = await openJsonFileStore({ file });
  await put(store, ...rows);
  assert.equal(readFileSync(`${file}.log.1`, 'utf8').split('\n').length, 3);
  await store.close();
  await look({ file }, (again) => assert.deepEqual(contentsOf(again).things, rows));
});

test('the log is folded into the file when it has grown, while writes go on', async () => {
  const file = newFile();
  const store = await openJsonFileStore({ file, compactBytes: 10_000, report: assert.ifError });
  let written = 0;
  const generation = (): number => (fileOf(file) as { generation: number }).generation;
  while (generation() < 4) {
    assert.ok(written < 20_000, 'the file is not rewritten');
    await Promise.all(Array.from({ length: 10 }, (_, more) => put(store, thing(String(100_000 + written + more)))));
    written += 10;
  }
  assert.ok(namesBeside(file).filter((name) => name.includes('.log.')).length <= 2);
  await store.close();
  assert.deepEqual(namesBeside(file), ['data.json']);
  await look({ file }, (again) => assert.equal(uidsIn(again).length, written));
});

for (const [what, mostBytes] of [
  ['when it is larger than the file', undefined],
  ['of a larger file when it has the most bytes', 4_000],
] as const) {
  test(`D12: a log is folded ${what}, and not before`, async () => {
    const file = newFile();
    await look({ file }, (store) => put(store, ...Array.from({ length: 200 }, (_, at) => thing(`row ${at}`))));
    const { size } = statSync(file);
    const limit = mostBytes ?? size;
    const store = await openJsonFileStore({
      file,
      compactBytes: 1_000,
      report: assert.ifError,
      ...(mostBytes && { mostBytes }),
    });
    const [log] = namesBeside(file).filter((name) => name.includes('.log.'));
    const bytes = (): number => statSync(join(file, '..', log ?? '')).size;
    let [last, line] = [bytes(), 0];
    while (!namesBeside(file).some((name) => name.includes('.log.') && name !== log)) {
      await put(store, thing('row 7'));
      line = bytes() - last;
      last += line;
      assert.ok(last < 2 * limit, 'it is not folded');
    }
    assert.ok(last + line > limit, `folded with ${last} bytes, where ${limit} are the limit`);
    await store.close();
  });
}

test('a closed store refuses writes and keeps nothing of them', async () => {
  const file = newFile();
  const store = await openJsonFileStore({ file });
  const captured = store.capture();
  const under = put(store, thing('a'));
  await Promise.all([store.close(), store.close(), under]);
  await assert.rejects(put(store, thing('b')), /data\.json is closed/);
  await assert.rejects(store.restore(captured), /data\.json is closed/);
  assert.deepEqual(uidsIn(store), ['a']);
  await look({ file }, (again) => assert.deepEqual(uidsIn(again), ['a']));
});

const CANNOT_OPEN: readonly (readonly [what: string, text: string, message: RegExp])[] = [
  ['an empty file', '', /data\.json is empty/],
  ['blanks', ' \n', /data\.json is empty/],
  ['half a file', '{"rows":[{"uid":"a"},{"th', /data\.json is not valid JSON: /],
  ['other JSON', '[]', /data\.json is not a data file: it has no "format"/],
  ['null', 'null', /data\.json is not a data file: it has no "format"/],
  [
    'an older format',
    '{"format":2,"meta":{},"collections":{}}',
    /data\.json has format 2, written by an older version; this one reads format 3$/,
  ],
  [
    'a newer format',
    '{"tables":[],"format":4}',
    /data\.json has format 4, written by a newer version; this one reads format 3$/,
  ],
  [
    'a newer format with lines as in this one',
    `${sealed('{"format":4,"checksum":', ',"rows":[')}\n${sealed('[1,"things",{"uid":"a"},', ']')}\n]}\n`,
    /data\.json has format 4, written by a newer version; this one reads format 3$/,
  ],
  [
    'no generation',
    `${sealed('{"format":3,"checksum":', ',"rows":[')}\n]}\n`,
    /data\.json line 1 is damaged: generation: /,
  ],
  [
    'a row without a uid',
    snapshot(1, 0, 'a').replace(/^\[.*$/m, sealed('[1,"rows",{"name":"b"},', ']')),
    /data\.json line 2 is damaged: it is not a row/,
  ],
];
for (const [what, text, message] of CANNOT_OPEN) {
  test(`a file of ${what} is refused by name and left as it is`, async () => {
    const file = newFile();
    writeFileSync(file, text);
    await assert.rejects(
      openJsonFileStore({ file }),
      (error) => error instanceof DataFileError && message.test(error.message),
    );
    assert.equal(readFileSync(file, 'utf8'), text);
    assert.deepEqual(namesBeside(file), ['data.json']);
  });
}

test('a folder that does not exist, and a folder in the place of the file, are refused by name', async () => {
  await assert.rejects(openJsonFileStore({ file: join(folder, 'nowhere', 'data.json') }), /nowhere.*no such file/);
  await assert.rejects(openJsonFileStore({ file: folder }), (error) => error instanceof DataFileError);
});

test('a link to a data file stays one', async () => {
  const file = newFile();
  const link = join(file, '..', 'link.json');
  await look({ file }, (store) => put(store, thing('a')));
  symlinkSync(file, link);
  await look({ file: link }, async (store) => {
    await put(store, thing('b'));
    await assert.rejects(openJsonFileStore({ file }), /in use/);
  });
  await look({ file }, (store) => assert.deepEqual(uidsIn(store), ['a', 'b']));
});

const openedElsewhere = (file: string): string => `
  const { openJsonFileStore } = await import(${JSON.stringify(new URL('./json-file.ts', import.meta.url).href)});
  await openJsonFileStore({ file: ${JSON.stringify(file)} });
  console.log('open');
  setInterval(() => undefined, 1000);`;

test('a file in use is refused, and is free when its process has been killed', async () => {
  const file = newFile();
  const args = ['--import', 'tsx', '--input-type=module', '-e', openedElsewhere(file)];
  const holder = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(holder.stdout, 'data');
  await assert.rejects(openJsonFileStore({ file }), (error) => {
    return error instanceof DataFileError && error.message.includes(`data.json is in use by process ${holder.pid},`);
  });
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  await look({ file }, async (store) => {
    await assert.rejects(openJsonFileStore({ file }), /data\.json is in use/);
    await put(store, thing('a'));
  });
  assert.deepEqual(namesBeside(file), ['data.json']);
});

test('D8: the file and every log are for their owner only, also those that others could read before', async () => {
  const modes = (file: string): readonly string[] =>
    namesBeside(file)
      .filter((name) => !name.endsWith('.lock'))
      .map((name) => `${name} ${(statSync(join(file, '..', name)).mode & 0o777).toString(8)}`);
  const file = newFile();
  const store = await openJsonFileStore({ file, compactBytes: 100, report: assert.ifError });
  assert.deepEqual(modes(file), ['data.json 600', 'data.json.log.1 600']);
  chmodSync(`${file}.log.1`, 0o644);
  await put(store, thing('a'));
  const copy = newFile();
  for (const end of ['', '.log.1']) cpSync(file + end, copy + end);
  const again = await openJsonFileStore({ file: copy });
  assert.deepEqual(modes(copy), ['data.json 600', 'data.json.log.1 600']);
  await again.close();
  while (!namesBeside(file).includes('data.json.log.2')) await put(store, thing('b'));
  assert.ok(modes(file).includes('data.json.log.2 600'));
  await store.close();
  assert.deepEqual(modes(file), ['data.json 600']);
});

for (const [what, text] of [
  ['a process that has ended', '999999999 1\n'],
  ['an earlier process with the pid of this one', `${process.pid} 1\n`],
  ['a process killed while it wrote the lock', ''],
  ['nobody', 'what is this\n'],
] as const) {
  test(`a lock of ${what} is taken over`, async () => {
    const file = newFile();
    writeFileSync(`${file}.lock`, text);
    await look({ file }, (store) => put(store, thing('a')));
    assert.deepEqual(namesBeside(file), ['data.json']);
  });
}

test('D3: a write in steps that a crash cuts off is dropped as a whole, whatever was appended of it', async () => {
  const file = newFile();
  const copies: string[] = [];
  const logOf = (of: string): string => `${of}.log.1`;
  const store = await openJsonFileStore({ file });
  await put(store, thing('a'));
  const many = Array.from({ length: 3_500 }, (_, at) => thing(`row-${at}`, at));
  let isOver = false;
  const watch = (): void => {
    const copy = newFile();
    cpSync(file, copy);
    cpSync(logOf(file), logOf(copy));
    copies.push(copy);
    if (!isOver) setImmediate(watch);
  };
  const written = store.writeInSteps(function* (tx) {
    yield;
    for (const row of many) tx.put(things, row);
    watch();
  });
  await written;
  isOver = true;
  const sizes = new Set(copies.map((copy) => statSync(logOf(copy)).size));
  // The size before the write, after each piece but the last, and after the last.
  assert.ok(sizes.size >= 4, `${sizes.size} sizes`);
  for (const copy of copies) {
    const uids = await look({ file: copy }, uidsIn);
    assert.ok(uids.length === 1 || uids.length === many.length + 1, `${uids.length} rows`);
  }
  await store.close();
  assert.equal((await look({ file }, uidsIn)).length, many.length + 1);
});
