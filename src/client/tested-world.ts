import { evidenceText, hasFailed, lapseTexts, type TestFacts } from './evidence.ts';
import type { Mock } from './mock.ts';
import { type Strictness, strictKinds } from './strict.ts';
import { readFacts, readStart } from './test-facts.ts';
import { optionsOfTest, type RunnerTest } from './test-world.ts';
import type { World, WorldOptions } from './world.ts';

/** The worlds that do not end with their tests, but when their time to live is over. */
export type Keep = 'none' | 'failed';

/** The time to live of the world of a test that is kept, unless its options have another. */
const KEPT = '1h';

/** Where the calls of a kept world are shown, at the last one that failed. */
const describeKept = ({ url, id }: World, { journal }: TestFacts): string => {
  const failed = journal?.entries.find(hasFailed);
  const query = new URLSearchParams({ world: id, ...(failed && { entry: failed.id }) });
  return `\n\nThe world is kept until its time to live is over: ${url}/#journal?${query}`;
};

/** What is shown of a test that has not passed; nothing of any other. */
export interface TestEnd {
  readonly facts?: TestFacts;
  readonly evidence?: Evidence;
}

/** A world while its test runs. */
export interface TestedWorld {
  readonly world: World;
  /** Ends the world of a test that has failed, or has passed so far and is held to some kinds of what is strict. */
  readonly end: (isRed: boolean, strict: boolean | Strictness) => Promise<TestEnd>;
}

/** The evidence of a test, which runners show as an error beside its own: where it was made helps nobody. */
export class Evidence extends Error {
  override readonly name = 'Evidence';

  constructor(text: string) {
    super(text);
    this.stack = `${this.name}: ${this.message}`;
  }
}

const show = (facts: TestFacts, heading: string, text: string): TestEnd => ({
  facts,
  evidence: new Evidence(`${heading}\n\n${text}`),
});

const judgeLapses = (facts: TestFacts, kinds: readonly (keyof Strictness)[]): TestEnd => {
  const lapses = lapseTexts(facts, kinds);
  return lapses.length === 0
    ? {}
    : show(facts, `what the strict world ${facts.id} does not let pass`, lapses.join('\n\n'));
};

/** Makes the world of a test. */
export const beginTest = async (
  mock: Mock,
  test: RunnerTest,
  options: WorldOptions,
  keep: Keep,
): Promise<TestedWorld> => {
  const wanted = optionsOfTest(test, keep === 'failed' ? { ttl: KEPT, ...options } : options);
  const [start, world] = await Promise.all([readStart(mock), mock.world(wanted)]);
  return {
    world,
    end: async (isRed, strict) => {
      const isKept = isRed && keep === 'failed';
      try {
        const kinds = strictKinds(strict);
        if (!isRed && kinds.length === 0) return {};
        const facts = await readFacts(mock, world, start);
        if (!isRed) return judgeLapses(facts, kinds);
        const kept = isKept ? describeKept(world, facts) : '';
        return show(facts, `what happened in world ${facts.id}`, `${evidenceText(facts)}${kept}`);
      } finally {
        if (!isKept) await world.close();
      }
    },
  };
};
