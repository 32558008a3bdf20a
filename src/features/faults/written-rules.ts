import { parse } from 'yaml';
import type { Fault, FaultPreset } from '../../../generated/nouns.ts';
import { FlagRefusal } from '../../command/command-failure.ts';
import { readText } from '../../command/read-text.ts';

type Rule = Fault | FaultPreset;

/** The rules in a text of JSON or YAML: one, or a list. @throws FlagRefusal for a text that is neither */
const rulesIn = (text: string, called: string): readonly Rule[] => {
  try {
    // The mock refuses values that are not rules, with each mistake.
    return [parse(text) as Rule | readonly Rule[]].flat();
  } catch (error) {
    throw new FlagRefusal(`${called}: ${(error as Error).message.split('\n')[0]}`);
  }
};

/** True for the name of a preset, which has no matches of its own as a file or a text in JSON has. */
export const isPreset = (word: string): boolean => !/^\s*[[{]|[/\\]|\.(?:ya?ml|json)$/i.test(word);

/** The rules of a word of the command line: a file, a text in JSON, or the name of a preset. */
export const rulesOf = async (word: string, match: object): Promise<readonly Rule[]> => {
  // The mock knows the names of presets.
  if (isPreset(word)) return [{ preset: word, ...match } as FaultPreset];
  const isText = /^\s*[[{]/.test(word);
  return rulesIn(isText ? word : await readText(word, (reason) => new FlagRefusal(`${word}: ${reason}`)), word);
};
