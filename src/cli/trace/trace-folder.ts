import { accessSync, constants, mkdirSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { FlagRefusal } from '../../command/command-failure.ts';
import { Exit } from '../../command/exit.ts';
import { refuseFile } from '../../features/trace/read-trace.ts';
import type { TakeRun } from '../../features/trace/world-runs.ts';
import { writeTrace } from '../../features/trace/write-trace.ts';
import type { RunningMock } from '../../server/mock/running-mock.ts';
import type { TraceFolderFlags } from './trace-options.ts';

/** Creates an empty file of a new name in a folder: with a number if the name is taken. */
const takeName = async (folder: string, id: string): Promise<string> => {
  for (let number = 1; ; number += 1) {
    const file = join(folder, `${id}${number === 1 ? '' : `-${number}`}.har`);
    try {
      await (await open(file, 'wx', 0o600)).close();
      return file;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') refuseFile(file, error);
    }
  }
};

/**
 * Makes the folder for the trace of each world that ends; undefined if none is wanted.
 * @throws FlagRefusal if it cannot be made or written
 */
export const traceFolderOf = (
  { traceDir: folder, traceBytes, journal }: TraceFolderFlags & { readonly journal: 'on' | 'off' },
  { err }: { readonly err: (text: string) => void },
) => {
  if (folder === undefined) return undefined;
  if (journal === 'off') throw new FlagRefusal('--trace-dir needs the journal, which --journal off does not keep');
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    refuseFile(folder, error);
  }
  let hasFailed = false;
  /** Writes the run of a world that has ended. */
  const take: TakeRun = async (run, traces) => {
    try {
      const file = await takeName(folder, run.id);
      try {
        await writeTrace(file, traces.bounded([run], traceBytes).pieces);
      } catch (error) {
        await rm(file, { force: true });
        throw error;
      }
    } catch (error) {
      if (!(error instanceof FlagRefusal)) throw error;
      hasFailed = true;
      err(`platform-mock: ${error.message}\n`);
    }
  };
  /** Writes the runs of the worlds that have not ended; returns the status to end with. */
  const finish = async (mock: RunningMock): Promise<number> => {
    await (await mock.runs()).takeAll();
    return hasFailed ? Exit.usage : Exit.ok;
  };
  return { take, finish };
};
