import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { plainEnvironment } from '../support/own-server.ts';

const execute = promisify(execFile);

/** The files of a clone, without its history and files that were made in it. */
const IN_A_CLONE = [
  ...['package.json', 'package-lock.json', 'tsconfig.json', '.npmrc', 'README.md', 'LICENSE'],
  ...['docs', 'release.json'],
  ...['src', 'generated', 'scripts', 'fixtures', 'proto', 'proto-published', 'fixture.schema.json'],
  ...['openapi.yaml', 'openapi-v1.yaml', 'openapi-published.yaml', 'openapi-v1-published.yaml'],
];

/** Runs a program to its end and returns what it printed; rejects with both outputs when it fails. */
export const run = async (cwd: string, program: string, ...args: readonly string[]): Promise<string> => {
  try {
    // A runner within a runner's test would take the environment of that for its own. Packages come from a registry.
    const env = plainEnvironment({
      ...{ NODE_OPTIONS: '', FORCE_COLOR: '0', TEST_WORKER_INDEX: undefined, CI: undefined },
      NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS,
    });
    return (await execute(program, [...args], { cwd, env, maxBuffer: 2 ** 26 })).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout?: string; readonly stderr?: string };
    throw new Error(`${program} ${args.join(' ')}\n${stdout}\n${stderr}`, { cause: error });
  }
};

const packageIn = async (folder: string): Promise<string> => {
  const [name] = (await readdir(folder)).filter((each) => each.endsWith('.tgz'));
  return resolve(folder, String(name));
};

/** Packs the project from a clone that nothing was built in; returns the path of the package. */
const pack = async (folder: string): Promise<string> => {
  const clone = join(folder, 'clone');
  await mkdir(clone);
  for (const name of IN_A_CLONE) await cp(name, join(clone, name), { recursive: true });
  await symlink(resolve('node_modules'), join(clone, 'node_modules'));
  await run(clone, process.execPath, '--import', 'tsx', 'scripts/pack.ts', join(folder, 'package'));
  return packageIn(join(folder, 'package'));
};

/**
 * Installs the package into an empty folder, without a registry in reach, and returns the folder. The package is in the
 * folder that MOCK_PACKAGE names, if the gate has packed it, or else is packed here.
 */
export const installed = async (folder: string): Promise<string> => {
  const { MOCK_PACKAGE } = process.env;
  const file = MOCK_PACKAGE === undefined ? await pack(folder) : await packageIn(MOCK_PACKAGE);
  const user = join(folder, 'user');
  await mkdir(user);
  await writeFile(join(user, 'package.json'), JSON.stringify({ name: 'user', private: true, type: 'module' }));
  await run(user, 'npm', 'install', '--offline', '--no-audit', '--no-fund', file);
  return user;
};

/** Adds packages of this project to the packages of a folder, as their user would have installed them, unless they are there. */
export const addPackages = async (user: string, ...names: readonly string[]): Promise<void> => {
  for (const name of names) {
    const path = join(user, 'node_modules', name);
    await mkdir(join(path, '..'), { recursive: true });
    await symlink(resolve('node_modules', name), path).catch((error: unknown) => {
      if (!existsSync(path)) throw error;
    });
  }
};
