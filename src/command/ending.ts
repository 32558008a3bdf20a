import { MockError } from '../connection/mock-error.ts';
import { FixtureError } from '../seed/fixture-error.ts';
import { SnapshotFileError } from '../store/data-file-error.ts';
import { DiskFull } from '../store/disk-full.ts';
import { CommandFailure, FlagRefusal } from './command-failure.ts';
import { Exit } from './exit.ts';

/** The codes of the system for a host on which no port can be opened. */
const NO_HOST: readonly string[] = ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'];

/** The exit status for a failure to start or to reach a server. */
export const endingOf = (error: unknown): { readonly status: number; readonly reason: string } => {
  if (!(error instanceof Error)) return { status: Exit.failure, reason: String(error) };
  if (error instanceof FixtureError || error instanceof SnapshotFileError) {
    return { status: Exit.fixture, reason: error.message };
  }
  if (error instanceof FlagRefusal) return { status: Exit.usage, reason: error.message };
  if (error instanceof MockError) return { status: Exit.failure, reason: error.problem?.message ?? error.message };
  if (error instanceof CommandFailure) return { status: error.status, reason: error.message };
  // The message for callers names no file; the user who starts the mock must know which.
  if (error instanceof DiskFull) return { status: Exit.failure, reason: error.cause.message };
  const { code = '' } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') {
    const reason = `the port is in use: ${error.message}; --port 0 takes a free one`;
    return { status: Exit.port, reason };
  }
  if (NO_HOST.includes(code)) {
    return { status: Exit.failure, reason: `--host: ${error.message}; it must be an address of this machine` };
  }
  return { status: Exit.failure, reason: error.message };
};
