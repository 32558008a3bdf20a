import type { Answer } from '../../kernel/call.ts';
import type { Resource } from '../../kernel/resource.ts';
import type { Entry, Rows } from '../../kernel/rows.ts';
import { encodeMessage } from '../../schema/encode-json.ts';

/**
 * The JSON of a row's answer. It depends on the row, and on the rows it is hydrated from, so its text is kept
 * beside the row until one of those changes.
 */
export const rowJson = (resource: Resource, entry: Entry, rows: Rows): string => {
  const { hydrate, message } = resource;
  const version = hydrate ? rows.version(hydrate.from) : 0;
  if (entry.json !== undefined && entry.jsonVersion === version) return entry.json;
  const value = hydrate ? { ...entry.row, ...hydrate.answer(entry.row, rows) } : entry.row;
  entry.json = JSON.stringify(encodeMessage(message, value));
  entry.jsonVersion = version;
  return entry.json;
};

/**
 * A List's answer: the rows' kept texts joined, not serialised again. Text rather than bytes, since a fresh buffer
 * of this size costs more than the joining; and joined in one go, since a text put together piece by piece is slow
 * to write.
 */
export const pageJson = ({ resource, page, rows, key }: Extract<Answer, { kind: 'page' }>): string => {
  const { entries, nextPageToken, totalCount, skipped } = page;
  const head = `{"${key}":[`;
  const token = nextPageToken === undefined ? '' : `"nextPageToken":"${nextPageToken}",`;
  const tail = `],${token}"totalCount":"${totalCount}","skipped":${skipped}}`;
  const last = entries.length - 1;
  if (last < 0) return head + tail;
  const parts = entries.map((entry) => rowJson(resource, entry, rows));
  parts[0] = head + parts[0];
  parts[last] += tail;
  return parts.join(',');
};
