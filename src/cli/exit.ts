import { FixtureError } from '../seed/fixture-error.ts';
import { TlsRefusal } from '../tls-certificate.ts';
import { FlagRefusal } from './options.ts';

/** What the command line exits with (control plane, Command line). */
export const Exit = { ok: 0, failure: 1, usage: 2, fixture: 4, port: 5 } as const;

/** An exit status and the words for it. */
export interface Ending {
  readonly status: number;
  readonly reason: string;
}

/** What a failure to start or to reach a server comes to. */
export const endingOf = (error: unknown): Ending => {
  if (!(error instanceof Error)) return { status: Exit.failure, reason: String(error) };
  if (error instanceof FixtureError) return { status: Exit.fixture, reason: error.message };
  if (error instanceof FlagRefusal || error instanceof TlsRefusal) return { status: Exit.usage, reason: error.message };
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return { status: Exit.port, reason: `the port is in use: ${error.message}` };
  return { status: Exit.failure, reason: error.message };
};
