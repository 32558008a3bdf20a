import { type Answer, hydrateRow } from '../../kernel/answer.ts';
import type { Resource } from '../../kernel/resource.ts';
import type { Entry, Rows } from '../../kernel/rows.ts';
import { encodeMessage } from '../../schema/encode-json.ts';
import { makePerProfile, PROFILE_COUNT, type Profile } from '../../schema/profile.ts';
import { messagesIn } from '../../schema/profile-messages.ts';

/** Renders rows as one profile has them. */
export interface RowTexts {
  /**
   * The JSON of a row's answer. It depends on the row, and on the rows it is hydrated from, so the text is kept
   * beside the row until one of those changes.
   */
  readonly row: (resource: Resource, entry: Entry, rows: Rows) => string;
  /**
   * A List's answer: the kept texts of the rows, not serialised again. They are concatenated and not joined, since the
   * whole is copied once more when it is written.
   */
  readonly page: (answer: Extract<Answer, { kind: 'page' }>) => string;
}

const rowTexts = (profile: Profile): RowTexts => {
  const { place } = profile;
  const form = messagesIn(profile);
  // Worlds of different profiles may share rows: no two of them have a version in common.
  const versionOf = ({ hydrate }: Resource, rows: Rows): number =>
    (hydrate ? rows.version(hydrate.from) : 0) * PROFILE_COUNT + place;
  const textOf = (resource: Resource, entry: Entry, rows: Rows, version: number): string => {
    if (entry.json !== undefined && entry.jsonVersion === version) return entry.json;
    entry.json = JSON.stringify(encodeMessage(form(resource.message), hydrateRow(resource, entry.row, rows)));
    entry.jsonIsAscii = Buffer.byteLength(entry.json) === entry.json.length;
    entry.jsonVersion = version;
    return entry.json;
  };
  const row: RowTexts['row'] = (resource, entry, rows) => textOf(resource, entry, rows, versionOf(resource, rows));
  const page: RowTexts['page'] = ({ resource, page, rows, key, isWhole }) => {
    const { entries, nextPageToken, totalCount, skipped } = page;
    const version = versionOf(resource, rows);
    const head = `{"${key}":[`;
    const token = nextPageToken === undefined ? '' : `"nextPageToken":"${nextPageToken}",`;
    const tail = isWhole ? ']}' : `],${token}"totalCount":"${totalCount}","skipped":${skipped}}`;
    let text = head;
    let separator = '';
    for (const entry of entries) {
      text += separator;
      text += textOf(resource, entry, rows, version);
      separator = ',';
    }
    return text + tail;
  };
  return { row, page };
};

/** The encoder of rows as JSON for the worlds of a profile. */
export const rowTextsIn: (profile: Profile) => RowTexts = makePerProfile(rowTexts);
