import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { bySize } from '../../scripts/test-size.ts';
import { run } from './packed.ts';
import { expect, test } from './user-folder.ts';

/** Those of how it is imported and started, and of what it loads later: the rest is the same however it is imported. */
const OF_IMPORTS = '(a mock that is started|rows of a fixture are generated|a certificate |a call of Connect)';
const FROM_COMMONJS = bySize({ small: [OF_IMPORTS], usual: [OF_IMPORTS], whole: [] });

test.describe('the library of the package @mock', () => {
  for (const [how, file, format, extension, patterns] of [
    ['as a module', 'module.test.ts', 'esm', '.mjs', []],
    ['by import() from CommonJS', 'commonjs.test.ts', 'cjs', '.cjs', FROM_COMMONJS],
  ] as const) {
    test(`its tests pass where it is imported ${how}`, async ({ user }) => {
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
      const chosen = patterns.map((pattern) => `--test-name-pattern=${pattern}`);
      const flags = ['--enable-source-maps', '--test-reporter=tap', ...chosen];
      const report = await run(user, process.execPath, ...flags, outfile);
      expect(report).toMatch(/^# pass [1-9]\d+$/m);
    });
  }
});
