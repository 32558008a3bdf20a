import { replaceFile } from '../store/json-file-replace.ts';
import type { Surroundings } from './serve.ts';

/** Writes a text into a file, in the place of what it was, all of it or nothing, and says so. */
export const writeOut = async (
  file: string,
  text: string,
  { out, pid }: Pick<Surroundings, 'out' | 'pid'>,
): Promise<void> => {
  await replaceFile(file, `${file}.${pid}.next`, text);
  out(`wrote ${file}\n`);
};
