import { fromBase64 } from '../../faces/grpc/message-frames.ts';
import { isTextType } from '../../faces/grpc/web.ts';
import { PAGE_TYPE } from '../../faces/wire/proxy-page.ts';
import { jsonOrText } from '../../json.ts';
import { Code } from '../../kernel/errors.ts';
import type { SentAnswer } from '../compare/caller.ts';
import { type Difference, differencesOf } from '../compare/compare-values.ts';
import { decodeText } from '../compare/decode-text.ts';
import type { SeenAnswer } from '../compare/judge-answer.ts';
import { detailsIn } from '../compare/whole-message.ts';
import { answerIn, operationOf } from './grpc-answer.ts';
import type { ReplayCall, ReplayLog } from './replay-log.ts';
import type { SecretValues } from './secret-values.ts';

/** The headers that are compared: others follow from the body, or are of this moment (behaviour R8). */
const HEADERS = ['content-type', 'retry-after', 'www-authenticate', 'allow', 'location'];

const CODE_NAMES = new Map<number, string>(Object.entries(Code).map(([name, code]) => [code, name.toLowerCase()]));
/** The end of a message that was too long for a header. */
const CUT = '…';

/** The failure of a call over gRPC, with as much of its details as was sent. */
const failureIn = (headers: Readonly<Record<string, string>>, recorded: unknown): object => {
  const { message: before = '', details } = recorded as { readonly message?: string; readonly details?: unknown };
  const { 'grpc-message': sent = '', 'grpc-status-details-bin': bin } = headers;
  const message = decodeText(sent);
  const isCut = message.endsWith(CUT) && before.startsWith(message.slice(0, -1));
  return {
    code: CODE_NAMES.get(Number(headers['grpc-status'])),
    message: isCut ? before : message,
    details: bin === undefined ? details : detailsIn(bin),
  };
};

/** The frames of gRPC-Web: the message, and the trailers as headers. */
const readFrames = (
  body: Buffer,
  type: string,
): { readonly message: Buffer; readonly trailers: Readonly<Record<string, string>> } => {
  const bytes = isTextType(type) ? fromBase64(body) : body;
  let message: Buffer = Buffer.alloc(0);
  const trailers: Record<string, string> = {};
  for (let at = 0; at + 5 <= bytes.length; ) {
    const end = at + 5 + bytes.readUInt32BE(at + 1);
    const part = bytes.subarray(at + 5, end);
    if (((bytes[at] ?? 0) & 0x80) === 0) message = part;
    else {
      for (const line of part.toString().split('\r\n')) {
        const cut = line.indexOf(':');
        if (cut > 0) trailers[line.slice(0, cut).toLowerCase()] = line.slice(cut + 1).trim();
      }
    }
    at = end;
  }
  return { message, trailers };
};

/** The media type of the request of a call. */
const typeOf = ({ request }: ReplayCall): string => request.postData?.mimeType ?? '';

/** A message in its bytes, or the value that it has in JSON. */
const messageIn = (message: Buffer, isJson: boolean): Uint8Array | object => {
  const value = isJson ? jsonOrText(message.toString()) : undefined;
  return typeof value === 'object' && value !== null ? value : message;
};

/** Compares the answers of calls with the answers in a trace, in which secrets have numbers. */
export class AnswerComparer {
  readonly #mock: ReplayLog['_mock'];
  readonly #secrets: SecretValues;

  constructor(mock: ReplayLog['_mock'], secrets: SecretValues) {
    this.#mock = mock;
    this.#secrets = secrets;
  }

  /** The differences between the recorded answer of a call and another one, by their paths. */
  differences(call: ReplayCall, answer: SentAnswer): readonly Difference[] {
    const isPage = call.response.headers.some(({ value }) => value === PAGE_TYPE);
    const [recorded, sent] =
      call._protocol === 'rest' || isPage ? this.#ofRest(call, answer) : this.#ofGrpc(call, answer);
    return differencesOf(recorded, sent, (one, other) => this.areSame(one, other));
  }

  /** True for a value that is the recorded one, but for secrets. */
  areSame(one: unknown, other: unknown): boolean {
    if (typeof one !== 'string' || other === undefined) return Object.is(one, other);
    return this.#secrets.matches(one, typeof other === 'string' ? other : JSON.stringify(other));
  }

  #ofRest({ response }: ReplayCall, answer: SentAnswer): readonly [SeenAnswer, SeenAnswer] {
    const named = new Map(response.headers.map(({ name, value }) => [name.toLowerCase(), value]));
    const pick = (of: (name: string) => string | undefined) =>
      Object.fromEntries(HEADERS.flatMap((name) => (of(name) === undefined ? [] : [[name, of(name)]])));
    const { text = '', encoding } = response.content;
    const recorded = encoding === 'base64' ? Buffer.from(text, 'base64').toString() : text;
    return [
      { status: response.status, headers: pick((name) => named.get(name)), body: jsonOrText(recorded) },
      {
        status: answer.status,
        headers: pick((name) => answer.headers[name]),
        body: jsonOrText(answer.body.toString()),
      },
    ];
  }

  #ofGrpc(call: ReplayCall, answer: SentAnswer): readonly [SeenAnswer, SeenAnswer] {
    const { response, _grpc: end, _protocol: protocol } = call;
    const isWeb = protocol === 'grpc-web';
    const framed = isWeb ? readFrames(answer.body, typeOf(call)) : { message: answer.body, trailers: {} };
    const headers = { ...answer.headers, ...framed.trailers };
    const recorded = this.#recordedBody(call);
    const isConnect = protocol === 'connect';
    const isFailure = isConnect ? answer.status !== 200 : headers['grpc-status'] !== '0';
    const isJson = /json/.test(headers['content-type'] ?? '') || (isConnect && isFailure);
    const body = (): unknown => {
      // Over Connect it is recorded as it was sent.
      if (isJson && isConnect) return jsonOrText(answer.body.toString());
      return isFailure ? failureIn(headers, recorded) : this.#answerIn(call, messageIn(framed.message, isJson));
    };
    const status = isConnect ? {} : { 'grpc-status': headers['grpc-status'] };
    return [
      {
        status: response.status,
        headers: isConnect ? {} : { 'grpc-status': String(end?.code) },
        body: recorded,
      },
      { status: answer.status, headers: status, body: body() },
    ];
  }

  #answerIn({ _operation: id }: ReplayCall, message: Uint8Array | object): unknown {
    const operation = operationOf(id);
    return operation && answerIn(operation, message, this.#mock);
  }

  /** The recorded body as JSON; if its bytes have a secret, the mock's view of it. */
  #recordedBody(call: ReplayCall): unknown {
    const { content } = call.response;
    if (content.encoding !== 'base64') return jsonOrText(content.text ?? '');
    if (!content.text) return call._answer ?? {};
    const bytes = Buffer.from(content.text, 'base64');
    if (call._protocol === 'connect') return this.#answerIn(call, bytes);
    const { message, trailers } = readFrames(bytes, typeOf(call));
    const isJson = /json/.test(typeOf(call));
    return trailers['grpc-status'] === '0' ? this.#answerIn(call, messageIn(message, isJson)) : failureIn(trailers, {});
  }
}
