import { inspect, types } from 'node:util';
import { afterEach, expect, test as jestTest } from '@jest/globals';
import { connectMock } from './client.ts';
import { matchers, type WorldMatchers } from './matchers.ts';
import type { Mock } from './mock.ts';
import { limitOfTests, runningTest } from './running-jest-test.ts';
import { beginInFolder, TEST_DEFAULTS, type TestOptions } from './tested-in-folder.ts';
import { Evidence, now } from './tested-world.ts';
import type { World } from './world.ts';

export type { TestOptions } from './tested-in-folder.ts';

declare global {
  namespace jest {
    interface Matchers<R, T> extends WorldMatchers {}
  }
}

declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T> extends WorldMatchers {}
}

expect.extend(matchers);

/** The last argument of a test function that has a parameter for it, after the values of its row. */
export interface TestContext {
  /** The mock of `PLATFORM_API_URL`, which `platform-mock/setup` exports. */
  readonly mock: Mock;
  /** The test's own world, which ends with the test. If the test fails, the evidence says what happened in it. */
  readonly world: World;
}

type Declare<Given extends readonly unknown[]> = (
  title: string,
  body: (...args: [...Given, TestContext]) => unknown,
  timeout?: number,
) => void;

/** Declares a test for each row of a table, as Jest's `each` does. */
interface Each {
  <Row extends readonly [unknown, ...unknown[]]>(rows: readonly Row[]): Declare<[...Row]>;
  <One>(rows: readonly One[]): Declare<[One]>;
  <Row extends object = Readonly<Record<string, unknown>>>(
    table: TemplateStringsArray,
    ...values: readonly unknown[]
  ): Declare<[Row]>;
}

type Declared = Declare<[]> & { readonly each: Each };
type Failable = Declared & { readonly failing: Declared };

/** Jest's `test`, whose tests are given a world. */
export type JestTest = Failable & {
  readonly only: Failable;
  readonly skip: Failable;
  readonly concurrent: Failable & { readonly only: Failable; readonly skip: Declared };
  readonly todo: (title: string) => void;
  /** Returns a `test` with options for the tests that it declares. */
  readonly extend: (options: Partial<TestOptions>) => JestTest;
};

/** How tests are declared: their options, whether they run beside others, and whether they are expected to fail. */
interface Manner {
  readonly options: TestOptions;
  readonly isConcurrent: boolean;
  readonly isFailing: boolean;
}

type Body = (...args: readonly unknown[]) => unknown;

/** A function that declares tests of Jest, with its members, such as `only`. */
interface JestFunction {
  (title: string, body: Body, timeout?: number): void;
  readonly each: (...table: readonly unknown[]) => (title: string, body: Body, timeout?: number) => void;
}

let connected: Promise<Mock> | undefined;

/** The test that runs alone, and the end of its world once it has one. */
let running: { end?: () => Promise<void> } | undefined;

// It also ends the world of a test whose time is up. It runs after the hooks of blocks, which may fail the test.
afterEach(async () => {
  const ended = running;
  running = undefined;
  await ended?.end?.();
});

/** Appends the evidence to the message of the error, since Jest takes one error for a concurrent test. */
const withEvidence = (error: unknown, evidence: Evidence | undefined): unknown => {
  if (!evidence) return error;
  if (!types.isNativeError(error)) return new Evidence(`${inspect(error)} was thrown\n\n${evidence.message}`);
  const message = `${error.message}\n\n${evidence}`;
  const stack = error.stack?.replace(error.message, () => message);
  return Object.assign(error, { message, stack });
};

/** Begins the world of the test that runs; `judge` ends it, and returns the evidence against the test. */
const beginWorld = async ({ options, isConcurrent, isFailing }: Manner, timeout: number | undefined) => {
  const began = now();
  const { test, errors } = runningTest(isConcurrent);
  connected ??= connectMock();
  const mock = await connected;
  const time = { limitMs: () => timeout ?? limitOfTests(), began };
  const { world, end } = await beginInFolder(mock, test, [process.cwd()], options, time);
  return {
    given: { mock, world } satisfies TestContext,
    judge: (hasPassed: boolean) => end(errors().length > 0 || hasPassed === isFailing, !isFailing),
  };
};

type Begin = () => ReturnType<typeof beginWorld>;
type Run = (given: TestContext) => Promise<void>;

/** Runs a test alone: its evidence is an error of its own. */
const runAlone = async (begin: Begin, run: Run): Promise<void> => {
  const mine: typeof running = {};
  running = mine;
  const { given, judge } = await begin();
  // Its time was up before there was a world.
  if (running !== mine) return given.world.end();
  let hasPassed = false;
  mine.end = async () => {
    const evidence = await judge(hasPassed);
    if (evidence) throw evidence;
  };
  await run(given);
  hasPassed = true;
};

/** Runs a test beside others, for which Jest has no hooks. */
const runBeside = async (begin: Begin, run: Run, isFailing: boolean): Promise<void> => {
  const { given, judge } = await begin();
  try {
    await run(given);
  } catch (error) {
    throw withEvidence(error, await judge(false));
  }
  const evidence = await judge(true);
  // An error would make a test right that is expected to fail.
  if (evidence && !isFailing) throw evidence;
};

/** The function of a test for Jest: it passes a world if the body has a parameter more than its row has values. */
const runnable =
  (body: Body, manner: Manner, timeout: number | undefined): Body =>
  async (...row) => {
    if (body.length <= row.length) return void (await body(...row));
    const begin = () => beginWorld(manner, timeout);
    const run = async (given: TestContext): Promise<void> => void (await body(...row, given));
    return manner.isConcurrent ? runBeside(begin, run, manner.isFailing) : runAlone(begin, run);
  };

/** Wraps a function of Jest that declares tests, and its members, so that the tests have worlds. */
const withWorlds = (base: JestFunction, manner: Manner): JestFunction => {
  const declare: JestFunction = Object.assign(
    (title: string, body: Body, timeout?: number) => base(title, runnable(body, manner, timeout), timeout),
    {
      each:
        (...table: readonly unknown[]) =>
        (title: string, body: Body, timeout?: number) =>
          base.each(...table)(title, runnable(body, manner, timeout), timeout),
    },
  );
  for (const [name, changed] of Object.entries({
    only: {},
    skip: {},
    failing: { isFailing: true },
    concurrent: { isConcurrent: true },
  })) {
    const further: JestFunction | undefined = Reflect.get(base, name);
    if (further) Object.assign(declare, { [name]: withWorlds(further, { ...manner, ...changed }) });
  }
  return declare;
};

const testWith = (options: TestOptions): JestTest =>
  Object.assign(withWorlds(jestTest as JestFunction, { options, isConcurrent: false, isFailing: false }), {
    todo: jestTest.todo,
    extend: (further: Partial<TestOptions>) => testWith({ ...options, ...further }),
  }) as unknown as JestTest;

/** Jest's `test`, in which each test that has a parameter for it has a world of its own. */
export const test: JestTest = testWith(TEST_DEFAULTS);
