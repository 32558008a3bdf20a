import { errorToJsonBytes } from '@connectrpc/connect/protocol-connect';
import { connectErrorOf } from '../../faces/grpc/connect-services.ts';
import { frameMessage } from '../../faces/grpc/message-frames.ts';
import { answerBytesIn } from '../../faces/grpc/row-bytes.ts';
import { statusTrailers } from '../../faces/grpc/status.ts';
import { trailersFrame } from '../../faces/grpc/web.ts';
import { PAGE_TYPE, proxyPageOf } from '../../faces/wire/proxy-page.ts';
import type { Settings } from '../../kernel/context.ts';
import { ApiError, Code } from '../../kernel/errors.ts';
import { profileIn } from '../../schema/profile.ts';
import type { JournalEntry } from '../contract/nouns.ts';
import type { KeptEntry } from '../journal/kept-entry.ts';
import type { HarContent, HarPostData, HarResponse } from './har.ts';
import { harResponseOf } from './har-response.ts';

const NOTHING = new Uint8Array();

/** The code and the message with which a call over gRPC has ended. */
export interface GrpcEnd {
  readonly code: number;
  readonly message: string;
}

/** How a call over gRPC has ended; undefined for one that has not. */
export const grpcEndOf = ({ delivered }: KeptEntry): GrpcEnd | undefined => {
  if (!delivered) return undefined;
  return delivered instanceof ApiError
    ? { code: Code[delivered.code], message: delivered.message }
    : { code: 0, message: '' };
};

/** A call over gRPC, gRPC-Web or Connect, in what it was sent as. */
export interface GrpcCall {
  readonly entry: KeptEntry;
  /** The call as it is shown, without its secrets. */
  readonly shown: JournalEntry;
  readonly settings: Settings;
  /** The media type of its request. */
  readonly mimeType: string;
  readonly version: string;
  /** True where its bytes may be shown: no field of it has a secret. */
  readonly isOpen: boolean;
}

const isBinary = ({ entry: { protocol }, mimeType }: GrpcCall): boolean =>
  protocol === 'grpc-web' || (protocol === 'connect' && /proto/.test(mimeType));

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** The message of an answer as bytes. */
const answerBytes = ({ entry: { delivered, operation }, settings }: GrpcCall): Uint8Array =>
  !delivered || delivered instanceof ApiError
    ? NOTHING
    : Buffer.from(answerBytesIn(profileIn(settings)).answer(delivered, operation?.response));

/** The frames of an answer in gRPC-Web, whose trailers are in the last. */
const webFrames = (call: GrpcCall): Buffer => {
  const { entry, settings } = call;
  const { delivered, operation } = entry;
  if (delivered instanceof ApiError) {
    const trailers = statusTrailers(delivered, operation?.domain ?? 'api', settings, operation?.edition);
    return Buffer.from(trailersFrame({ ...trailers }));
  }
  // Copied, since the next frame may overwrite it.
  const message = Buffer.from(frameMessage(answerBytes(call)));
  return Buffer.concat([message, trailersFrame({ 'grpc-status': '0' })]);
};

const bytesOf = (call: GrpcCall): Uint8Array =>
  call.entry.protocol === 'grpc-web' ? webFrames(call) : answerBytes(call);

/** The message of a call over plain gRPC in base64, whose body is shown as JSON; undefined where it has a secret. */
export const grpcMessageOf = ({ entry: { protocol, body = NOTHING, largeRequest }, isOpen }: GrpcCall) =>
  protocol === 'grpc' && isOpen && !largeRequest ? base64(body) : undefined;

/** The body of a request, which is always there: an entry without one would answer any body. */
export const grpcBodyOf = (call: GrpcCall): HarPostData => {
  const { entry, shown, mimeType, isOpen } = call;
  const { body = NOTHING } = entry;
  if (!isBinary(call)) return { mimeType, text: JSON.stringify(shown.request ?? shown.body ?? {}) };
  if (!isOpen || entry.largeRequest || entry.messagesDropped) return { mimeType, text: '' };
  return { mimeType, text: base64(entry.protocol === 'grpc-web' ? frameMessage(body) : body), encoding: 'base64' };
};

/** The JSON of a failure: over Connect as it was answered, and over plain gRPC that of its trailers. */
const failureOf = ({ entry, shown, settings, isOpen }: GrpcCall, error: ApiError): string => {
  const { protocol, operation } = entry;
  if (isOpen && operation && protocol === 'connect') {
    return Buffer.from(errorToJsonBytes(connectErrorOf(error, operation, settings), undefined)).toString();
  }
  const { code = '', message = '', details = [] } = shown;
  return JSON.stringify({ code: code.toLowerCase(), message, details });
};

const contentOf = (call: GrpcCall): HarContent => {
  const { entry, shown, mimeType, isOpen } = call;
  if (entry.messagesDropped) return { size: 0, mimeType, text: '' };
  const failure = entry.delivered instanceof ApiError ? entry.delivered : undefined;
  if (isBinary(call) && !(failure && entry.protocol === 'connect')) {
    const bytes = isOpen ? bytesOf(call) : NOTHING;
    return { size: bytes.length, mimeType, text: base64(bytes), encoding: 'base64' };
  }
  const text = failure ? failureOf(call, failure) : JSON.stringify(shown.answer ?? {});
  return {
    size: Buffer.byteLength(text),
    mimeType: entry.protocol === 'connect' ? 'application/json' : mimeType,
    text,
  };
};

/** The response of a call. Over plain gRPC it is JSON in the place of the bytes, which no reader of HAR could use. */
export const grpcResponseOf = (call: GrpcCall): HarResponse => {
  const { entry, shown, version } = call;
  const page = proxyPageOf(entry.delivered);
  if (page) {
    const { status, headers, body } = page;
    const content = { size: body.length, mimeType: PAGE_TYPE, text: body };
    const named = Object.entries(headers).map(([name, value]) => ({ name, value: String(value) }));
    return harResponseOf({ status, httpVersion: `HTTP/${version}`, headers: named, content });
  }
  const isGone = !entry.delivered || entry.isBrokenOff;
  const content = isGone ? { size: 0, mimeType: 'x-unknown', text: '' } : contentOf(call);
  const status = entry.protocol === 'connect' ? (shown.status ?? 200) : 200;
  return harResponseOf({
    status: isGone ? 0 : status,
    httpVersion: `HTTP/${version}`,
    headers: isGone ? [] : [{ name: 'content-type', value: content.mimeType }],
    content,
  });
};
