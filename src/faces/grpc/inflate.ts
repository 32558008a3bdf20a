import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { exhausted, invalidField } from '../../kernel/errors.ts';

/** The encodings of messages that are read. */
export type Packing = 'gzip' | 'br';

/**
 * Unpacks a message to at most `largest` bytes.
 * @throws ApiError INVALID_ARGUMENT for bytes that are not in that encoding, RESOURCE_EXHAUSTED for a message that is
 * too large, or exceeds what messages may take together
 */
export type Inflate = (
  packed: Uint8Array,
  packing: Packing,
  largest: number,
) => Promise<{ readonly message: Uint8Array; readonly release: () => void }>;

/** The most bytes of unpacked messages in the process at one time: without a bound, a few would fill the memory. */
const MAX_BYTES = 64 * 1024 * 1024;
const CHUNK = 64 * 1024;

/** Makes a function that unpacks messages. Until they are released, they take at most `maxBytes` together. */
export const createInflater = (maxBytes: number): Inflate => {
  let inflated = 0;
  return (packed, packing, largest) =>
    new Promise((resolve, reject) => {
      const unpacking = (packing === 'gzip' ? createGunzip : createBrotliDecompress)({ chunkSize: CHUNK });
      const chunks: Buffer[] = [];
      let length = 0;
      const release = (): void => {
        inflated -= length;
        length = 0;
      };
      const refuse = (error: unknown): void => {
        release();
        chunks.length = 0;
        unpacking.destroy();
        reject(error);
      };
      unpacking.on('data', (chunk: Buffer) => {
        length += chunk.length;
        inflated += chunk.length;
        if (length > largest) refuse(exhausted(`message is larger than ${largest} bytes`));
        else if (inflated > maxBytes)
          refuse(exhausted(`messages that unpack to more than ${maxBytes} bytes at the same time`));
        else chunks.push(chunk);
      });
      unpacking.on('error', () => refuse(invalidField('body', `is not valid ${packing}`)));
      unpacking.on('end', () => resolve({ message: Buffer.concat(chunks), release }));
      unpacking.end(packed);
    });
};

/** Unpacks messages within the bound of the whole process. */
export const inflate: Inflate = createInflater(MAX_BYTES);
