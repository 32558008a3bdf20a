import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { executableIn } from './executable.ts';
import { nodeLicenceOf, packFiles, releaseName, withNode } from './executable-archive.ts';

const SBOM = ['sbom', '--sbom-format', 'spdx', '--sbom-type', 'application', '--workspaces=false'];

/** The SBOM of the package. npm is the one that runs this: on Windows it is no program. */
const readSbom = (): Parameters<typeof withNode>[0] => {
  const { npm_execpath: npm } = process.env;
  if (npm === undefined) throw new Error('this is a script of npm: npm run release:executable -- FOLDER');
  const { status, stdout, stderr } = spawnSync(process.execPath, [npm, ...SBOM], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  if (status !== 0) throw new Error(`npm ${SBOM.join(' ')}: ${stderr}`);
  return JSON.parse(stdout) as Parameters<typeof withNode>[0];
};

/** Writes what a release has of the executable of this machine into a folder: the archive and its SBOM. */
const release = (folder: string): void => {
  const executable = executableIn('dist');
  if (!existsSync(executable)) throw new Error(`there is no ${executable}: npm run binary makes it`);
  const node = { version: process.versions.node, sourceUrl: process.release.sourceUrl };
  const sbom = withNode(readSbom(), node);
  mkdirSync(folder, { recursive: true });
  const name = releaseName();
  const files = new Map([
    [basename(executable), executable],
    ['LICENSE', 'LICENSE'],
    ['THIRD-PARTY-NOTICES.txt', 'dist/THIRD-PARTY-NOTICES.txt'],
    ['NODE-LICENSE.txt', nodeLicenceOf(process.execPath)],
  ]);
  const archive = packFiles(name, files, folder);
  const parts = join(folder, `${name}.spdx.json`);
  writeFileSync(parts, `${JSON.stringify(sbom, null, 2)}\n`);
  for (const file of [archive, parts]) process.stdout.write(`${basename(file)}\n`);
};

const [folder, ...others] = process.argv.slice(2);
if (folder === undefined || others.length > 0) {
  process.stderr.write('usage: npm run release:executable -- FOLDER\n');
  process.exitCode = 2;
} else {
  try {
    release(folder);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}
