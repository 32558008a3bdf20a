import { readFile } from 'node:fs/promises';

/** The text of a file; one that cannot be read is refused by `refuse`, with the reason. */
export const readText = (file: string, refuse: (reason: string) => Error): Promise<string> =>
  readFile(file, 'utf8').catch(({ code, message }: NodeJS.ErrnoException) => {
    throw refuse(code === 'ENOENT' ? 'there is no such file' : message);
  });
