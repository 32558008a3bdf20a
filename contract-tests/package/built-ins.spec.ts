import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Metafile } from 'esbuild';
import { plainEnvironment } from '../support/own-server.ts';
import { run } from './packed.ts';
import { expect, test } from './user-folder.ts';

/** The members of the client, in each runner that loads it and in each runtime. */
const CLIENT = [
  ...['node:fs/promises', 'node:module', 'node:path', 'node:timers'],
  // Calls to this machine that no proxy of the environment may be asked for.
  ...['node:http', 'node:https', 'node:stream'],
  // Names of worlds that no other run has.
  'node:crypto',
];
/** The server: sockets, files, compression, and how much memory there is. */
const SERVER = [
  ...CLIENT,
  ...['node:buffer', 'node:fs', 'node:http2', 'node:net', 'node:timers/promises', 'node:tls', 'node:url'],
  ...['node:util', 'node:v8', 'node:vm', 'node:zlib'],
];

/** The built-in modules that an entry may load when it is loaded: Node 20, Bun and Deno have all of them. */
const MAY_LOAD: Readonly<Record<string, readonly string[]>> = {
  'client.js': CLIENT,
  'client.cjs': CLIENT,
  'setup.js': CLIENT,
  'setup.cjs': CLIENT,
  'playwright.js': CLIENT,
  'playwright.cjs': CLIENT,
  'teardown.js': CLIENT,
  'teardown.cjs': CLIENT,
  'vitest.js': CLIENT,
  'jest.js': [...CLIENT, 'node:util'],
  'jest.cjs': [...CLIENT, 'node:util'],
};

/** Prints the built-in modules that a file requires while it is imported: its script is one file, which has them by name. */
const requiredBy = (file: string): string => `
  import Module, { isBuiltin } from 'node:module';
  const names = new Set();
  const { _load: load } = Module;
  Module._load = (name, ...rest) => {
    if (isBuiltin(name)) names.add(name.replace(/^(?:node:)?/, 'node:'));
    return load(name, ...rest);
  };
  await import(${JSON.stringify(pathToFileURL(file).href)});
  console.log([...names].join(' '));`;

/** The modules that are loaded with a file: those that it names, and not those that it imports later. */
const loadedWith = ({ inputs }: Metafile, entry: string): ReadonlySet<string> => {
  const loaded = new Set<string>();
  const waiting = [entry];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    for (const next of inputs[path]?.imports ?? []) {
      if (next.kind === 'dynamic-import' || loaded.has(next.path)) continue;
      loaded.add(next.path);
      waiting.push(next.path);
    }
  }
  return loaded;
};

test.describe('the entries of the package @mock', () => {
  for (const [entry, may] of Object.entries(MAY_LOAD)) {
    test(`N11: ${entry} loads no built-in module but those that all runtimes have`, async ({ user }) => {
      const dist = join(user, 'node_modules/platform-mock/dist');
      const { metafile } = await build({
        absWorkingDir: dist,
        entryPoints: [entry],
        write: false,
        metafile: true,
        bundle: true,
        platform: 'node',
        format: 'esm',
        external: ['vitest', '@playwright/test', '@jest/globals', 'expect'],
        logLevel: 'silent',
      });
      const isBuiltIn = (name: string): boolean => builtinModules.includes(name.replace(/^node:/, ''));
      const loaded = [...loadedWith(metafile, entry)].filter((name) => name.startsWith('node:') || isBuiltIn(name));
      expect(loaded).toContain('node:timers');
      expect(loaded.filter((name) => !may.includes(name))).toEqual([]);
    });
  }

  test('N11: index.js loads no built-in module but those that all runtimes have', async ({ user }) => {
    const file = join(user, 'node_modules/platform-mock/dist/index.js');
    const loaded = (await run(user, process.execPath, '--input-type=module', '-e', requiredBy(file))).trim().split(' ');
    expect(loaded).toContain('node:timers');
    expect(loaded.filter((name) => !SERVER.includes(name))).toEqual([]);
  });

  // The driver of Postgres asks Node's fetch which runtime this is, if there is no `navigator`: 4 MB more at rest.
  test('a start with a database loads no fetch of Node', async ({ user }) => {
    const named = "process.on('exit', () => console.log(process.moduleLoadList.join('\\n')))";
    await writeFile(join(user, 'loaded.cjs'), named);
    const main = join(user, 'node_modules/platform-mock/dist/main.cjs');
    const flags = ['serve', '--port', '0', '--control-token', 'none', '--database', 'postgres://127.0.0.1:1/none'];
    const { stdout, stderr } = spawnSync(process.execPath, ['--require', './loaded.cjs', main, ...flags], {
      cwd: user,
      env: plainEnvironment({}),
      encoding: 'utf8',
    });
    expect(stderr).toContain('ECONNREFUSED');
    expect(stdout).toContain('NativeModule net\n');
    expect(stdout).not.toContain('undici');
  });
});
