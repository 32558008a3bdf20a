import { runCommand } from './own-server.ts';
import { expect } from './test.ts';

/** The time limit of a run on a busy machine. */
const LIMIT_MS = 120_000;

/** Runs a recorded run again, and expects every answer to be as it was; returns how many there are. */
export const expectReplay = async (trace: string): Promise<number> => {
  const { code, stdout, stderr } = await runCommand(['trace', 'replay', trace], {}, LIMIT_MS);
  const [, count = ''] = /^replayed (\d+) calls: \1 as recorded\n$/.exec(stdout) ?? [];
  expect(count, stdout + stderr).not.toBe('');
  expect(code).toBe(0);
  return Number(count);
};
