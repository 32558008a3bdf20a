import { Readable } from 'node:stream';
import type { UniversalServerResponse } from '@connectrpc/connect/protocol';
import { Code } from '../../kernel/errors.ts';
import { encodeGrpcMessage } from './status.ts';

/** Errors of Connect that are the caller's, but are reported as internal; each with the message that replaces it. */
const CALLERS: readonly (readonly [internal: RegExp, reported: string])[] = [
  [/^parse binary: /, 'Invalid argument: body: malformed protobuf'],
  [
    /^received compressed envelope, but do not know how/,
    'Invalid argument: body: is compressed in a way that grpc-encoding does not name',
  ],
];

const INTERNAL = String(Code.INTERNAL);
const INVALID_ARGUMENT = String(Code.INVALID_ARGUMENT);
const PREFIX = 5;
/** The flags of the last frame: trailers in gRPC-Web, the end of a stream in Connect. */
const WEB_TRAILERS = 0x80;
const END_OF_STREAM = 0x02;

const findReportedCode = (said: string): string | undefined => CALLERS.find(([words]) => words.test(said))?.[1];

/** The bytes of a body, or none. */
export const bytesOf = async (body: AsyncIterable<Uint8Array> | undefined): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body ?? []) chunks.push(chunk);
  return Buffer.concat(chunks);
};

/** A failure over Connect, as far as it is looked at. */
export type Failure = { readonly code?: string; readonly message?: string };

/** A failure in the JSON of Connect, blamed on the caller; undefined for one that stays as it is. */
const blameJson = ({ code, message = '' }: Failure): Failure | undefined => {
  const reported = code === 'internal' ? findReportedCode(message) : undefined;
  return reported === undefined ? undefined : { code: 'invalid_argument', message: reported };
};

const blameTrailers = (trailers: Headers): void => {
  if (trailers.get('grpc-status') !== INTERNAL) return;
  const reported = findReportedCode(decodeURIComponent(trailers.get('grpc-message') ?? ''));
  if (reported === undefined) return;
  trailers.set('grpc-status', INVALID_ARGUMENT);
  trailers.set('grpc-message', encodeGrpcMessage(reported));
};

/** The last frame of gRPC-Web, whose trailers are lines of text. */
const blameWeb = (text: string): string => {
  const lines = text.split('\r\n').filter((line) => line !== '');
  const trailers = new Headers(
    lines.map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]),
  );
  blameTrailers(trailers);
  return [...trailers].map(([name, value]) => `${name}: ${value}\r\n`).join('');
};

/** The last frame of a stream in Connect. */
const blameEnd = (text: string): string => {
  const { error, ...others } = JSON.parse(text) as { readonly error?: Failure };
  const blamed = error && blameJson(error);
  return blamed ? JSON.stringify({ ...others, error: blamed }) : text;
};

async function* passThenBlame(body: AsyncIterable<Uint8Array>, trailers: Headers): AsyncGenerator<Uint8Array> {
  yield* body;
  blameTrailers(trailers);
}

/** The frames of a body, which Connect yields one by one, with another text in the last of them. */
async function* replaceLast(
  body: AsyncIterable<Uint8Array>,
  flag: number,
  blamed: (text: string) => string,
): AsyncGenerator<Uint8Array> {
  for await (const frame of body) {
    if (frame[0] !== flag) {
      yield frame;
      continue;
    }
    const text = Buffer.from(blamed(Buffer.from(frame.subarray(PREFIX)).toString('utf8')));
    const prefix = Buffer.alloc(PREFIX);
    prefix[0] = flag;
    prefix.writeUInt32BE(text.length, 1);
    yield Buffer.concat([prefix, text]);
  }
}

const blameUnary = async (
  answer: UniversalServerResponse,
  body: AsyncIterable<Uint8Array>,
): Promise<UniversalServerResponse> => {
  const text = (await bytesOf(body)).toString();
  const blamed = blameJson(JSON.parse(text) as Failure);
  const written = new TextEncoder().encode(blamed ? JSON.stringify(blamed) : text);
  answer.header?.set('content-length', String(written.length));
  return { ...answer, status: blamed ? 400 : answer.status, body: Readable.from([written]) };
};

/**
 * Rewrites an answer in which Connect reports a malformed message as an internal error: it is the caller's error, in
 * every protocol. Any other answer is returned as it is.
 */
export const blameCaller = async (answer: UniversalServerResponse): Promise<UniversalServerResponse> => {
  const { status, body, header, trailer } = answer;
  const type = header?.get('content-type') ?? '';
  if (body === undefined) return answer;
  if (type.startsWith('application/grpc-web')) return { ...answer, body: replaceLast(body, WEB_TRAILERS, blameWeb) };
  if (type.startsWith('application/grpc')) return trailer ? { ...answer, body: passThenBlame(body, trailer) } : answer;
  if (type.startsWith('application/connect+')) return { ...answer, body: replaceLast(body, END_OF_STREAM, blameEnd) };
  return status === 500 && type.startsWith('application/json') ? blameUnary(answer, body) : answer;
};
