import { jsonOrText } from '../json.ts';
import { FlagRefusal } from './command-failure.ts';

/** The values of a flag that may be given several times, by their keys. @throws FlagRefusal unless each is `key=value` */
export const textPairsOf = (
  flag: string,
  given: readonly string[],
  example: string,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    given.map((text) => {
      const cut = text.indexOf('=');
      if (cut < 1) throw new FlagRefusal(`${flag} ${text}: it must be a name, "=" and a value, such as ${example}`);
      return [text.slice(0, cut), text.slice(cut + 1)];
    }),
  );

/** Reads pairs `key=value`, each value as JSON if it is that. @throws FlagRefusal unless each is `key=value` */
export const pairsOf = (flag: string, given: readonly string[], example: string): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(textPairsOf(flag, given, example)).map(([key, text]) => [key, jsonOrText(text)]));
