import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The variable that names the folder that the tests of a run install the package into. */
export const SHARED_FOLDER = 'PACKAGE_FOLDER';

/** Makes the folder, and removes it once all tests have run. The package is installed by whoever needs it first. */
export default async function makeSharedFolder(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'package-'));
  process.env[SHARED_FOLDER] = folder;
  return () => rm(folder, { recursive: true, force: true });
}
