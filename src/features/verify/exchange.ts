import { type JsonObject, jsonOrText } from '../../json.ts';
import { decodeProto } from '../../schema/decode-proto.ts';
import { encodeMessage } from '../../schema/encode-json.ts';
import { encodeProto } from '../../schema/encode-proto.ts';
import type { Operation } from '../../schema/operation.ts';
import type { SentAnswer } from '../compare/caller.ts';
import { decodeText } from '../compare/decode-text.ts';
import type { SeenAnswer } from '../compare/judge-answer.ts';
import type { TargetCall } from '../compare/target.ts';
import { detailsIn, wholeMessage } from '../compare/whole-message.ts';
import { fillValue, fillWords, isOverGrpc, type Step } from './case.ts';

/** The headers of answers that clients rely on. */
const HEADERS = ['content-type', 'www-authenticate', 'allow'];

const GRPC_HEADERS = { 'content-type': 'application/grpc', te: 'trailers' };

export const grpcStep = (
  { service, method, id }: Pick<Operation, 'service' | 'method' | 'id'>,
  body: JsonObject,
  rest: Partial<Step> = {},
): Step => ({
  method: 'POST',
  path: `/${service}/${method ?? id}`,
  body,
  headers: GRPC_HEADERS,
  ...rest,
});

const bytesOf = (step: Step, operation: Operation | undefined, known: ReadonlyMap<string, string>): Uint8Array => {
  const { body } = step;
  if (body === undefined) return new Uint8Array();
  if (typeof body === 'string') return Buffer.from(body);
  const filled = fillValue(body, known);
  if (!isOverGrpc(step) || !operation) return Buffer.from(JSON.stringify(filled));
  return encodeProto(wholeMessage(operation.request), filled as JsonObject, true);
};

/** The call of a step for a side; undefined if a word of its path has no value there. */
export const callOf = (
  step: Step,
  operation: Operation | undefined,
  known: ReadonlyMap<string, string>,
): TargetCall | undefined => {
  const target = fillWords(step.path, known);
  if (target === undefined) return undefined;
  const { method, headers, auth } = step;
  const body = bytesOf(step, operation, known);
  return { method, target, body, isGrpc: isOverGrpc(step), ...(headers && { headers }), ...(auth && { auth }) };
};

const seenOverGrpc = ({ status, headers, body }: SentAnswer, operation: Operation | undefined): SeenAnswer => {
  const { 'grpc-status': code, 'grpc-message': text = '', 'grpc-status-details-bin': details } = headers;
  if (code === undefined) return { status, headers: {}, body: undefined };
  if (code !== '0') {
    const failure = { code: Number(code), message: decodeText(text), details: details ? detailsIn(details) : [] };
    return { status: Number(code), headers: {}, body: failure };
  }
  const message = operation?.response && wholeMessage(operation.response);
  const value = message ? encodeMessage(message, decodeProto(message, body).value, true) : {};
  return { status: 0, headers: {}, body: value };
};

/** An answer as a client of its protocol sees it. */
export const seenOf = (step: Step, operation: Operation | undefined, answer: SentAnswer): SeenAnswer => {
  if (isOverGrpc(step)) return seenOverGrpc(answer, operation);
  const { status, headers, body } = answer;
  const named = HEADERS.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]] as const]));
  const text = body.toString();
  return { status, headers: Object.fromEntries(named), body: text === '' ? undefined : jsonOrText(text) };
};
