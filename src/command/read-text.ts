import { readFile } from 'node:fs/promises';
import { decodeUtf8, whyUnreadable } from '../schema/utf8-text.ts';

/** The text of a file; one that cannot be read is refused by `refuse`, with the reason. */
export const readText = (file: string, refuse: (reason: string, error: unknown) => Error): Promise<string> =>
  readFile(file)
    .then(decodeUtf8)
    .catch((error: unknown) => {
      throw refuse(whyUnreadable(error), error);
    });
