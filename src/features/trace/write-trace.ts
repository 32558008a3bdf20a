import { setImmediate as nextTurn } from 'node:timers/promises';
import { replaceFile } from '../../store/json-file-replace.ts';
import { TraceRefusal } from './read-trace.ts';

/** The number of characters that are written at a time. */
const CHUNK = 256 * 1024;

async function* inChunks(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk = '';
  for await (const piece of pieces) {
    chunk += piece;
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = '';
    await nextTurn();
  }
  yield chunk;
}

/** Writes a trace into a file, in the place of what it was, all of it or nothing. @throws TraceRefusal */
export const writeTrace = async (file: string, pieces: AsyncIterable<string>): Promise<void> => {
  try {
    await replaceFile(file, `${file}.tmp`, inChunks(pieces));
  } catch (error) {
    throw new TraceRefusal(error instanceof Error ? error.message : String(error));
  }
};
