import { errorToJsonBytes } from '@connectrpc/connect/protocol-connect';
import type { JournalEntry } from '../../../generated/nouns.ts';
import { describedOperations } from '../../editions/editions.ts';
import { connectErrorOf } from '../../faces/grpc/connect-services.ts';
import { frameMessage } from '../../faces/grpc/message-frames.ts';
import { answerBytesIn } from '../../faces/grpc/row-bytes.ts';
import { jsonAnswersOf } from '../../faces/grpc/sent-json.ts';
import { statusTrailers } from '../../faces/grpc/status.ts';
import { isTextType, trailersFrame } from '../../faces/grpc/web.ts';
import { PAGE_TYPE, proxyPageOf } from '../../faces/wire/proxy-page.ts';
import type { Settings } from '../../kernel/context.ts';
import { ApiError, Code } from '../../kernel/errors.ts';
import { operationsIn } from '../../kernel/profile-operations.ts';
import { makePerProfile, profileIn } from '../../schema/profile.ts';
import type { GrpcEnd } from '../evidence/traced-call.ts';
import type { PackedEntry } from '../journal/packed-entry.ts';
import { type Hide, redactText } from '../journal/redacted.ts';
import { hideInFailure, hideInJson } from '../journal/sent-text.ts';
import type { HarContent, HarPostData, HarResponse } from './har.ts';
import { harResponseOf } from './har-response.ts';

const NOTHING = new Uint8Array();

/** A call over gRPC, gRPC-Web or Connect, and the facts that its entry is made of. */
export interface GrpcCall {
  readonly entry: PackedEntry;
  /** The view of the call, without its secrets. */
  readonly view: JournalEntry;
  readonly settings: Settings;
  /** The media type of its request. */
  readonly mimeType: string;
  readonly version: string;
  /** True if its bytes may be published: no field of it has a secret. */
  readonly isOpen: boolean;
  readonly hide: Hide;
}

const isBinary = ({ entry: { protocol }, mimeType }: GrpcCall): boolean =>
  protocol === 'grpc-web' || (protocol === 'connect' && /proto/.test(mimeType));

const jsonAnswersIn = makePerProfile((profile) => jsonAnswersOf(profile, operationsIn(profile, describedOperations())));

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** The message of an answer as it was sent. */
const answerBytes = ({ entry: { delivered, operation, isJson }, settings }: GrpcCall): Uint8Array => {
  if (!delivered || delivered instanceof ApiError) return NOTHING;
  const profile = profileIn(settings);
  const bytes = Buffer.from(answerBytesIn(profile).answer(delivered, operation?.response));
  return isJson ? Buffer.from(jsonAnswersIn(profile)(operation?.id ?? '', bytes)) : bytes;
};

/** The frames of an answer in gRPC-Web, whose trailers are in the last. */
const webFrames = (call: GrpcCall): Buffer => {
  const { entry, settings } = call;
  const { delivered, operation } = entry;
  if (delivered instanceof ApiError) {
    // An unknown method is refused without details.
    const error = operation ? delivered : new ApiError(delivered.code, delivered.message, { isBare: true });
    const trailers = statusTrailers(error, operation?.domain ?? '', settings, operation?.edition);
    return Buffer.from(trailersFrame({ ...trailers }));
  }
  // Copied, since the next frame may overwrite it.
  const message = Buffer.from(frameMessage(answerBytes(call)));
  return Buffer.concat([message, trailersFrame({ 'grpc-status': '0' })]);
};

/** Frames of gRPC-Web as they are sent: in one of its types as base64. */
const sentFrames = (frames: Buffer, mimeType: string): Buffer =>
  isTextType(mimeType) ? Buffer.from(frames.toString('base64')) : frames;

/** The body of a request, which is always there: an entry without one would answer any body. */
const postDataOf = (call: GrpcCall): HarPostData => {
  const { entry, view, mimeType, isOpen } = call;
  const { protocol, body = NOTHING, operation } = entry;
  const isRecorded = !entry.rare.largeRequest && !entry.rare.messagesDropped;
  if (protocol === 'connect' && !isBinary(call) && operation && isRecorded) {
    return { mimeType, text: hideInJson(Buffer.from(body).toString(), operation.request, call.hide) };
  }
  if (!isBinary(call)) return { mimeType, text: JSON.stringify(view.request ?? view.body ?? {}) };
  if (!isOpen || !isRecorded) return { mimeType, text: '' };
  const bytes = protocol === 'grpc-web' ? sentFrames(frameMessage(body), mimeType) : body;
  return { mimeType, text: base64(bytes), encoding: 'base64' };
};

