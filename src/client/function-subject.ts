import { Connection } from '../connection/connection.ts';
import { localFetch } from '../connection/local-fetch.ts';
import type { Ended, Subject } from '../probe/subject.ts';
import { openWorld } from './open-world.ts';
import type { World } from './world.ts';

/** What a function has come to, as what a command writes. */
const textOf = (result: unknown): string => (result === undefined ? '' : (JSON.stringify(result, null, 2) ?? ''));

/** Waits for whatever comes first: the end of a run, its limit, or the end of all runs. */
const withinLimit = async (
  run: Promise<string>,
  limitMillis: number,
  stopped: AbortSignal,
): Promise<Pick<Ended, 'status' | 'signal' | 'isTimedOut' | 'stdout' | 'output'>> => {
  let callOff = (): void => {};
  const isOver = new Promise<boolean>((resolve) => {
    const limit = setTimeout(() => resolve(true), limitMillis);
    const stop = (): void => resolve(false);
    stopped.addEventListener('abort', stop);
    callOff = () => {
      clearTimeout(limit);
      stopped.removeEventListener('abort', stop);
    };
  });
  try {
    return await Promise.race([
      run.then((stdout) => ({ status: 0, signal: undefined, isTimedOut: false, stdout, output: stdout })),
      isOver.then((isTimedOut) => ({ status: undefined, signal: 'SIGTERM', isTimedOut, stdout: '', output: '' })),
    ]);
  } catch (error) {
    const output = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { status: 1, signal: undefined, isTimedOut: false, stdout: '', output };
  } finally {
    callOff();
  }
};

/** A function of this process, each run of which is given a world over the port of a mock. */
export const functionSubject = (run: (world: World) => unknown, controlToken: string | undefined): Subject => ({
  outlivesItsEnd: true,
  run: async ({ mock, env, limitMillis, stopped }) => {
    const connection = new Connection({ url: mock.url, controlToken, fetch: localFetch });
    const variables = Object.fromEntries(
      Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
    );
    const world = openWorld(connection, 'default', variables);
    const began = performance.now();
    const made = (async () => textOf(await run(world)))();
    const ended = await withinLimit(made, limitMillis, stopped);
    // What it throws when nobody waits for it any more is nobody's.
    made.catch(() => {});
    return { ...ended, millis: performance.now() - began };
  },
});
