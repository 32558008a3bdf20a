import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { build } from 'esbuild';
import { lostNames } from './lost-names.ts';

const FILES = {
  'cjs.js': 'exports.name = 1;',
  'esm.js': "export { name } from './cjs.js';",
  'main.js': "export const [a, b] = [() => import('./FILE'), 1];",
};

for (const [what, file, lost] of [
  ['a CommonJS file that is imported dynamically loses its names', 'cjs.js', ['cjs.js']],
  ['a module that exports the names of a CommonJS file keeps them', 'esm.js', []],
] as const) {
  test(what, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lost-names-'));
    try {
      for (const [name, text] of Object.entries(FILES)) {
        writeFileSync(join(folder, name), text.replace('FILE', file));
      }
      const { metafile } = await build({
        entryPoints: [join(folder, 'main.js')],
        outdir: join(folder, 'out'),
        metafile: true,
        write: false,
        bundle: true,
        splitting: true,
        format: 'esm',
        platform: 'node',
      });
      const expected = lost.map((name) => relative(process.cwd(), join(folder, name)));
      assert.deepEqual(lostNames(metafile), expected);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}
