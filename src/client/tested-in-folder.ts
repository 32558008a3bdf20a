import { relative, resolve } from 'node:path';
import { TRACE_FOLDER, type TraceMode } from '../features/trace/test-trace.client.ts';
import type { NamedTest, WorldOptions } from '../world/world-options.client.ts';
import type { Mock } from './mock.ts';
import type { Strictness } from './strict.ts';
import { beginTest, type Evidence, type Keep, type TestCare } from './tested-world.ts';

/** The options of a test of Vitest or Jest for its world. */
export interface TestOptions {
  /** The options of the world. */
  readonly worldOptions: WorldOptions;
  /** The findings that fail a test which passes otherwise; all of them with true. */
  readonly strict: boolean | Strictness;
  /** The worlds that do not end with their tests, but when their time to live (an hour unless set) is over. */
  readonly keep: Keep;
  /** The tests for which a trace is written; by default failed ones. `platform-mock trace show` reads it. */
  readonly trace: TraceMode;
  /** The folder of traces, from the root of the project; `test-results/platform-mock` unless set. */
  readonly traceDir: string;
}

/** The options of a test that sets none. */
export const TEST_DEFAULTS: TestOptions = {
  worldOptions: {},
  strict: false,
  keep: 'none',
  trace: 'retain-on-failure',
  traceDir: TRACE_FOLDER,
};

/** Makes the world of a test whose runner has no folder for its output: traces are below the first folder of its project. */
export const beginInFolder = async (
  mock: Mock,
  test: NamedTest,
  folders: readonly string[],
  { worldOptions, strict, keep, trace: mode, traceDir }: TestOptions,
  time: Pick<TestCare, 'limitMs' | 'began'>,
) => {
  const traceFile = (id: string): string => resolve(folders[0] ?? '', traceDir, `${id}.har`);
  const care = { keep, trace: mode, traceFile, ...time };
  const { world, end } = await beginTest(mock, test, { folders, ...worldOptions }, care);
  return {
    world,
    /** Ends the world, and resolves to the evidence against the test; strictness counts only if it `shouldPass`. */
    end: async (isRed: boolean, shouldPass: boolean): Promise<Evidence | undefined> => {
      const { evidence, trace } = await end(isRed, shouldPass && strict);
      if (trace && !evidence) {
        console.log(`trace of world ${world.id}: npx platform-mock trace show ${relative('', trace)}`);
      }
      return evidence;
    },
  };
};
