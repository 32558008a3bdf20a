import { readGiven } from '../given-file.ts';
import { decodeUtf8, whyUnreadable } from '../schema/utf8-text.ts';
import { FlagRefusal } from './command-failure.ts';

/** The text of a file; one that cannot be read is refused by `refuse`, with the reason. */
export const readText = (file: string, refuse: (reason: string, error: unknown) => Error): Promise<string> =>
  readGiven(file)
    .then(decodeUtf8)
    .catch((error: unknown) => {
      throw refuse(whyUnreadable(error), error);
    });

/**
 * The text of the file that a flag names.
 * @throws FlagRefusal when it cannot be read
 */
export const readNamed = (flag: string, file: string): Promise<string> =>
  readText(file, (reason) => new FlagRefusal(`${flag} ${file}: ${reason}`));
