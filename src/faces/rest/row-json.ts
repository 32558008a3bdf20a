import type { Answer } from '../../kernel/answer.ts';
import type { Resource } from '../../kernel/resource.ts';
import type { Entry, Rows } from '../../kernel/rows.ts';
import { encodeMessage } from '../../schema/encode-json.ts';
import { PROFILE_COUNT, type Profile, perProfile } from '../../schema/profile.ts';
import { messagesIn } from '../../schema/profile-messages.ts';
import { briefBuffer } from '../../wire/brief-buffer.ts';

/** Renders rows as one profile has them. */
export interface RowTexts {
  /**
   * The JSON of a row's answer. It depends on the row, and on the rows it is hydrated from, so the text is kept
   * beside the row until one of those changes.
   */
  readonly row: (resource: Resource, entry: Entry, rows: Rows) => string;
  /**
   * A List's answer: the kept texts of the rows, not serialised again. Where all of them are ASCII their characters are
   * copied into memory that is used again, since a text of this size has to be encoded and collected as garbage. Others
   * are joined in one step, since a text that is concatenated piece by piece is slow to write.
   */
  readonly page: (answer: Extract<Answer, { kind: 'page' }>) => string | Buffer;
}

const COMMA = 0x2c;

/** The bytes of texts that are ASCII, with commas between the parts. */
const asciiOf = (head: string, parts: readonly string[], tail: string): Buffer => {
  let size = head.length + parts.length - 1 + tail.length;
  for (const { length } of parts) size += length;
  const bytes = briefBuffer(size);
  let at = bytes.write(head, 'latin1');
  for (const [nth, part] of parts.entries()) {
    if (nth > 0) {
      bytes[at] = COMMA;
      at += 1;
    }
    at += bytes.write(part, at, 'latin1');
  }
  bytes.write(tail, at, 'latin1');
  return bytes;
};

const rowTexts = (profile: Profile): RowTexts => {
  const { place } = profile;
  const form = messagesIn(profile);
  const row: RowTexts['row'] = (resource, entry, rows) => {
    const { hydrate, message } = resource;
    // Worlds of different profiles may share rows: no two of them have a version in common.
    const version = (hydrate ? rows.version(hydrate.from) : 0) * PROFILE_COUNT + place;
    if (entry.json !== undefined && entry.jsonVersion === version) return entry.json;
    const value = hydrate ? { ...entry.row, ...hydrate.answer(entry.row, rows) } : entry.row;
    entry.json = JSON.stringify(encodeMessage(form(message), value));
    entry.jsonIsAscii = Buffer.byteLength(entry.json) === entry.json.length;
    entry.jsonVersion = version;
    return entry.json;
  };
  const page: RowTexts['page'] = ({ resource, page, rows, key, isWhole }) => {
    const { entries, nextPageToken, totalCount, skipped } = page;
    const head = `{"${key}":[`;
    const token = nextPageToken === undefined ? '' : `"nextPageToken":"${nextPageToken}",`;
    const tail = isWhole ? ']}' : `],${token}"totalCount":"${totalCount}","skipped":${skipped}}`;
    const last = entries.length - 1;
    if (last < 0) return head + tail;
    const parts = entries.map((entry) => row(resource, entry, rows));
    if (entries.every(({ jsonIsAscii }) => jsonIsAscii)) return asciiOf(head, parts, tail);
    parts[0] = head + parts[0];
    parts[last] += tail;
    return parts.join(',');
  };
  return { row, page };
};

/** What renders the rows of a profile's worlds as JSON. */
export const rowTextsIn: (profile: Profile) => RowTexts = perProfile(rowTexts);
