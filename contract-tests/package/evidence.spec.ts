import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ended } from './driven-setup.ts';
import { EVIDENCE, expectLines, STRICT, testsOf } from './evidence-tests.ts';
import { expect, test } from './user-folder.ts';

const PLAYWRIGHT = `
import { expect, test } from 'platform-mock/playwright';

const { describe } = test;
${testsOf('', (what) => `test.use({ strict: ${what} });`, "test('is expected to fail', async ({ world }) => { test.fail(); await world.fetch('/nowhere'); throw new Error('as expected'); });")}`;

const VITEST = `
import { test } from 'platform-mock/vitest';
import { describe, expect } from 'vitest';
${testsOf('.concurrent', (what) => `test.override({ strict: ${what} });`, "test.fails('is expected to fail', async ({ world }) => { await world.fetch('/nowhere'); throw new Error('as expected'); });")}`;

/** The part of a text from one mark to the next of another. */
const between = (text: string, from: string | RegExp, to: string | RegExp): string => {
  const at = text.search(from);
  const rest = at < 0 ? '' : text.slice(at);
  const end = rest.slice(1).search(to);
  return end < 0 ? rest : rest.slice(0, end + 1);
};

/** The labels that a test has printed. */
const printedLabels = (text: string): unknown => JSON.parse(/^ *(\{"title":.*\})$/m.exec(text)?.[1] ?? 'null');

