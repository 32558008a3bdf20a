import { ApiError, exhausted } from '../../kernel/errors.ts';

const PREFIX = 5;

/** How the body of a call is read. */
export interface BodyBounds {
  /** The largest message, in bytes; missing: the library bounds it. */
  readonly message?: number | undefined;
  /** True for a message that has the prefix of gRPC. */
  readonly isFramed: boolean;
  /** Rejects when the time of the call is up; missing: it has no deadline. */
  readonly ended?: Promise<never> | undefined;
  /** The error of the call in the form of the library. */
  readonly refuse: (error: ApiError) => Error;
}

/** True for one that is too large, or announces that it will be. */
const isTooLarge = (first: Uint8Array, length: number, { message, isFramed }: BodyBounds): boolean => {
  if (message === undefined) return false;
  if (!isFramed) return length > message;
  const announced = first.length < PREFIX ? 0 : new DataView(first.buffer, first.byteOffset).getUint32(1);
  return Math.max(announced, length - PREFIX) > message;
};

/** Reads on without keeping it, since a client of HTTP/1.1 may look for the answer only when all is sent. */
const dropRest = async (chunks: AsyncIterator<Uint8Array>): Promise<void> => {
  while (!(await chunks.next()).done);
};

/** Passes a body on until its message is too large, whose rest is dropped, or the time of its call is up. */
export async function* boundBody(body: AsyncIterable<Uint8Array>, bounds: BodyBounds): AsyncGenerator<Uint8Array> {
  const { ended, refuse, message } = bounds;
  const chunks = body[Symbol.asyncIterator]();
  let first: Uint8Array | undefined;
  let length = 0;
  for (;;) {
    const chunk = await Promise.race(ended ? [chunks.next(), ended] : [chunks.next()]).catch((error: unknown) => {
      throw error instanceof ApiError ? refuse(error) : error;
    });
    if (chunk.done) return;
    first ??= chunk.value;
    length += chunk.value.length;
    if (isTooLarge(first, length, bounds)) {
      dropRest(chunks).catch(() => {});
      throw refuse(exhausted(`message is larger than ${message} bytes`));
    }
    yield chunk.value;
  }
}
