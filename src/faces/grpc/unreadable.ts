import { Readable } from 'node:stream';
import type { UniversalServerResponse } from '@connectrpc/connect/protocol';

/** What Connect says of a binary message that it cannot parse. */
const UNREADABLE = /^parse binary: /;

const textOf = async (body: AsyncIterable<Uint8Array>): Promise<string> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
};

/**
 * An answer in which Connect takes the fault for a binary message that is none: it is the caller's, and told as on
 * every other way. Any other answer is given back as it is.
 */
export const blamingCaller = async (answer: UniversalServerResponse): Promise<UniversalServerResponse> => {
  const { status, body, header } = answer;
  if (status !== 500 || body === undefined || !header?.get('content-type')?.startsWith('application/json'))
    return answer;
  const bytes = await textOf(body);
  const { code, message } = JSON.parse(bytes) as { readonly code?: string; readonly message?: string };
  const told =
    code === 'internal' && UNREADABLE.test(message ?? '')
      ? { code: 'invalid_argument', message: 'Invalid argument: body: malformed protobuf' }
      : undefined;
  const written = new TextEncoder().encode(told ? JSON.stringify(told) : bytes);
  header.set('content-length', String(written.length));
  return { ...answer, status: told ? 400 : status, body: Readable.from([written]) };
};
