import { runCommand } from './own-server.ts';
import { expect } from './test.ts';

/** How long a run may take on a machine that does much else. */
const LIMIT_MS = 120_000;

/** Runs a recorded run again, and expects every answer to be as it was; returns how many there are. */
export const expectReplay = async (trace: string): Promise<number> => {
  const { code, stdout, stderr } = await runCommand(['trace', 'replay', trace], {}, LIMIT_MS);
  const [, count = ''] = /^replayed (\d+) calls: \1 as recorded\n$/.exec(stdout) ?? [];
  expect(count, stdout + stderr).not.toBe('');
  expect(code).toBe(0);
  return Number(count);
};
