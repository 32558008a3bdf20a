import { runAtOnce } from '../kernel/steps.ts';
import type { FixtureDocument } from '../seed/fixture-error.ts';
import { parseInSteps } from '../seed/parse.ts';

/** Reads the text of a fixture at once. @throws FixtureError like parseFixtureInTurns */
export const parseFixture = (text: string, fileName: string): FixtureDocument =>
  runAtOnce(parseInSteps(text, fileName));
