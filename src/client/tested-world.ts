import { relative } from 'node:path';
import { hasFailed } from '../features/evidence/entry-line.ts';
import { evidenceText, lapseTexts, type TestFacts } from '../features/evidence/test-evidence.ts';
import { PATIENCE_MS } from '../features/journal/journal.client.ts';
import { type TraceMode, writeTrace } from '../features/trace/test-trace.client.ts';
import type { NamedTest, WorldOptions } from '../world/world-options.client.ts';
import type { Mock } from './mock.ts';
import { isPaused } from './paused-run.ts';
import { type Strictness, strictKinds } from './strict.ts';
import { readFacts, readStart, unlessRefused } from './test-facts.ts';
import { optionsOfTest } from './test-world.ts';
import type { World } from './world.ts';

/** The share of the remaining time of a test that an `expect` may take: the rest is for its error. */
const SHARE = 0.8;

/** The time that an `expect` may wait in a test that began some time ago, if the runner gives it `limitMs`; 0 is no limit. */
export const patienceOf = (limitMs: number, elapsedMs: number): number =>
  limitMs > 0 ? Math.max(0, Math.min(PATIENCE_MS, Math.floor((limitMs - elapsedMs) * SHARE))) : PATIENCE_MS;

/** The time of the process, in milliseconds, which a test may not replace. */
export const now = performance.now.bind(performance);

/** A world whose `expect`s end before its test does; `readOpen` says why those that still wait are not met. */
const makePatient = (world: World, { limitMs, began }: Pick<TestCare, 'limitMs' | 'began'>) => {
  const open = new Set<() => Promise<unknown>>();
  const inTime =
    <M, O extends object, R>(expect: (match: M, options: O & { readonly timeoutMs: number }) => Promise<R>) =>
    async (match: M, options?: O): Promise<R> => {
      const bounded = { timeoutMs: patienceOf(limitMs(), now() - began), ...options } as Parameters<typeof expect>[1];
      const look = () => expect(match, { ...bounded, timeoutMs: 0, settleMs: 0 });
      open.add(look);
      return expect(match, bounded).finally(() => open.delete(look));
    };
  return {
    world: {
      ...world,
      journal: { ...world.journal, expect: inTime(world.journal.expect) },
      events: { ...world.events, expect: inTime(world.events.expect) },
    },
    readOpen: async (): Promise<readonly string[]> =>
      (await Promise.allSettled([...open].map((look) => look()))).flatMap((looked) =>
        looked.status === 'rejected' ? [`The test still waited: ${looked.reason.message}`] : [],
      ),
  };
};

/** The worlds that do not end with their tests, but when their time to live is over. */
export type Keep = 'none' | 'failed';

/** The time to live of the world of a failed test, unless its options have another. */
const TTL = '1h';
/** The time to live of such a world if the whole run is paused at its end. */
const PAUSED_TTL = '24h';

/** What becomes of the world of a test, and the time of the test. */
export interface TestCare {
  readonly keep: Keep;
  readonly trace: TraceMode;
  /** The file for the trace of a world, by its id. */
  readonly traceFile: (world: string) => string;
  /** The time that the runner gives the test, in milliseconds; 0 is no limit. */
  readonly limitMs: () => number;
  /** When the test, or its first fixture, began: a reading of `now`. */
  readonly began: number;
}

/** The page with the calls of a world that stays, at the latest one that failed or that a fault acted on. */
const describePage = ({ url, id }: World, { journal }: TestFacts): string => {
  const failed = journal?.entries.find((entry) => hasFailed(entry) || entry.faults.length > 0);
  const query = new URLSearchParams({ world: id, ...(failed && { entry: failed.id }) });
  const hint = isPaused()
    ? ''
    : '\n(A mock that this run has started ends with it, unless PLATFORM_MOCK_HOLD=1 is set.)';
  return `The world lives until its time to live is over: ${url}/#calls?${query}${hint}`;
};

/** The result of a test that has ended: of one that has passed, the trace at most. */
export interface TestEnd {
  readonly facts?: TestFacts;
  readonly evidence?: Evidence;
  /** The file that has its trace. */
  readonly trace?: string;
}

/** A world while its test runs. */
export interface TestedWorld {
  readonly world: World;
  /** Ends the world of a test that failed, or that passed so far and must also pass some strict checks. */
  readonly end: (isRed: boolean, strict: boolean | Strictness) => Promise<TestEnd>;
}

/** The evidence of a test, which runners show as an error beside its own, without a stack. */
export class Evidence extends Error {
  override readonly name = 'Evidence';

  constructor(text: string) {
    super(text);
    this.stack = `${this.name}: ${this.message}`;
  }
}

/** The paragraphs of evidence: what happened in the world of a failed test, or else the lapses of a strict one. */
const judge = (facts: TestFacts, isRed: boolean, kinds: readonly (keyof Strictness)[]): readonly string[] => {
  if (isRed) return [`what happened in world ${facts.id}`, evidenceText(facts)];
  const lapses = lapseTexts(facts, kinds);
  return lapses.length === 0 ? [] : [`what the strict world ${facts.id} does not let pass`, ...lapses];
};

/** Makes the world of a test. */
export const beginTest = async (
  mock: Mock,
  test: NamedTest,
  options: WorldOptions,
  { keep, trace, traceFile, ...time }: TestCare,
): Promise<TestedWorld> => {
  const isPausedRun = isPaused();
  const keeps = isPausedRun || keep === 'failed';
  const traces = trace !== 'off' && (trace !== 'on-first-retry' || test.retry === 1);
  const wanted = optionsOfTest(test, {
    ...(keeps && { ttl: isPausedRun ? PAUSED_TTL : TTL }),
    ...options,
    labels: { ...(traces && { trace }), ...options.labels },
  });
  const [start, world] = await Promise.all([readStart(mock.default), mock.world(wanted)]);
  const save = async (): Promise<Pick<TestEnd, 'trace'> & { readonly text: string }> => {
    const file = traceFile(world.id);
    const refused = await writeTrace(world.fetch('/_mock/v1/trace'), file);
    return refused === undefined
      ? { trace: file, text: `Its trace: npx platform-mock trace show ${relative('', file)}` }
      : { text: `It has no trace: ${refused}` };
  };
  const { world: patient, readOpen } = makePatient(world, time);
  return {
    world: patient,
    end: async (isRed, strict) => {
      let outlives = isRed && keeps;
      try {
        const kinds = strictKinds(strict);
        const facts = isRed || kinds.length > 0 ? await readFacts(world, start) : undefined;
        const texts = facts ? [...judge(facts, isRed, kinds), ...(await readOpen())] : [];
        const hasFailed = texts.length > 0;
        outlives = hasFailed && keeps;
        const isTraced = traces && (hasFailed || trace !== 'retain-on-failure');
        if (hasFailed || isTraced) await unlessRefused(world.label({ result: hasFailed ? 'failed' : 'passed' }));
        const saved = isTraced ? await save() : undefined;
        const traced = saved?.trace === undefined ? {} : { trace: saved.trace };
        if (!facts || !hasFailed) return traced;
        const last = [...(saved ? [saved.text] : []), ...(outlives ? [describePage(world, facts)] : [])];
        return { ...traced, facts, evidence: new Evidence([...texts, ...last].join('\n\n')) };
      } finally {
        if (!outlives) await world.end();
      }
    },
  };
};
