import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { run } from './programs.ts';

const LIMIT_MS = 600_000;

/** Packages of npm, in a place of their own. */
export interface NodePackages {
  /** The folder of their programs. */
  readonly bin: string;
  /** Installs them if they are not there yet; the answer is what is in the way, if anything. */
  readonly install: () => Promise<string | undefined>;
}

/** The packages of a manifest, stored by a name outside of the project, from run to run. */
export const nodePackages = (name: string, manifest: string): NodePackages => {
  const folder = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'platform-mock', name);
  const pinned = readFileSync(manifest, 'utf8');
  const done = join(folder, 'installed.json');
  const install = async (): Promise<string | undefined> => {
    if (existsSync(done) && readFileSync(done, 'utf8') === pinned) return undefined;
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), pinned);
    const { code, stderr } = await run('npm', ['install', '--no-audit', '--no-fund'], { cwd: folder, limit: LIMIT_MS });
    if (code !== 0) return `its packages cannot be had here: ${stderr}`;
    writeFileSync(done, pinned);
    return undefined;
  };
  return { bin: join(folder, 'node_modules', '.bin'), install };
};
