import { operationsById } from '../../editions/editions.ts';
import { SPELLINGS } from '../../editions/older-edition.ts';
import { decodeJson } from '../../schema/decode-json.ts';
import { decodeProto } from '../../schema/decode-proto.ts';
import { spellingIn } from '../../schema/edition.ts';
import { encodeMessage } from '../../schema/encode-json.ts';
import type { Operation } from '../../schema/operation.ts';
import { profileNamed } from '../../schema/profile.ts';
import { messagesIn } from '../../schema/profile-messages.ts';
import { wholeMessage } from '../compare/whole-message.ts';
import type { ReplayLog } from './replay-log.ts';

export const operationOf = (id: string | undefined): Operation | undefined => operationsById().get(id ?? '')?.operation;

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
