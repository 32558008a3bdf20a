import {
  type ChannelOptions,
  Client,
  type ClientUnaryCall,
  credentials,
  Metadata,
  type ServiceError,
  status,
} from '@grpc/grpc-js';
import { protoMethod, typeOf } from './proto-files.ts';
import { decode, encode, type Json } from './proto-json.ts';

/** The parts of a call besides its message. */
export interface CallExtra {
  /** Sent as `Bearer <token>`; the client's own unless given, none when it is null. */
  readonly token?: string | null;
  /** Sent as they are; an `authorization` here takes the place of the token. */
  readonly metadata?: Readonly<Record<string, string | Buffer>>;
  /** The maximum wait in milliseconds, which is sent to the server as the deadline. */
  readonly timeoutMillis?: number;
  /** Receives the call, to cancel it. */
  readonly onCall?: (call: ClientUnaryCall) => void;
}

/** The end of a call that was answered with a message. */
export interface Answered<T> {
  readonly ok: true;
  readonly response: T;
  /** The headers that came before the message. */
  readonly headers: Metadata;
}

/** The end of a call that was answered with a failure. */
export interface Refused {
  readonly ok: false;
  readonly code: number;
  readonly message: string;
  /** As JSON, each with its `@type`. */
  readonly details: readonly Json[];
  readonly trailers: Metadata;
}

/** The end of a call. */
export type Ended<T = Json> = Answered<T> | Refused;

const MEGABYTE = 1024 * 1024;
const DEADLINE_MS = 30_000;
const DETAILS = 'grpc-status-details-bin';
const TYPE_PREFIX = 'type.googleapis.com/';

const Status = typeOf('google.rpc.Status');

const detailOf = ({ type_url = '', value }: { readonly type_url?: string; readonly value: Uint8Array }): Json => {
  if (!type_url.startsWith(TYPE_PREFIX)) throw new Error(`a detail of type "${type_url}"`);
  return { '@type': type_url, ...decode(typeOf(type_url.slice(TYPE_PREFIX.length)), value) };
};

/** A message that is too long for headers is cut, and ends with a mark. */
const isSame = (message: string, whole: string): boolean =>
  message === whole || (message.endsWith('…') && whole.startsWith(message.slice(0, -1)));

/** The details of a google.rpc.Status. @throws Error when it has another code or message than the call's status */
export const detailsOf = (bytes: Buffer, code: number, message: string): readonly Json[] => {
  const detailed = Status.decode(bytes) as unknown as {
    readonly code: number;
    readonly message: string;
    readonly details: readonly { readonly type_url: string; readonly value: Uint8Array }[];
  };
  if (detailed.code !== code || !isSame(message, detailed.message))
    throw new Error(`status ${code} "${message}" with details of ${detailed.code} "${detailed.message}"`);
  return detailed.details.map(detailOf);
};

const refusedBy = ({ code, details: message, metadata }: ServiceError): Refused => {
  const [bytes] = metadata.get(DETAILS);
  const details = bytes === undefined ? [] : detailsOf(bytes as Buffer, code, message);
  return { ok: false, code, message, details, trailers: metadata };
};

const asIs = (bytes: Buffer): Buffer => bytes;

/** The names of the status codes, for messages of failed tests. */
export const codeName = (code: number): string => status[code] ?? String(code);

/** A caller over gRPC with a library that is not the server's. One connection, opened at the first call. */
export class GrpcClient {
  readonly client: Client;
  readonly #token: string | undefined;

  constructor(baseUrl: string, token?: string, options: ChannelOptions = {}) {
    const { host } = new URL(baseUrl);
    this.client = new Client(host, credentials.createInsecure(), {
      'grpc.max_receive_message_length': 100 * MEGABYTE,
      'grpc.max_send_message_length': -1,
      // Tests expect separate connections.
      'grpc.use_local_subchannel_pool': 1,
      ...options,
    });
    this.#token = token;
  }

  metadata({ token = this.#token ?? null, metadata = {} }: CallExtra): Metadata {
    const sent = new Metadata();
    if (token !== null) sent.set('authorization', `Bearer ${token}`);
    for (const [name, value] of Object.entries(metadata)) sent.set(name, value);
    return sent;
  }

  /** Calls a path with the bytes of a message, and returns the bytes of the answer. */
  send(path: string, message: Buffer, extra: CallExtra = {}): Promise<Ended<Buffer>> {
    return new Promise((resolve) => {
      let headers = new Metadata();
      const deadline = Date.now() + (extra.timeoutMillis ?? DEADLINE_MS);
      const call = this.client.makeUnaryRequest(
        path,
        asIs,
        asIs,
        message,
        this.metadata(extra),
        { deadline },
        (error, response) => {
          if (error) resolve(refusedBy(error));
          else resolve({ ok: true, response: response ?? Buffer.alloc(0), headers });
        },
      );
      call.on('metadata', (given: Metadata) => {
        headers = given;
      });
      extra.onCall?.(call);
    });
  }

  /** Calls a method of the emitted files, by its full name or its operation's id, with a request as canonical JSON. */
  async call(name: string, request: Json = {}, extra: CallExtra = {}): Promise<Ended> {
    const method = protoMethod(name);
    const path = `/${name.includes('/') ? name : method.name}`;
    const ended = await this.send(path, encode(method.request, request), extra);
    return ended.ok ? { ...ended, response: decode(method.response, ended.response) } : ended;
  }

  close(): void {
    this.client.close();
  }
}
