import { fromBinary, toJsonString } from '@bufbuild/protobuf';
import type { BoundOperation } from '../../kernel/runner.ts';
import type { Profile } from '../../schema/profile.ts';
import { inflate, type Packing } from './inflate.ts';
import { messageIn } from './message-frames.ts';
import { readServed } from './served.ts';
import type { AnyRequest } from './web.ts';

const JSON_TYPE = /^application\/(grpc(?:-web)?\+)?json\s*(?:;|$)/i;

/** The body of a request whose message is JSON; it is recorded while it is read. */
export interface CapturedJson {
  readonly body: AsyncIterable<Uint8Array>;
  /** The message as it was sent, not compressed; rejects if the body as far as it was read is no whole message. */
  readonly message: () => Promise<Uint8Array>;
}

async function* noteChunks(body: AsyncIterable<Uint8Array>, chunks: Uint8Array[]): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    chunks.push(chunk);
    yield chunk;
  }
}

/**
 * Records the message of a request in JSON, over Connect or in a frame of gRPC, of at most `largest` bytes; undefined
 * for a request in another form.
 */
export const captureJson = (
  { headers }: AnyRequest,
  body: AsyncIterable<Uint8Array>,
  largest: number,
): CapturedJson | undefined => {
  const type = JSON_TYPE.exec(headers['content-type'] ?? '');
  if (!type) return undefined;
  const isFramed = type[1] !== undefined;
  const chunks: Uint8Array[] = [];
  const message = async (): Promise<Uint8Array> => {
    const read = Buffer.concat(chunks);
    const { 'content-encoding': coding = 'identity' } = headers;
    const whole = coding === 'identity' ? { bytes: read } : { bytes: read, packing: coding as Packing };
    const { bytes, packing } = isFramed ? messageIn(read, headers['grpc-encoding']) : whole;
    if (packing === undefined) return bytes;
    const unpacked = await inflate(bytes, packing, largest);
    unpacked.release();
    return unpacked.message;
  };
  return { body: noteChunks(body, chunks), message };
};

/** Writes the messages of answers, given as bytes, in the JSON that the library answers with. */
export const jsonAnswersOf = (
  profile: Profile,
  bounds: readonly BoundOperation[],
): ((id: string, bytes: Uint8Array) => string) => {
  const { registry, services } = readServed(profile, bounds);
  const outputs = new Map(
    services.flatMap(({ desc, operations: of }) =>
      desc.methods.flatMap(({ name, output }) => {
        const operation = of.get(name);
        return operation ? [[operation.id, output] as const] : [];
      }),
    ),
  );
  return (id, bytes) => {
    const output = outputs.get(id);
    return output ? toJsonString(output, fromBinary(output, bytes), { registry }) : '{}';
  };
};
