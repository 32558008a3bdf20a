import { type Answer, hydrateRow } from '../../kernel/answer.ts';
import type { Resource } from '../../kernel/resource.ts';
import type { Entry, Rows } from '../../kernel/rows.ts';
import { encodeProto, encodeProtoBriefly } from '../../schema/encode-proto.ts';
import type { AnyMessage } from '../../schema/field-types.ts';
import { makePerProfile, PROFILE_COUNT, type Profile } from '../../schema/profile.ts';
import { messagesIn } from '../../schema/profile-messages.ts';
import { tagOf, varintSize, Wire, writeVarint } from '../../schema/proto-wire.ts';
import { briefBuffer } from './message-frames.ts';

/** Renders answers as one profile has them. */
export interface AnswerBytes {
  /**
   * The protobuf of a row's answer. It depends on the row, and on the rows it is hydrated from, so it is cached beside
   * the row until one of those changes.
   */
  readonly row: (resource: Resource, entry: Entry, rows: Rows) => Uint8Array;
  /** A List's answer: the cached bytes of the rows, copied into one buffer of the exact size and not encoded again. */
  readonly page: (answer: Extract<Answer, { kind: 'page' }>, response: AnyMessage) => Uint8Array;
  /** The answer of a call that succeeded, as the operation's response message; an empty one has no bytes. */
  readonly answer: (answer: Answer, response: AnyMessage | undefined) => Uint8Array;
}

const NOTHING = new Uint8Array();

/** Joins the bytes of rows and the rest of a page. */
const joinPage = (tag: number, rows: readonly Uint8Array[], tail: Uint8Array): Uint8Array => {
  const tagSize = varintSize(tag);
  let size = tail.length;
  for (const { length } of rows) size += tagSize + varintSize(length) + length;
  const answer = briefBuffer(size);
  let at = 0;
  for (const bytes of rows) {
    at = writeVarint(answer, at, tag);
    at = writeVarint(answer, at, bytes.length);
    answer.set(bytes, at);
    at += bytes.length;
  }
  answer.set(tail, at);
  return answer;
};

const answerBytes = (profile: Profile): AnswerBytes => {
  const { place } = profile;
  const form = messagesIn(profile);
  const row: AnswerBytes['row'] = (resource, entry, rows) => {
    const { hydrate, message } = resource;
    // Worlds of different profiles may share rows: no two of them have a version in common.
    const version = (hydrate ? rows.version(hydrate.from) : 0) * PROFILE_COUNT + place;
    if (entry.bytes !== undefined && entry.bytesVersion === version) return entry.bytes;
    entry.bytes = encodeProto(form(message), hydrateRow(resource, entry.row, rows));
    entry.bytesVersion = version;
    return entry.bytes;
  };
  const page: AnswerBytes['page'] = ({ resource, page, rows, key }, response) => {
    const field = response.fields.get(key);
    if (!field) throw new Error(`${response.name} has no field ${key}`);
    const { entries, nextPageToken, totalCount, skipped } = page;
    const rowBytes = entries.map((entry) => row(resource, entry, rows));
    // After the rows, since its bytes are overwritten by the next encoding.
    const tail = encodeProtoBriefly(response, { nextPageToken, totalCount: String(totalCount), skipped });
    return joinPage(tagOf(field.number, Wire.LENGTH), rowBytes, tail);
  };
  const answer: AnswerBytes['answer'] = (given, response) => {
    switch (given.kind) {
      case 'row':
        return row(given.resource, given.entry, given.rows);
      case 'page':
        if (!response) throw new Error('a page needs the message of its response');
        return page(given, response);
      case 'message':
        return encodeProto(form(given.message), given.value, given.once);
      case 'empty':
        return NOTHING;
    }
  };
  return { row, page, answer };
};

/** The encoder of answers as protobuf for the worlds of a profile. */
export const answerBytesIn: (profile: Profile) => AnswerBytes = makePerProfile(answerBytes);
