import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { countTap } from './summary.ts';
import { groupsOf, SHARING, writeGroups } from './unit-groups.ts';

for (const [files, size, groups] of [
  [[], 2, []],
  [['src/kernel/a.test.ts'], 2, [['src/kernel/a.test.ts']]],
  [['scripts/a', 'src/cli/b', 'src/store/c'], 2, [['src/store/c'], ['scripts/a', 'src/cli/b']]],
  [['src/cli/a', 'src/cli/b', 'src/cli/c'], 2, [['src/cli/a', 'src/cli/b'], ['src/cli/c']]],
  [['scripts/a', 'src/cli/b'], 1, [['scripts/a'], ['src/cli/b']]],
  [['src/features/a/b', 'src/features/c/d'], 2, [['src/features/a/b', 'src/features/c/d']]],
  [
    ['src/cli/a', 'src/faces/grpc/b', 'src/kernel/c', 'src/d', 'src/faces/rest/e'],
    2,
    [['src/d'], ['src/cli/a', 'src/faces/grpc/b'], ['src/kernel/c', 'src/faces/rest/e']],
  ],
] as const) {
  test(`${files.join()} in groups of ${size} are ${JSON.stringify(groups)}`, () => {
    assert.deepEqual(groupsOf(files, size), groups);
  });
}

/** The folders of the unit tests. */
const FOLDERS = new Set(
  ['src', 'scripts'].flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.test.ts'))
      .map((path) => dirname(join(root, path))),
  ),
);

/** The rooms of the groups that a folder is in. */
const roomsWith = (folder: string): readonly string[] =>
  SHARING.flat().filter((room) => `${folder}/`.startsWith(`${room}/`));

test('each folder of unit tests is in exactly one group, and each room of a group has unit tests', () => {
  assert.ok(FOLDERS.size > 30, `${FOLDERS.size} folders`);
  for (const folder of FOLDERS) assert.equal(roomsWith(folder).length, 1, `${folder} is in ${roomsWith(folder)}`);
  const used = new Set([...FOLDERS].flatMap(roomsWith));
  assert.deepEqual(
    SHARING.flat().filter((room) => !used.has(room)),
    [],
  );
});

/** Runs files as one group and returns its report. */
const runGroup = async (
  ...texts: readonly string[]
): Promise<{ readonly report: string; readonly status: number | null }> => {
  const source = mkdtempSync(join(tmpdir(), 'platform-mock-unit-files-'));
  const files = texts.map((text, nth) => {
    const file = join(source, `${nth}.test.ts`);
    writeFileSync(file, `import { before, beforeEach, test } from 'node:test';\n${text}`);
    return file;
  });
  const { programs } = await writeGroups([files], source);
  try {
    // A runner within a runner's test has to be asked not to report to it.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const run = spawnSync(process.execPath, ['--enable-source-maps', '--test', '--test-reporter=tap', ...programs], {
      encoding: 'utf8',
      env,
    });
    return { report: run.stdout, status: run.status };
  } finally {
    rmSync(source, { recursive: true });
  }
};

const FAILS = "throw new Error('as it should')";

test('every test of a group counts, also those registered late', async () => {
  const late = 'await new Promise((next) => setImmediate(next));';
  const { report, status } = await runGroup(
    `test('a', () => {}); ${late} test('b', () => {});`,
    "test('c', () => {});",
  );
  assert.deepEqual([countTap(report), status], [{ passed: 3, failed: 0, skipped: 0 }, 0]);
});

test('a test that fails fails its run and no test of another file', async () => {
  const { report, status } = await runGroup(`test('a', () => { ${FAILS}; });`, "test('b', () => {});");
  assert.deepEqual([countTap(report), status], [{ passed: 1, failed: 1, skipped: 0 }, 1]);
});

test('hooks of a file run for its own tests only', async () => {
  const { report } = await runGroup(
    `beforeEach(() => { ${FAILS}; }); test('a', () => {});`,
    `before(() => { ${FAILS}; }); test('b', () => {});`,
    "test('c', () => {});",
  );
  assert.deepEqual(countTap(report).passed, 1);
});

test('a file has the folder and the address of its source', async () => {
  const { report } = await runGroup(
    `import { readdirSync } from 'node:fs';
    test('a', () => { if (!readdirSync(import.meta.dirname).includes('0.test.ts')) ${FAILS}; });
    test('b', () => { if (!import.meta.url.endsWith('/0.test.ts')) ${FAILS}; });
    test('c', () => { if (import.meta.resolve('./0.test.ts') !== import.meta.url) ${FAILS}; });`,
  );
  assert.deepEqual(countTap(report), { passed: 3, failed: 0, skipped: 0 });
});

test('a failure has its line in the source', async () => {
  const { report } = await runGroup(`test('a', () => {\n  ${FAILS};\n});`);
  assert.match(report, /0\.test\.ts:3/);
});

test('a file that cannot be loaded counts as a failed test', async () => {
  const { report, status } = await runGroup(FAILS, "test('b', () => {});");
  assert.deepEqual([countTap(report), status], [{ passed: 1, failed: 1, skipped: 0 }, 1]);
  assert.match(report, /as it should/);
});
