import type { RowContext } from '../../kernel/context.ts';
import { equals, where } from '../../kernel/filters.ts';
import { defineResource, type Filter, type RowOf } from '../../kernel/resource.ts';
import { parentOf } from '../../kernel/uid.ts';
import { bool, string, timestamp, uid } from '../../schema/field-types.ts';
import { message, optional, output, required } from '../../schema/message.ts';
import { bundles, digest, tagName } from './formats.ts';

const Tag = message('chainguard.platform.registry.v2.Tag', 'A name for an image in a repo.', {
  uid: output(1, uid(), 'The identifier of the tag.', { always: true }),
  name: required(2, tagName(), 'The name of the tag, unique in its repo.', { always: true }),
  digest: required(3, digest(), 'The digest of the image that the tag stands for.', { always: true }),
  updateTime: output(4, timestamp(), 'When the tag was last written.'),
  deprecated: optional(5, bool(), 'True for a tag at its end of life.', { always: true }),
  bundles: optional(6, bundles(), 'Labels that group tags.'),
  createTime: output(100, timestamp(), 'When the tag was first written.'),
});

type TagRow = RowOf<typeof Tag>;

/** The tags that a List leaves out unless the request asks for them (behaviour §4.3, T1). */
const HIDDEN = [
  { unless: 'includeReferrers', pattern: /^sha256-[0-9a-f]+/ },
  { unless: 'includeDates', pattern: /-20[0-9]{6}$/ },
  { unless: 'includeEpochs', pattern: /-r[0-9]+$/ },
] as const;

const hide = (request: Readonly<Record<string, unknown>>): ((row: TagRow) => boolean) | undefined => {
  const hidden = HIDDEN.filter(({ unless }) => request[unless] !== true);
  if (hidden.length === 0) return undefined;
  return ({ name = '' }) => !hidden.some(({ pattern }) => pattern.test(name));
};

/** Asks for more rather than for less: `hide` reads it, and every row passes. */
const includes = (number: number, what: string): Filter =>
  where(number, bool(), `True to list ${what} too.`, () => () => true);

const namesake = (draft: TagRow, { rows, parent }: RowContext): TagRow | undefined =>
  rows.by(tags, 'name', draft.name ?? '').find((tag) => parentOf(tag.uid) === parent);

/** Tags of repos. */
export const tags = defineResource({
  domain: 'registry',
  type: 'Tag',
  singular: 'tag',
  plural: 'tags',
  words: { singular: 'tag', plural: 'tags' },
  description: 'Names for the images of a repo.',
  message: Tag,
  parent: { singular: 'repo', onDelete: 'cascade' },
  indexes: ['name', 'digest'],
  verbs: {
    list: {
      capabilities: ['tag.list'],
      description: 'Lists the tags that the caller can see, without referrer, date and epoch tags unless asked for.',
      uidp: 1,
      paging: [10, 11, 12, 13],
      filters: {
        name: equals(2, string(), 'name', 'Only tags of exactly this name.'),
        updatedSince: where(
          3,
          timestamp(),
          'Only tags written later than this.',
          (since) =>
            ({ updateTime = '' }: TagRow) =>
              updateTime > since,
        ),
        includeReferrers: includes(4, 'tags that refer to another image (`sha256-...`)'),
        includeDates: includes(5, 'tags that end with a date (`...-20260128`)'),
        includeEpochs: includes(6, 'tags that end with an epoch (`...-r3`)'),
        digest: equals(7, string(), 'digest', 'Only tags of exactly this digest.'),
      },
      order: 'uid',
      sortable: ['uid', 'name', 'digest', 'createTime', 'updateTime', 'deprecated'],
      visible: hide,
    },
    get: { capabilities: ['tag.list'], description: 'Gets a tag by its uid.' },
    create: {
      capabilities: ['tag.create'],
      description: 'Writes a tag of a repo: a tag of that name is replaced and keeps its uid.',
      event: { type: 'platform.registry.tag.created.v1', audience: 'customer' },
    },
    delete: {
      capabilities: ['tag.delete'],
      description: 'Deletes a tag.',
      event: { type: 'platform.registry.tag.deleted.v1', audience: 'customer' },
    },
  },
  rules: { replaces: namesake },
});
