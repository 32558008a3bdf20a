import { nearestName } from '../schema/nearest-name.ts';

/** Why the first word of a command line names no command; undefined where it does, or where it is a flag. */
export const unknownCommand = (word: string | undefined, commands: readonly string[]): string | undefined => {
  if (word === undefined || word.startsWith('-') || commands.includes(word)) return undefined;
  const nearest = nearestName(word, commands);
  const hint = nearest === undefined ? `there are ${commands.join(', ')}` : `did you mean "${nearest}"?`;
  return `there is no command ${JSON.stringify(word)}, ${hint}`;
};
