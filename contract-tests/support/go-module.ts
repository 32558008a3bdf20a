import { spawnSync } from 'node:child_process';
import { expect } from './test.ts';

/** The time limit of a build: a first one compiles all of grpc-go. */
export const GO_LIMIT_MS = 240_000;

const go = (module: string, args: readonly string[]) =>
  spawnSync('go', args, { cwd: module, encoding: 'utf8', timeout: GO_LIMIT_MS });

/** The reason why a module cannot be built here; undefined if it can. */
export const missingGo = (module: string): string | undefined => {
  if (go(module, ['version']).error !== undefined) return 'there is no Go here';
  const modules = go(module, ['mod', 'download']);
  return modules.status === 0 ? undefined : `its modules cannot be had here: ${modules.stderr}`;
};

/** Runs a build of the go command in a module, which must succeed; returns the reason if it cannot be tried. */
export const buildGo = (module: string, ...build: readonly string[]): string | undefined => {
  const missing = missingGo(module);
  if (missing !== undefined) return missing;
  const built = go(module, build);
  expect(built.status, built.stderr).toBe(0);
  return undefined;
};
