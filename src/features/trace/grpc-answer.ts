import { operationsById } from '../../editions/editions.ts';
import { SPELLINGS } from '../../editions/older-edition.ts';
import { decodeJson } from '../../schema/decode-json.ts';
import { decodeProto } from '../../schema/decode-proto.ts';
import { spellingIn } from '../../schema/edition.ts';
import { encodeMessage } from '../../schema/encode-json.ts';
import type { AnyMessage } from '../../schema/field-types.ts';
import { detailNamed, Status } from '../../schema/google-rpc.ts';
import type { Operation } from '../../schema/operation.ts';
import { profileNamed } from '../../schema/profile.ts';
import { messagesIn } from '../../schema/profile-messages.ts';
import type { ReplayLog } from './replay-log.ts';
import { wholeMessage } from './whole-message.ts';

/** The operation of an id. */
export const operationOf = (id: string | undefined): Operation | undefined => operationsById.get(id ?? '')?.operation;

const DETAILS_TYPE = 'type.googleapis.com/';

const readWhole = (of: AnyMessage, bytes: Uint8Array): object => decodeProto(wholeMessage(of), bytes).value;

const detailIn = ({ typeUrl, value }: { readonly typeUrl: string; readonly value: string }): object => {
  const type = typeUrl.slice(DETAILS_TYPE.length);
  const message = detailNamed(type);
  const whole = message && wholeMessage(message);
  const shown = whole ? encodeMessage(whole, readWhole(message, Buffer.from(value, 'base64')), true) : { value };
  return { '@type': typeUrl, ...shown };
};

/** The details of a failed call over gRPC in the form that REST has. */
export const detailsIn = (bin: string): readonly object[] => {
  const { details = [] } = readWhole(Status, Buffer.from(bin, 'base64')) as {
    readonly details?: readonly { readonly typeUrl: string; readonly value: string }[];
  };
  return details.map(detailIn);
};

/** The message of an answer, in binary form or in the JSON of Connect, as JSON in the form that the journal shows. */
export const answerIn = (
  { response, edition }: Operation,
  sent: Uint8Array | object,
  { profile: name, v1Casing }: ReplayLog['_mock'],
): object => {
  if (!response) return {};
  const profile = profileNamed(name);
  const message = wholeMessage(messagesIn(profile)(response));
  const spelling = spellingIn(edition, { profile, ...(v1Casing && { spellings: { v1: SPELLINGS[v1Casing] } }) });
  const { value } = sent instanceof Uint8Array ? decodeProto(message, sent) : decodeJson(message, sent);
  return encodeMessage(message, value, true, spelling);
};
