import { setImmediate as nextTurn } from 'node:timers/promises';
import { FlagRefusal } from '../../command/command-failure.ts';
import { replaceNamed } from '../../command/written-file.ts';

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

/** Replaces a file by a trace, as a whole or not at all. @throws FlagRefusal if it cannot be written */
export const writeTrace = async (file: string, pieces: AsyncIterable<string>): Promise<void> => {
  try {
    await replaceNamed(file, '.tmp', inChunks(pieces));
  } catch (error) {
    throw new FlagRefusal(error instanceof Error ? error.message : String(error));
  }
};
