import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folders, from the project's root, of the packages that the bundled files come from. */
export const packagesOf = (files: readonly string[]): readonly string[] => {
  const folders = files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0] ?? []);
  return [...new Set(folders)].sort();
};

const licenceOf = (folder: string): string => {
  const papers = readdirSync(folder).filter((name) => /^(licen[cs]e|notice)/i.test(name));
  return papers.map((name) => readFileSync(join(folder, name), 'utf8').trim()).join('\n\n');
};

/** The licence texts that have to go with a bundle of these files. */
export const notices = (files: readonly string[]): string =>
  packagesOf(files)
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      return `${name} ${version} (${license})\n\n${licenceOf(folder)}\n`;
    })
    .join(`\n${'-'.repeat(80)}\n\n`);
