import { existsSync } from 'node:fs';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { skipAloud } from '../support/skip-aloud.ts';
import { installFromRegistry } from './from-registry.ts';

/**
 * Installs packages into a folder of their own, below a user's, with the mock beside them, whose types are about those
 * packages; skips the test if the registry does not have them.
 */
export const installedRunner = async (user: string, ...packages: readonly string[]): Promise<string> => {
  const folder = join(user, 'runners', packages.join('-').replace(/[^a-z0-9.]+/g, '-'));
  if (existsSync(join(folder, 'node_modules'))) return folder;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'runner', private: true }));
  skipAloud(`${packages.join(', ')} was not run`, await installFromRegistry(folder, ...packages));
  await cp(join(user, 'node_modules/platform-mock'), join(folder, 'node_modules/platform-mock'), { recursive: true });
  return folder;
};