test.describe('behaviour Y7, Y8, Y9 and Y18: the evidence of a test that fails @mock', () => {
  test.describe.configure({ timeout: 120_000 });

  test('by Playwright: in its lists, for GitHub and JUnit, and attached @whole', async ({ user }) => {
    const folder = join(user, 'evidence-playwright');
    await mkdir(folder);
    const reporter = [['list'], ['github'], ['json', { outputFile: 'out.json' }], ['junit', { outputFile: 'out.xml' }]];
    const config = { globalSetup: 'platform-mock/setup', projects: [{ name: 'Some project' }], reporter };
    await writeFile(join(folder, 'playwright.config.mjs'), `export default ${JSON.stringify(config)};`);
    await writeFile(join(folder, 'evidence.spec.mjs'), PLAYWRIGHT);
    const { code, stdout, stderr } = await ended(folder, {}, resolve('node_modules/.bin/playwright'), 'test');
    expect(code, stdout + stderr).toBe(1);
    expect(stdout).toMatch(/^ +4 failed$/m);
    expect(stdout).toMatch(/^ +3 passed /m);
    expectLines(between(stdout, /^ +1\) /m, /^ +2\) /m), EVIDENCE);
    const xml = await readFile(join(folder, 'out.xml'), 'utf8');
    const annotations = stdout.split('\n').filter((line) => line.startsWith('::error'));
    for (const text of [annotations.join('\n').replaceAll('%25', '%'), xml]) expectLines(text, EVIDENCE);
    expectLines(between(stdout, /^ +2\) /m, /^ +3\) /m), [
      /Calls, none of which failed:$/,
      /rest Ping/,
      /Nothing changed\.$/,
    ]);
    expectLines(between(stdout, /^ +3\) /m, /^ +4\) /m), STRICT);
    const one = between(stdout, /^ +4\) /m, /^ +4 failed/m);
    expectLines(one, [/does not let pass$/, /Faults that never fired/]);
    expect(one).not.toMatch(/Fields that were|Calls that match|Calls to the world/);
    const labels = {
      ...{ title: 'changes-nothing', file: 'evidence.spec.mjs', project: 'Some-project', retry: '0' },
      trace: 'retain-on-failure',
    };
    expect(printedLabels(stdout)).toEqual({ ...labels, worker: expect.stringMatching(/^\d+$/) });
    const json = await readFile(join(folder, 'out.json'), 'utf8');
    for (const attached of ['evidence of', 'changes in', 'journal of']) {
      expect(json).toMatch(new RegExp(`"name": "${attached} world fails-with-evidence-[0-9a-f]{8}"`));
    }
    for (const step of ['PUT /_mock/v1/faults', 'POST /registry/v2/repos/[0-9a-f]+', 'GET /nowhere']) {
      expect(json).toMatch(new RegExp(`"title": "${step}"`));
    }
    // No stack trace leads into the package.
    expect(stdout).not.toContain('platform-mock/dist');
  });

  test('by Vitest: under the name of the test, while others run', async ({ user }) => {
    const folder = join(user, 'evidence-vitest');
    await mkdir(folder);
    const config = { test: { globalSetup: 'platform-mock/setup' } };
    await writeFile(join(folder, 'vitest.config.mjs'), `export default ${JSON.stringify(config)};`);
    await writeFile(join(folder, 'evidence.test.mjs'), VITEST);
    const { code, stdout, stderr } = await ended(folder, {}, resolve('node_modules/.bin/vitest'), 'run');
    expect(code, stdout + stderr).toBe(1);
    expect(stdout).toMatch(/^ +Tests +4 failed \| 2 passed \| 1 expected fail \(7\)$/m);
    const textOf = (name: string): string =>
      stderr
        .split(/^ FAIL +/m)
        .filter((part) => part.startsWith(`evidence.test.mjs > ${name}`))
        .join('');
    expectLines(textOf('Fails, with evidence!'), EVIDENCE);
    expectLines(textOf('changes nothing'), [/Calls, none of which failed:$/, /rest Ping/, /Nothing changed\.$/]);
    expectLines(textOf('strict > lets nothing pass'), STRICT);
    const one = textOf('strict in one > lets no fault pass');
    expectLines(one, [/does not let pass$/, /Faults that never fired/]);
    expect(one).not.toMatch(/Fields that were|Calls that match|Calls to the world/);
    const labels = { title: 'changes-nothing', file: 'evidence.test.mjs', retry: '0', trace: 'retain-on-failure' };
    expect(printedLabels(stdout)).toEqual({ ...labels, worker: expect.stringMatching(/^\d+$/) });
    expect(stderr).not.toContain('platform-mock/dist');
  });

  for (const [runner, command, config, file, keep] of [
    ['playwright', ['playwright', 'test'], 'playwright.config.mjs', 'k.spec.mjs', "test.use({ keep: 'failed' });"],
    ['vitest', ['vitest', 'run'], 'vitest.config.mjs', 'k.test.mjs', "test.override({ keep: 'failed' });"],
    ['jest', ['jest', '--testMatch=**/*.cjs'], 'jest.config.mjs', 'k.test.cjs', ''],
  ] as const) {
    test(`Y11: ${runner} keeps the world of a test that fails, and no other @whole`, async ({ user, ownServer }) => {
      const { ready } = await ownServer();
      const folder = join(user, `kept-${runner}`);
      await mkdir(folder);
      await writeFile(join(folder, config), 'export default {};');
      const head =
        runner === 'jest'
          ? "const test = require('platform-mock/jest').test.extend({ keep: 'failed' });"
          : `import { test } from 'platform-mock/${runner}';`;
      const text = `${head}
        ${keep}
        test('passes', async ({ world }) => { await world.fetch('/nowhere'); });
        test('fails', async ({ world }) => {
          await world.fetch('/nowhere');
          await world.fetch('/ping/v2/ping');
          throw new Error('so');
        });`;
      await writeFile(join(folder, file), text);
      const [program, ...args] = command;
      const { code, stdout, stderr } = await ended(
        folder,
        { PLATFORM_API_URL: ready.url },
        resolve('node_modules/.bin', program),
        ...args,
      );
      expect(code, stdout + stderr).toBe(1);
      const [, world] =
        /^ *The world lives until .*: http\S+\/#calls\?world=([\w-]+)&entry=1$/m.exec(stdout + stderr) ?? [];
      // The server may have worlds of other tests.
      const ofFile = `${ready.url}/_mock/v1/worlds?label=file:${file}`;
      const { worlds } = (await (await fetch(ofFile)).json()) as {
        readonly worlds: readonly { readonly id: string; readonly expireTime?: string; readonly createTime: string }[];
      };
      expect(worlds.map(({ id }) => id)).toEqual([world]);
      const { createTime, expireTime = '' } = worlds[0] ?? { createTime: '' };
      expect(Date.parse(expireTime) - Date.parse(createTime)).toBe(3_600_000);
      expect((await fetch(ofFile, { method: 'DELETE' })).status).toBe(200);
    });
  }
});
