import { equals, passEveryRow, where } from '../../kernel/filters.ts';
import { defineResource, type Filter, type RowWriteContext } from '../../kernel/resource.ts';
import { parentOf, rootOf } from '../../kernel/uid.ts';
import { omitUndefined } from '../../schema/defined.ts';
import { bool, string, timestamp } from '../../schema/field-types.ts';
import { emitPush, PUSH } from './registry-events.ts';
import { recordDigest } from './tag-history.ts';
import { Tag, type TagRow, tagRowFields, tagRows } from './tag-message.ts';

/** The filter of both versions by when a tag was last written. */
export const updatedSince: Filter = where(
  3,
  timestamp(),
  'Only tags written later than this.',
  (since) =>
    ({ updateTime = '' }: TagRow) =>
      updateTime > since,
);

/** Kinds of tags that do not name a version, which a List may omit (behaviour §4.3, T1). */
export const TAG_KINDS = {
  referrers: { pattern: /^sha256-[0-9a-f]+/, words: 'tags that refer to another image (`sha256-...`)' },
  dates: { pattern: /-20[0-9]{6}$/, words: 'tags that end with a date (`...-20260128`)' },
  epochs: { pattern: /-r[0-9]+$/, words: 'tags that end with an epoch (`...-r3`)' },
} as const;

/** The filter of v1 that omits one kind, which v2 has a filter to include. */
export const excludes = (number: number, { pattern, words }: (typeof TAG_KINDS)[keyof typeof TAG_KINDS]): Filter =>
  where(
    number,
    bool(),
    `True to leave out ${words}.`,
    () =>
      ({ name = '' }: TagRow) =>
        !pattern.test(name),
  );

/** The tags that a List omits unless the request asks for them (behaviour §4.3, T1). */
const HIDDEN = [
  { unless: 'includeReferrers', ...TAG_KINDS.referrers },
  { unless: 'includeDates', ...TAG_KINDS.dates },
  { unless: 'includeEpochs', ...TAG_KINDS.epochs },
] as const;

const hide = (request: Readonly<Record<string, unknown>>): ((row: TagRow) => boolean) | undefined => {
  const hidden = HIDDEN.filter(({ unless }) => request[unless] !== true);
  if (hidden.length === 0) return undefined;
  return ({ name = '' }) => !hidden.some(({ pattern }) => pattern.test(name));
};

/** A filter that includes rows that `hide` omits without it. */
const includes = (number: number, { words }: (typeof TAG_KINDS)[keyof typeof TAG_KINDS]): Filter =>
  where(number, bool(), `True to list ${words} too.`, passEveryRow);

/** A tag that replaces another with its history and fixture-only fields, and its digest if none is given. */
const succeed = (given: TagRow, previous: TagRow, context: RowWriteContext): TagRow => {
  const { endOfLife, digest } = previous;
  const next = {
    ...given,
    ...omitUndefined({ endOfLife: given.endOfLife ?? endOfLife, digest: given.digest || digest }),
  };
  recordDigest(previous, next, context);
  return next;
};

/** Creating a tag is a push, whether or not one of its name exists (behaviour E11). */
const create = (given: TagRow, context: RowWriteContext): TagRow => {
  const previous = context.tx.get(tagRows, given.uid);
  const row = previous ? succeed(given, previous, context) : given;
  emitPush(row, previous, context);
  return row;
};

const update = (given: TagRow, previous: TagRow, context: RowWriteContext): TagRow => {
  const row = succeed(given, previous, context);
  if (row.digest !== previous.digest) emitPush(row, previous, context);
  return row;
};

/** Tags of repos. */
export const tags = defineResource({
  domain: 'registry',
  singular: 'tag',
  plural: 'tags',
  description: 'Names for the images of a repo.',
  message: Tag,
  rowFields: tagRowFields,
  parent: { singular: 'repo', onDelete: 'cascade' },
  indexes: tagRows.indexes,
  verbs: {
    list: {
      capabilities: ['tag.list'],
      description: 'Lists the tags that the caller can see, without referrer, date and epoch tags unless asked for.',
      uidp: 1,
      paging: [10, 11, 12, 13],
      filters: {
        name: equals(2, string(), 'name', 'Only tags of exactly this name.'),
        updatedSince,
        includeReferrers: includes(4, TAG_KINDS.referrers),
        includeDates: includes(5, TAG_KINDS.dates),
        includeEpochs: includes(6, TAG_KINDS.epochs),
        digest: equals(7, string(), 'digest', 'Only tags of exactly this digest.'),
      },
      order: 'uid',
      sortable: ['uid', 'name', 'digest', 'createTime', 'updateTime', 'deprecated'],
      visible: hide,
    },
    get: { capabilities: ['tag.list'], description: 'Gets a tag by its uid.' },
    create: {
      capabilities: ['tag.create'],
      description: 'Writes a tag of a repo: an existing tag of that name is replaced and keeps its uid.',
      event: { type: 'platform.registry.tag.created.v1', audience: 'customer', group: rootOf, also: [PUSH] },
    },
    delete: {
      capabilities: ['tag.delete'],
      description: 'Deletes a tag.',
      event: { type: 'platform.registry.tag.deleted.v1', audience: 'customer', group: rootOf },
    },
  },
  rules: {
    replaces: (draft, { rows, parent }) =>
      rows.by(tagRows, 'name', draft.name ?? '').find((tag) => parentOf(tag.uid) === parent),
    beforeCreate: create,
    beforeUpdate: update,
  },
});
