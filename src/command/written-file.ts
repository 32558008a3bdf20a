import { replaceFile } from '../store/json-file-replace.ts';
import type { Surroundings } from './family.ts';

/** Replaces a file by a text, as a whole or not at all, and returns the line that says so. */
export const writeWhole = async (file: string, text: string, { pid }: Pick<Surroundings, 'pid'>): Promise<string> => {
  await replaceFile(file, `${file}.${pid}.next`, text);
  return `wrote ${file}\n`;
};
