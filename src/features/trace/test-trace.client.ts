import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isObject, parseJson } from '../../json.ts';

/** The tests whose runs are written into files, in Playwright's words: all, the first retries, or those that fail. */
export type TraceMode = 'off' | 'on' | 'on-first-retry' | 'retain-on-failure';

/** The folder of traces below the project's, for runners without a folder for each test. */
export const TRACE_FOLDER = 'test-results/platform-mock';

/**
 * Writes the body of an answer, a trace, into a file.
 * @returns why no file was written; undefined if it was
 */
export const writeTrace = async (answered: Promise<Response>, file: string): Promise<string | undefined> => {
  try {
    const answer = await answered;
    if (!answer.ok || !answer.body) {
      const text = await answer.text();
      const problem = parseJson(text);
      return isObject(problem) ? String(problem.message) : text;
    }
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, answer.body);
    return undefined;
  } catch (error) {
    // The part that was written is no trace.
    await rm(file, { force: true }).catch(() => {});
    return (error as Error).message;
  }
};
