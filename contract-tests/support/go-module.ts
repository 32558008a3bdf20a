import { spawnSync } from 'node:child_process';
import { expect } from './test.ts';

/** How long a build may take: a first one compiles all of grpc-go. */
export const GO_LIMIT_MS = 240_000;

/** Runs a build of the go command in a module, which must succeed; returns what is in the way where it cannot be tried. */
export const buildGo = (module: string, ...build: readonly string[]): string | undefined => {
  const go = (...args: readonly string[]) =>
    spawnSync('go', args, { cwd: module, encoding: 'utf8', timeout: GO_LIMIT_MS });
  if (go('version').error !== undefined) return 'there is no Go here';
  const modules = go('mod', 'download');
  if (modules.status !== 0) return `its modules cannot be had here: ${modules.stderr}`;
  const built = go(...build);
  expect(built.status, built.stderr).toBe(0);
  return undefined;
};
