import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { run } from './packed.ts';
import { expect, test } from './user-folder.ts';

test.describe('the library of the package @mock', () => {
  for (const [how, file, format, extension, share] of [
    ['as a module, in part', 'part.test.ts', 'esm', '-in-part.mjs', ''],
    ['as a module', 'module.test.ts', 'esm', '.mjs', ' @whole'],
    ['by import() from CommonJS', 'commonjs.test.ts', 'cjs', '.cjs', ' @whole'],
  ] as const) {
    test(`its tests pass where it is imported ${how}${share}`, async ({ user }) => {
      test.setTimeout(300_000);
      const outfile = join(user, 'library', `tests${extension}`);
      await mkdir(join(user, 'library'), { recursive: true });
      await build({
        entryPoints: [join('contract-tests/library', file)],
        outfile,
        format,
        bundle: true,
        platform: 'node',
        target: 'node20.19',
        sourcemap: 'inline',
        logLevel: 'warning',
        // The paths of the project would lead to its source.
        ...{ packages: 'external', tsconfigRaw: {} },
      });
      const flags = ['--enable-source-maps', '--test-reporter=tap'];
      const report = await run(user, process.execPath, ...flags, outfile);
      expect(report).toMatch(/^# pass [1-9]\d+$/m);
    });
  }
});
