import { readFile } from 'node:fs/promises';
import { decodeUtf8, NotUtf8 } from '../schema/utf8-text.ts';

/** Why a file cannot be read as text: `there is no such file`, `line 2, column 5: is not UTF-8`. */
export const whyUnreadable = (error: unknown): string => {
  if (error instanceof NotUtf8) return `line ${error.line}, column ${error.column}: ${error.message}`;
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' ? 'there is no such file' : message;
};

/** The text of a file; one that cannot be read is refused by `refuse`, with the reason. */
export const readText = (file: string, refuse: (reason: string, error: unknown) => Error): Promise<string> =>
  readFile(file)
    .then(decodeUtf8)
    .catch((error: unknown) => {
      throw refuse(whyUnreadable(error), error);
    });