/** The JSON of a failure: over Connect as it was answered, over plain gRPC made from its trailers. */
const failureOf = ({ entry, view, settings, hide }: GrpcCall, error: ApiError): string => {
  const { protocol, operation } = entry;
  if (protocol === 'connect') {
    const text = Buffer.from(errorToJsonBytes(connectErrorOf(error, operation, settings), undefined)).toString();
    return hideInFailure(text, (part) => redactText(part, hide), hide);
  }
  return JSON.stringify(failureViewOf(view));
};

const failureViewOf = ({ code = '', message = '', details = [] }: JournalEntry): object => ({
  code: code.toLowerCase(),
  message,
  details,
});

/** The JSON of an answer: over Connect as it was sent. */
const answerText = (call: GrpcCall): string => {
  const { entry, view, hide } = call;
  const { response } = entry.operation ?? {};
  if (entry.protocol !== 'connect' || !entry.isJson || !response || entry.rare.isWidened)
    return JSON.stringify(view.answer ?? {});
  return hideInJson(Buffer.from(answerBytes(call)).toString(), response, hide);
};

const contentOf = (call: GrpcCall): HarContent => {
  const { entry, mimeType, isOpen } = call;
  if (entry.rare.messagesDropped) return { size: 0, mimeType, text: '' };
  const failure = entry.delivered instanceof ApiError ? entry.delivered : undefined;
  if (isBinary(call) && !(failure && entry.protocol === 'connect')) {
    const isWeb = entry.protocol === 'grpc-web';
    const bytes = !isOpen ? NOTHING : isWeb ? sentFrames(webFrames(call), mimeType) : answerBytes(call);
    return { size: bytes.length, mimeType, text: base64(bytes), encoding: 'base64' };
  }
  const text = failure ? failureOf(call, failure) : answerText(call);
  return {
    size: Buffer.byteLength(text),
    mimeType: entry.protocol === 'connect' ? 'application/json' : mimeType,
    text,
  };
};

/** The response of a call. Over plain gRPC it is JSON in the place of the bytes, which no reader of HAR could use. */
const responseOf = (call: GrpcCall): HarResponse => {
  const { entry, view, version } = call;
  const page = proxyPageOf(entry.delivered);
  if (page) {
    const { status, headers, body } = page;
    const content = { size: body.length, mimeType: PAGE_TYPE, text: body };
    const named = Object.entries(headers).map(([name, value]) => ({ name, value: String(value) }));
    return harResponseOf({ status, httpVersion: `HTTP/${version}`, headers: named, content });
  }
  const isGone = !entry.delivered || entry.brokenOff;
  const content = isGone ? { size: 0, mimeType: 'x-unknown', text: '' } : contentOf(call);
  const status = entry.protocol === 'connect' ? (view.status ?? 200) : 200;
  return harResponseOf({
    status: isGone ? 0 : status,
    httpVersion: `HTTP/${version}`,
    headers: isGone ? [] : [{ name: 'content-type', value: content.mimeType }],
    content,
  });
};

/** The parts of an entry for a call over gRPC. */
export const grpcPartsOf = (call: GrpcCall) => {
  const { protocol, delivered, body = NOTHING, rare } = call.entry;
  const failure = delivered instanceof ApiError ? delivered : undefined;
  const end: GrpcEnd = failure ? { code: Code[failure.code], message: failure.message } : { code: 0, message: '' };
  return {
    postData: postDataOf(call),
    response: responseOf(call),
    /** Undefined for a call that has not ended. */
    end: delivered && end,
    /** The message over plain gRPC in base64, whose body is in the log as JSON; undefined if it has a secret. */
    message: protocol === 'grpc' && call.isOpen && !rare.largeRequest ? base64(body) : undefined,
    /** The answer in JSON; a failure only if its body, in bytes, may be missing. */
    answer: protocol === 'grpc-web' && failure ? failureViewOf(call.view) : call.view.answer,
  };
};
