import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { run } from './programs.ts';

const IS_WINDOWS = process.platform === 'win32';

/** The name of Python's own program. */
export const PYTHON = IS_WINDOWS ? 'python' : 'python3';

/** Packages of Python, in a place of their own. */
export interface VirtualEnvironment {
  /** The folder of their programs. */
  readonly bin: string;
  readonly python: string;
  /** Installs the packages unless they are there; returns the reason if that cannot be done. */
  readonly install: () => Promise<string | undefined>;
}

const installInto = async (
  folder: string,
  { python, requirements, done }: Readonly<Record<'python' | 'requirements' | 'done', string>>,
): Promise<string | undefined> => {
  if (existsSync(done)) return undefined;
  const { code, stdout } = await run(PYTHON, ['-c', 'import sys; print(sys.version_info >= (3, 10))']);
  if (code !== 0) return 'there is no Python here';
  if (stdout.trim() !== 'True') return 'its packages need Python 3.10';
  rmSync(folder, { recursive: true, force: true });
  const made = await run(PYTHON, ['-m', 'venv', folder]);
  if (made.code !== 0) return `there is no venv here: ${made.stdout}${made.stderr}`;
  const quick = ['--quiet', '--disable-pip-version-check', '--no-input', '--retries', '0', '--timeout', '20'];
  const pip = await run(python, ['-m', 'pip', 'install', ...quick, '--requirement', requirements]);
  if (pip.code !== 0) return `its packages cannot be had here: ${pip.stderr}`;
  writeFileSync(done, '');
  return undefined;
};

/** The environment of a list of packages, cached outside of the project; another list has another one. */
export const virtualEnvironment = (requirements: string): VirtualEnvironment => {
  const folder = join(
    process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'),
    'platform-mock',
    `python-${createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12)}`,
  );
  const bin = join(folder, IS_WINDOWS ? 'Scripts' : 'bin');
  const python = join(bin, 'python');
  const done = join(folder, 'installed');
  return { bin, python, install: () => installInto(folder, { python, requirements, done }) };
};
