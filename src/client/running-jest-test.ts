import { expect } from '@jest/globals';
import type { NamedTest } from '../world/world-options.client.ts';

/** A block of tests as Jest has it; the outermost is the file's. */
interface JestBlock {
  readonly name: string;
  readonly parent?: JestBlock;
}

/** A test as Jest has it. */
interface JestEntry {
  readonly name: string;
  readonly parent: JestBlock;
  readonly errors: readonly unknown[];
  /** The number of times that it was begun, this time included. */
  readonly invocations: number;
}

/** The time that a test may take unless set, in milliseconds. */
const LIMIT_MS = 5_000;

/** Jest's data of its run: it has no public name, and may be missing from versions to come. */
const findState = ():
  | { readonly currentlyRunningTest?: JestEntry | null; readonly testTimeout: number }
  | undefined => {
  const names = Object.getOwnPropertySymbols(globalThis);
  const name = names.find(({ description }) => description === 'JEST_STATE_SYMBOL');
  return name && Reflect.get(globalThis, name);
};

/** The time for a test that sets nothing of its own, in milliseconds. */
export const limitOfTests = (): number => findState()?.testTimeout ?? LIMIT_MS;

const blocksOf = ({ name, parent }: JestBlock): readonly string[] => (parent ? [...blocksOf(parent), name] : []);

/** The test that calls this, which runs beside others or alone, and the errors that Jest has of it. */
export const runningTest = (
  isConcurrent: boolean,
): { readonly test: NamedTest; readonly errors: () => readonly unknown[] } => {
  const { currentConcurrentTestName, currentTestIdentity, currentTestName, testPath } = expect.getState();
  // If tests run beside each other, Jest 29 knows no more than a name.
  const running =
    (currentTestIdentity?.() as JestEntry | undefined) ??
    (isConcurrent ? undefined : findState()?.currentlyRunningTest);
  const name = currentConcurrentTestName?.() ?? currentTestName ?? '';
  return {
    test: {
      titles: running ? [...blocksOf(running.parent), running.name] : [name],
      ...(testPath !== undefined && { file: testPath }),
      retry: (running?.invocations ?? 1) - 1,
      worker: process.env.JEST_WORKER_ID ?? '',
    },
    errors: () => running?.errors ?? [],
  };
};
