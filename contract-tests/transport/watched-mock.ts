import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { commandLine, plainEnvironment } from '../support/own-server.ts';

/** A mock in a process of its own, whose log is read. */
export interface WatchedMock {
  readonly url: string;
  readonly token: string;
  /** The certificate of the authority of a TLS port. */
  readonly ca?: Buffer | undefined;
  readonly process: ChildProcess;
  /** What it has logged as failures of its own, or has written that is no line of the log. */
  readonly failures: () => readonly string[];
}

const isFailure = (line: string): boolean => {
  try {
    return Number((JSON.parse(line) as { readonly level?: unknown }).level) >= 50;
  } catch {
    return true;
  }
};

/** Starts a mock on a free port, whose caller ends its process. */
export const startWatched = async (...flags: readonly string[]): Promise<WatchedMock> => {
  const process = spawn(...commandLine('serve', '--port', '0', '--json', ...flags), {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: plainEnvironment(),
  });
  const lines: string[] = [];
  createInterface({ input: process.stderr }).on('line', (line) => void (isFailure(line) && lines.push(line)));
  const [line] = (await once(createInterface({ input: process.stdout }), 'line')) as [string];
  const { url, token, caFile } = JSON.parse(line) as { url: string; token: string; caFile: string | null };
  return { url, token, process, ca: caFile ? readFileSync(caFile) : undefined, failures: () => lines };
};
