import { breakOffOf, type Transmission } from '../../kernel/transmission.ts';
import { type AnyResponse, breakOff } from './break-off.ts';

/** The receiver of a body's parts. */
interface Sink {
  write(bytes: Uint8Array, sent: (error?: Error | null) => void): unknown;
  once(event: 'close', listener: () => void): unknown;
}

/**
 * Writes the parts of a body, each after the one before has been handed to the system. Resolves to how many bytes these
 * are, or to undefined when the connection has ended meanwhile.
 */
export const sendParts = async (
  body: Buffer,
  parts: NonNullable<Transmission['parts']>,
  sink: Sink,
): Promise<number | undefined> => {
  const controller = new AbortController();
  const { signal } = controller;
  const gone = new Promise<void>((resolve) =>
    sink.once('close', () => {
      controller.abort();
      resolve();
    }),
  );
  let sent = 0;
  try {
    for await (const end of parts(body.length, signal)) {
      if (signal.aborted) return undefined;
      const piece = body.subarray(sent, end);
      await Promise.race([gone, new Promise<void>((resolve) => void sink.write(piece, () => resolve()))]);
      sent = end;
    }
  } catch {
    // The client has gone while the next part was awaited, or the mock has stopped.
    return undefined;
  }
  return signal.aborted ? undefined : sent;
};

/** The beginning of an answer over HTTP. */
export interface Head {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number>>;
}

/** Sends an answer over HTTP as a fault wants it (behaviour F10 to F12). */
export const transmit = async (
  response: AnyResponse,
  { status, headers }: Head,
  body: Buffer,
  transmission: Transmission,
): Promise<void> => {
  const how = breakOffOf(transmission);
  const { parts } = transmission;
  let sent: number | undefined = 0;
  if (parts) {
    response.writeHead(status, headers);
    // The client sees the head before the first part; over HTTP/2 it has been sent already.
    if (!('stream' in response)) response.flushHeaders();
    sent = await sendParts(body, parts, response);
  }
  if (sent === undefined) return;
  if (how !== undefined) breakOff(response, how);
  else response.end(body.subarray(sent));
};
