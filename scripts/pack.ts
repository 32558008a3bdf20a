import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { packedPage } from './packed-pages.ts';

const [folder = 'test-results/package'] = process.argv.slice(2);

// Clears the targets: `npm pack` builds the package anew.
for (const old of ['dist', folder]) rmSync(old, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

const npm = (words: readonly string[], cwd = '.'): string =>
  execFileSync('npm', words, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

npm(['run', '--silent', 'build']);
const [listed] = JSON.parse(npm(['pack', '--json', '--dry-run', '--ignore-scripts'])) as [
  { readonly filename: string; readonly files: readonly { readonly path: string }[] },
];
const packed = new Set(listed.files.map(({ path }) => path));
const { published } = JSON.parse(readFileSync('release.json', 'utf8')) as { readonly published: boolean };
const { version, repository } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly version: string;
  readonly repository: { readonly url: string };
};
const web = published ? { repository: repository.url.replace(/^git\+|\.git$/g, ''), tag: `v${version}` } : undefined;

// The pages are packed as readers of the package need them, from a copy of what is packed.
const stage = mkdtempSync(join(tmpdir(), 'platform-mock-package-'));
try {
  for (const file of packed) {
    if (file.endsWith('.md')) {
      const text = packedPage(readFileSync(file, 'utf8'), { file, packed, ...(web && { web }) });
      mkdirSync(join(stage, file, '..'), { recursive: true });
      writeFileSync(join(stage, file), text);
    } else cpSync(file, join(stage, file), { preserveTimestamps: true });
  }
  npm(['pack', '--silent', '--ignore-scripts', '--pack-destination', resolve(folder)], stage);
} finally {
  rmSync(stage, { recursive: true });
}
process.stdout.write(`${join(folder, listed.filename)}\n`);
