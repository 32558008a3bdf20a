// The client reads files of fixtures, too, in runtimes that have few built-in modules.
import { constants, open, readFile, stat } from 'node:fs/promises';

/** The size of a piece of a pipe, in bytes. */
const PIECE = 1 << 16;
/** How often a pipe without a writer is asked, and the interval in milliseconds: for two seconds. */
const TRIES = 200;
const ASK_MILLIS = 10;

/** Reads a pipe to its end. It is not opened by a thread that waits, which would keep the process from ending. */
const readPipe = async (path: string): Promise<Buffer> => {
  const pipe = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const pieces: Buffer[] = [];
  let hasWriter = false;
  try {
    for (let tries = 0; ; tries += 1) {
      const piece = Buffer.allocUnsafe(PIECE);
      const size = await pipe.read(piece).then(
        ({ bytesRead }) => bytesRead,
        (error: NodeJS.ErrnoException) => (error.code === 'EAGAIN' ? undefined : Promise.reject(error)),
      );
      if (size) pieces.push(piece.subarray(0, size));
      else if (size === 0 && hasWriter) return Buffer.concat(pieces);
      else if (size === 0 && tries > TRIES) throw new Error('is a pipe that nothing writes into');
      else await new Promise((resolve) => setTimeout(resolve, ASK_MILLIS));
      hasWriter ||= size !== 0;
    }
  } finally {
    await pipe.close();
  }
};

/**
 * Reads a file that a user has named, or a pipe such as `<(command)` of a shell to its end.
 * @throws Error of the system, or one that says what is there: a device, a socket, or a pipe without a writer
 */
export const readGiven = async (path: string): Promise<Buffer> => {
  const found = await stat(path);
  if (found.isFIFO()) return readPipe(path);
  if (found.isSocket()) throw new Error('is a socket');
  if (!found.isFile() && !found.isDirectory()) throw new Error('is a device');
  return readFile(path);
};
