import { cp, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { ended } from './driven-setup.ts';
import { run } from './packed.ts';
import { expect, test } from './user-folder.ts';

test.describe('the package @mock', () => {
  test('it is built when it is packed, and brings no other package', async ({ user }) => {
    const lock = JSON.parse(await readFile(join(user, 'node_modules/.package-lock.json'), 'utf8'));
    expect(Object.keys(lock.packages)).toEqual(['node_modules/platform-mock']);
    const names = await readdir(join(user, 'node_modules/platform-mock'));
    expect(names.sort()).toEqual(
      [
        ...['LICENSE', 'README.md', 'dist', 'docs', 'fixture.schema.json', 'fixtures', 'openapi.yaml'],
        ...['package.json', 'proto', 'src'],
      ].sort(),
    );
  });

  test('its binary starts a mock', async ({ user }) => {
    const script = 'curl -s -H "Authorization: Bearer $PLATFORM_TOKEN" $PLATFORM_API_URL/ping/v2/ping';
    expect(await run(user, 'npx', '--no-install', 'platform-mock', 'exec', '--', 'sh', '-c', script)).toBe(
      '{"response":"pong"}',
    );
  });

  test('its command line starts from what the build has compiled, and without it', async ({ user }) => {
    const dist = join(user, 'without/dist');
    await cp(join(user, 'node_modules/platform-mock'), join(user, 'without'), { recursive: true });
    const names = await readdir(dist);
    const scripts = names.filter((name) => name === 'command-line.cjs');
    const compiled = names.filter((name) => /^command-line-.*\.bin$/.test(name));
    expect([scripts.length, compiled.length]).toEqual([1, 1]);
    expect(compiled[0]).toContain(`-${process.versions.v8}-${process.arch}.bin`);
    const version = (): Promise<string> => run(user, process.execPath, join(dist, 'main.cjs'), '--version');
    for (const [without, expected] of [
      [[], /^\d+\.\d+\.\d+/],
      [compiled, /^\d+\.\d+\.\d+/],
      [scripts, undefined],
    ] as const) {
      for (const name of without) await rename(join(dist, name), join(dist, `${name}.away`));
      const printed = await version().catch(() => undefined);
      for (const name of without) await rename(join(dist, `${name}.away`), join(dist, name));
      if (expected) expect(printed, without.join()).toMatch(expected);
      else expect(printed).toBeUndefined();
    }
  });

  test('a stack trace has no path of the machine that has built it', async ({ user }) => {
    const code = `require('platform-mock').startMock({ port: -1 }).catch(({ stack }) => console.log(stack));`;
    const stack = await run(user, process.execPath, '-e', code);
    expect(stack).toMatch(/startMock\S* \(.*command-line\.cjs:/);
    expect(stack).not.toContain(resolve('dist'));
  });

  test('an error that nobody has caught is shown with a line of code that can be read', async ({ user }) => {
    for (const code of [
      `require('platform-mock').startMock({ port: -1 })`,
      `require('platform-mock').connectMock({ url: 7 })`,
    ]) {
      const { stderr } = await ended(user, {}, process.execPath, '-e', code);
      expect(stderr).toMatch(/\n {4}at /);
      expect(Math.max(...stderr.split('\n').map(({ length }) => length)), stderr).toBeLessThan(2_000);
    }
  });

  test('every entry can be imported, and the files that it names are there', async ({ user }) => {
    const { exports } = JSON.parse(await readFile('package.json', 'utf8')) as { exports: Record<string, unknown> };
    const require = createRequire(join(user, 'main.js'));
    const names = Object.keys(exports).map((name) => name.replace(/^\./, 'platform-mock'));
    expect(names).toHaveLength(10);
    // Vitest and Jest import theirs only.
    const modules = names.filter((name) => !/\.(?:json|yaml)$|\/(?:vitest|jest)$/.test(name));
    for (const name of names) expect(require.resolve(name)).toContain('platform-mock');
    const code = modules
      .map((name) => `console.log(Object.keys(await import('${name}')).sort().join(' '));`)
      .join('\n');
    await writeFile(join(user, 'imports.js'), code);
    const lines = (await run(user, 'node', 'imports.js')).trim().split('\n');
    expect(lines).toEqual([
      ...['MockError probe startMock', 'MockError connectMock', 'expect test', 'default setup', 'default teardown'],
    ]);
  });
});
