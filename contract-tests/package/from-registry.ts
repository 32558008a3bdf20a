import { run } from './packed.ts';

/** Installs packages from the registry into a folder; returns why they are not there, or undefined. */
export const installFromRegistry = async (
  folder: string,
  ...packages: readonly string[]
): Promise<string | undefined> => {
  try {
    await run(folder, 'npm', 'install', '--no-audit', '--no-fund', '--no-save', ...packages);
    return undefined;
  } catch (error) {
    return `npm has not installed ${packages.join(', ')}: ${String(error).slice(0, 300)}`;
  }
};
