import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './packed.ts';

/** Installs packages from the registry into a folder of their own below that of a user, who has the package of the mock. */
export const installedRunner = async (user: string, ...packages: readonly string[]): Promise<string> => {
  const folder = join(user, 'runners', packages.join('-').replace(/[^a-z0-9.]+/g, '-'));
  if (existsSync(join(folder, 'package-lock.json'))) return folder;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'runner', private: true }));
  await run(folder, 'npm', 'install', '--save-dev', '--no-audit', '--no-fund', ...packages);
  return folder;
};
