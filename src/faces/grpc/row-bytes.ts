import type { Answer } from '../../kernel/answer.ts';
import type { Resource } from '../../kernel/resource.ts';
import type { Entry, Rows } from '../../kernel/rows.ts';
import { encodeProto, encodeProtoBriefly } from '../../schema/encode-proto.ts';
import type { AnyMessage } from '../../schema/field-types.ts';
import { tagOf, varintSize, Wire, writeVarint } from '../../schema/proto-wire.ts';
import { briefBuffer } from './brief-buffer.ts';

/**
 * The protobuf of a row's answer. It depends on the row, and on the rows it is hydrated from, so it is kept beside
 * the row until one of those changes.
 */
export const rowBytes = (resource: Resource, entry: Entry, rows: Rows): Uint8Array => {
  const { hydrate, message } = resource;
  const version = hydrate ? rows.version(hydrate.from) : 0;
  if (entry.bytes !== undefined && entry.bytesVersion === version) return entry.bytes;
  const value = hydrate ? { ...entry.row, ...hydrate.answer(entry.row, rows) } : entry.row;
  entry.bytes = encodeProto(message, value);
  entry.bytesVersion = version;
  return entry.bytes;
};

type PageAnswer = Extract<Answer, { kind: 'page' }>;

/** A List's answer: the kept bytes of the rows, copied into one buffer of the exact size and not encoded again. */
export const pageBytes = ({ resource, page, rows, key }: PageAnswer, response: AnyMessage): Uint8Array => {
  const field = response.fields.get(key);
  if (!field) throw new Error(`${response.name} has no field ${key}`);
  const tag = tagOf(field.number, Wire.LENGTH);
  const { entries, nextPageToken, totalCount, skipped } = page;
  const kept = entries.map((entry) => rowBytes(resource, entry, rows));
  // After the rows, since its bytes are overwritten by the next encoding.
  const tail = encodeProtoBriefly(response, { nextPageToken, totalCount: String(totalCount), skipped });
  const tagSize = varintSize(tag);
  let size = tail.length;
  for (const { length } of kept) size += tagSize + varintSize(length) + length;
  const answer = briefBuffer(size);
  let at = 0;
  for (const bytes of kept) {
    at = writeVarint(answer, at, tag);
    at = writeVarint(answer, at, bytes.length);
    answer.set(bytes, at);
    at += bytes.length;
  }
  answer.set(tail, at);
  return answer;
};

const NOTHING = new Uint8Array();

/** The answer of a call that succeeded, as the operation's response message; an empty one has no bytes. */
export const answerBytes = (answer: Answer, response: AnyMessage | undefined): Uint8Array => {
  switch (answer.kind) {
    case 'row':
      return rowBytes(answer.resource, answer.entry, answer.rows);
    case 'page':
      if (!response) throw new Error('a page needs the message of its response');
      return pageBytes(answer, response);
    case 'message':
      return encodeProto(answer.message, answer.value, answer.once);
    case 'empty':
      return NOTHING;
  }
};
