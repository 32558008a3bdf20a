import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { commandLine, plainEnvironment } from '../support/own-server.ts';
import { test as base } from '../support/test.ts';

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

/** The suite's test with mocks on free ports, which end with the test, also those that it has not waited for. */
export const test = base.extend<{ readonly watched: typeof startWatched }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
  watched: async ({}, use) => {
    const started: Promise<WatchedMock>[] = [];
    await use((...flags) => {
      const mock = startWatched(...flags);
      started.push(mock);
      return mock;
    });
    for (const mock of await Promise.allSettled(started)) {
      if (mock.status === 'fulfilled') mock.value.process.kill('SIGKILL');
    }
  },
});
