import { evidenceText, lapseTexts, type TestFacts } from './evidence.ts';
import type { Mock } from './mock.ts';
import { type Strictness, strictKinds } from './strict.ts';
import { readFacts, readStart } from './test-facts.ts';
import { optionsOfTest, type RunnerTest } from './test-world.ts';
import type { World, WorldOptions } from './world.ts';

/** What is shown of a test that has not passed; nothing of any other. */
export interface TestEnd {
  readonly facts?: TestFacts;
  readonly evidence?: Evidence;
}

/** A world while its test runs. */
export interface TestedWorld {
  readonly world: World;
  /** Ends the world of a test that has failed, or has passed so far and is held to some kinds of what is strict. */
  readonly end: (hasFailed: boolean, strict: boolean | Strictness) => Promise<TestEnd>;
}

/** The evidence of a test, which runners show as an error beside its own: where it was made helps nobody. */
export class Evidence extends Error {
  override readonly name = 'Evidence';

  constructor(text: string) {
    super(text);
    this.stack = `${this.name}: ${this.message}`;
  }
}

const judge = (facts: TestFacts, hasFailed: boolean, kinds: readonly (keyof Strictness)[]): TestEnd => {
  const show = (heading: string, text: string): TestEnd => ({ facts, evidence: new Evidence(`${heading}\n\n${text}`) });
  if (hasFailed) return show(`what happened in world ${facts.id}`, evidenceText(facts));
  const lapses = lapseTexts(facts, kinds);
  return lapses.length === 0 ? {} : show(`what the strict world ${facts.id} does not let pass`, lapses.join('\n\n'));
};

/** Makes the world of a test. */
export const beginTest = async (mock: Mock, test: RunnerTest, options: WorldOptions): Promise<TestedWorld> => {
  const [start, world] = await Promise.all([readStart(mock), mock.world(optionsOfTest(test, options))]);
  return {
    world,
    end: async (hasFailed, strict) => {
      try {
        const kinds = strictKinds(strict);
        if (!hasFailed && kinds.length === 0) return {};
        return judge(await readFacts(mock, world, start), hasFailed, kinds);
      } finally {
        await world.close();
      }
    },
  };
};
