import type { Answer } from '../../kernel/answer.ts';
import type { Resource } from '../../kernel/resource.ts';
import type { Entry, Rows } from '../../kernel/rows.ts';
import { encodeMessage } from '../../schema/encode-json.ts';

/**
 * The JSON of a row's answer. It depends on the row, and on the rows it is hydrated from, so the text is kept
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
 * A List's answer: the kept texts of the rows, joined and not serialised again. It is text rather than bytes, since a
 * new buffer of this size costs more than joining, and it is joined in one step, since a text that is concatenated
 * piece by piece is slow to write.
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
