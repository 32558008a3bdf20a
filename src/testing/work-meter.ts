import { Session } from 'node:inspector';
import { mock } from 'node:test';

const post = (session: Session, method: string, params: object = {}): Record<string, unknown> => {
  let answer: Record<string, unknown> = {};
  session.post(method, params, (error, result) => {
    if (error) throw error;
    answer = (result ?? {}) as Record<string, unknown>;
  });
  return answer;
};

interface Script {
  readonly url: string;
  readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[];
}

/** The work of some code in each turn of the event loop that it took. */
export interface Work {
  /** The most in one turn. */
  readonly most: number;
  readonly turns: number;
}

/**
 * Runs something that is alone in the process and takes its turns by `setImmediate`, and measures its work: the number
 * of calls of functions, also in packages. The measure depends on no clock, and is the same on every machine.
 */
export const workOf = async (run: () => Promise<unknown>): Promise<Work> => {
  const session = new Session();
  session.connect();
  post(session, 'Profiler.enable');
  post(session, 'Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const take = (): number => {
    let calls = 0;
    const { result } = post(session, 'Profiler.takePreciseCoverage') as { readonly result: readonly Script[] };
    for (const { url, functions } of result) {
      if (!url.startsWith('file:')) continue;
      for (const { ranges } of functions) calls += ranges[0]?.count ?? 0;
    }
    return calls;
  };
  const worked: number[] = [];
  const setImmediateAsIs = globalThis.setImmediate;
  const turns = mock.method(globalThis, 'setImmediate', ((next: () => void) => {
    worked.push(take());
    return setImmediateAsIs(next);
  }) as typeof setImmediate);
  try {
    take();
    await run();
    worked.push(take());
    return { most: Math.max(...worked), turns: worked.length };
  } finally {
    turns.mock.restore();
    session.disconnect();
  }
};
