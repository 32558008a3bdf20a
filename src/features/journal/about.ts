import type { JournalEntry as EntryView } from '../../../generated/nouns.ts';
import type { JsonObject } from '../../json.ts';
import type { Directory } from '../../kernel/resource.ts';
import { isTransient, type Rows } from '../../kernel/rows.ts';
import { parentOf, TOP } from '../../kernel/uid.ts';
import { groups } from '../../resources/index.ts';
import { omitUndefined } from '../../schema/defined.ts';
import type { PackedEntry } from './packed-entry.ts';
import { type Hide, redactText } from './redacted.ts';

/** The dependencies of describing a call. */
interface AboutParts {
  readonly directory: Directory;
  readonly rows: Rows;
  readonly hide?: Hide;
}

/** The names of a group and those above it, the root first; empty for the top, and an empty name for one that is gone. */
export const groupPathOf = (rows: Rows, group: string): readonly string[] =>
  group === TOP ? [] : [...groupPathOf(rows, parentOf(group)), rows.get(groups, group)?.name ?? ''];

/** The uid in a path: a root, and what is below it. */
const UID_IN_PATH = /[0-9a-f]{40}(?:(?:\/|%2[fF])[0-9a-f]{16})*/;

const textIn = (value: unknown, name: string): string | undefined => {
  const found = typeof value === 'object' && value !== null ? (value as JsonObject)[name] : undefined;
  return typeof found === 'string' && found !== '' ? found : undefined;
};

/** The name of a row; a row without one, such as a role binding, has the name of its identity. */
const nameOfRow = (row: object, { directory, rows }: AboutParts): string | undefined => {
  const identity = textIn(row, 'identityUid');
  const bound = identity === undefined ? undefined : directory.find(rows, identity);
  return textIn(row, 'name') ?? (bound && textIn(bound.row, 'name'));
};

/** The names of a group and those above it; undefined for one that is not there. */
const groupAt = (uid: string, { directory, rows }: AboutParts): string | undefined => {
  if (uid === TOP || uid === '' || uid === 'anywhere') return undefined;
  const path = groupPathOf(rows, directory.groupOf(rows, uid));
  return path.length === 0 || path.includes('') ? undefined : path.join('/');
};

const countListed = ({ delivered }: PackedEntry): number | undefined => {
  if (!delivered || !('kind' in delivered)) return undefined;
  if (delivered.kind === 'page') return delivered.page.entries.length;
  if (delivered.kind !== 'message' || !('totalCount' in delivered.value || 'items' in delivered.value))
    return undefined;
  return Object.values(delivered.value).find(Array.isArray)?.length;
};

/** The subject of a call: its first row or the row that it names, that row's group, and how many rows it lists. */
export const aboutOf = (entry: PackedEntry, parts: AboutParts): NonNullable<EntryView['about']> | undefined => {
  const { changes = [], incoming, needs = [], target, delivered } = entry;
  const { directory, rows } = parts;
  const request = incoming?.request ?? {};
  const listed = countListed(entry);
  const served = directory.resources.map(({ name }) => name);
  const change = changes.find(({ of }) => !isTransient(of.name) && served.includes(of.name));
  const changed = change?.after ?? change?.before;
  const need = needs.find(({ place, uid }) => (place === 'at' || place === 'near') && uid !== TOP)?.uid;
  const inPath = UID_IN_PATH.exec(target)?.[0].replaceAll(/%2f/gi, '/');
  const place = textIn(request, 'uid') ?? need ?? inPath ?? '';
  // The name in the row that the request sends.
  const sentRows = changed ? [] : Object.values(request).filter((value) => typeof value === 'object' && value !== null);
  const [sent] = sentRows.flatMap((row) => nameOfRow(row, parts) ?? []);
  // A list, and a create that was refused, name a place.
  const found = changed || sent !== undefined || listed !== undefined ? undefined : directory.find(rows, place);
  const isNamed = found?.row.uid === place;
  const answered = delivered && 'kind' in delivered && delivered.kind === 'message' ? delivered.value : undefined;
  const name = changed
    ? nameOfRow(changed, parts)
    : (sent ?? (isNamed ? nameOfRow(found.row, parts) : textIn(answered, 'name')));
  const isRow = isNamed || (name !== undefined && sent === undefined);
  const group = groupAt(change ? parentOf(change.uid) : isRow ? parentOf(place) : place, parts);
  if (name === undefined && group === undefined && listed === undefined) return undefined;
  return omitUndefined({ name: name === undefined ? undefined : redactText(name, parts.hide), group, rows: listed });
};
