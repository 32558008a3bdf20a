import { parse } from 'yaml';
import { readText } from '../../command/read-text.ts';
import { faultLine } from '../../features/evidence/fault-words.ts';
import type { Fault, FaultPreset, FaultWithHits } from '../../plane/nouns.ts';
import { FlagRefusal } from '../options.ts';
import type { Outcome } from './outcome.ts';
import { pairsOf } from './pairs.ts';
import type { Steered } from './steered.ts';

/** A rule that is written by flags. */
export interface FaultFlags {
  readonly match?: readonly string[];
  readonly do?: readonly string[];
  readonly phase?: Fault['phase'];
  readonly times?: number;
}

type Rule = Fault | FaultPreset;

/** The rules in a text of JSON or YAML: one, or a list. @throws FlagRefusal for a text that is neither */
const rulesIn = (text: string, called: string): readonly Rule[] => {
  try {
    // What is no rule is refused by the mock, with each mistake.
    return [parse(text) as Rule | readonly Rule[]].flat();
  } catch (error) {
    throw new FlagRefusal(`${called}: ${(error as Error).message.split('\n')[0]}`);
  }
};

const rulesOfFile = async (file: string): Promise<readonly Rule[]> =>
  rulesIn(await readText(file, (reason) => new FlagRefusal(`${file}: ${reason}`)), file);

/** The rules of a word of the command line: a file, a text in JSON, or the name of a preset. */
const rulesOf = async (word: string, match: object): Promise<readonly Rule[]> => {
  if (/^\s*[[{]/.test(word)) return rulesIn(word, word);
  if (/[/\\]|\.(?:ya?ml|json)$/i.test(word)) return rulesOfFile(word);
  // The mock knows the names of presets.
  return [{ preset: word, ...match } as FaultPreset];
};

const EXAMPLES = { match: 'operation=ListRepos', do: 'code=UNAVAILABLE' };

/** What the flags write, where there are any. */
const partsOf = ({ match: matched = [], do: done = [], phase, times }: FaultFlags) => ({
  match: matched.length === 0 ? {} : { match: pairsOf('--match', matched, EXAMPLES.match) },
  fault: {
    ...(done.length > 0 && { do: pairsOf('--do', done, EXAMPLES.do) }),
    ...(phase !== undefined && { phase }),
    ...(times !== undefined && { times }),
  },
});

const listOf = (faults: readonly FaultWithHits[]): Outcome => ({
  value: { faults },
  text: faults.map((fault) => `${fault.hits} hits ${faultLine(fault)}\n`).join('') || 'no faults\n',
});

/**
 * Replaces the faults of a world by those of files, texts in JSON and presets, and of the flags, which write one.
 * @throws FlagRefusal where there is nothing to set, or flags that do not go together
 */
export const setFaults = async ({ world }: Steered, words: readonly string[], flags: FaultFlags): Promise<Outcome> => {
  const { match, fault } = partsOf(flags);
  const isWritten = Object.keys(fault).length > 0;
  if (words.length === 0 && !isWritten)
    throw new FlagRefusal(`give faults, or --do to write one, such as --do ${EXAMPLES.do}`);
  const rules = (await Promise.all(words.map((word) => rulesOf(word, match)))).flat();
  // Without an effect it is refused by the mock, which says what it needs.
  return listOf(await world.faults.set(...rules, ...(isWritten ? [{ ...match, ...fault } as Fault] : [])));
};

/** Returns the faults of a world with how often each has acted. */
export const listFaults = async ({ world }: Steered): Promise<Outcome> => listOf(await world.faults.list());

/** Removes the faults of a world. */
export const clearFaults = async ({ world }: Steered): Promise<Outcome> => {
  await world.faults.clear();
  return { value: { faults: [] }, text: 'no faults\n' };
};
