import { replaceFile } from '../store/json-file-replace.ts';
import type { Surroundings } from './family.ts';

/** Writes a text into a file, in the place of what it was, all of it or nothing, and returns the line that says so. */
export const writeWhole = async (file: string, text: string, { pid }: Pick<Surroundings, 'pid'>): Promise<string> => {
  await replaceFile(file, `${file}.${pid}.next`, text);
  return `wrote ${file}\n`;
};
