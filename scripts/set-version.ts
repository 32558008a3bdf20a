import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Sets the version of the project everywhere: in package.json and its lock, in the changelog, and in all that is
 * emitted. The changes are not committed.
 */
const [version = ''] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/.test(version)) {
  process.stderr.write('usage: npm run set-version -- X.Y.Z\n');
  process.exit(2);
}
const changelog = readFileSync('CHANGELOG.md', 'utf8');
const heading = `## ${version} - ${new Date().toISOString().slice(0, 10)}`;
const UNRELEASED = /^## Unreleased\n/m;
if (!UNRELEASED.test(changelog)) throw new Error('CHANGELOG.md has no section "Unreleased"');

const npm = (...words: readonly string[]): void => void execFileSync('npm', words, { stdio: 'inherit' });
npm('version', '--no-git-tag-version', '--allow-same-version', version);
if (!changelog.includes(`\n## ${version} - `)) {
  writeFileSync('CHANGELOG.md', changelog.replace(UNRELEASED, `## Unreleased\n\n${heading}\n`));
}
npm('run', '--silent', 'emit');
