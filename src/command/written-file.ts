import { stat, writeFile } from 'node:fs/promises';
import { dataFileErrorOf } from '../store/data-file-error.ts';
import { placeOf } from '../store/json-file-paths.ts';
import { replaceFile } from '../store/json-file-replace.ts';
import { STDOUT, type Surroundings } from './family.ts';

/**
 * Replaces a file that a user has named, as a whole or not at all; the text is written beside it first, to a name with
 * this ending. A link stays one. What is no file, such as /dev/stdout, is written to: replaced, it is gone for everybody.
 */
export const replaceNamed = async (
  file: string,
  ending: string,
  text: Parameters<typeof replaceFile>[2],
): Promise<void> => {
  const found = await stat(file).catch(() => undefined);
  if (found && (STDOUT.test(file) || !(found.isFile() || found.isDirectory()))) {
    return writeFile(file, text, { flag: 'a' }).catch((error: unknown) => {
      throw dataFileErrorOf(`${file} cannot be written`, error);
    });
  }
  const place = await placeOf(file);
  await replaceFile(place, `${place}${ending}`, text);
};

/** Replaces a file by a text, and returns the line that says so. */
export const writeWhole = async (file: string, text: string, { pid }: Pick<Surroundings, 'pid'>): Promise<string> => {
  await replaceNamed(file, `.${pid}.next`, text);
  return `wrote ${file}\n`;
};
