import { nextPageTokenField, pageTokenField } from '../../../kernel/cursor-fields.ts';
import { equals } from '../../../kernel/filters.ts';
import type { Context } from '../../../kernel/resource.ts';
import type { Row } from '../../../kernel/rows.ts';
import { omitUndefined } from '../../../schema/defined.ts';
import { enumOf, int64, string, timestamp, uid } from '../../../schema/field-types.ts';
import { ALWAYS, message, of, optional, plain, type Static } from '../../../schema/message.ts';
import type { V1List } from '../../../v1/form.ts';
import { type EndOfLifeFacts, EolGracePeriodStatus, EolTagStatus, PackageVersion } from '../end-of-life.ts';
import { excludes, TAG_KINDS } from '../tag-filters.ts';
import type { TagRow } from '../tag-message.ts';
import { PACKAGE } from './registry-operation.ts';

/** The published service writes null if there is none (behaviour C37). */
const NULL = { asPublished: { empty: 'null' } } as const;

const EolTag = message(`${PACKAGE}.EolTag`, 'A tag whose main package is at or near its end of life.', {
  id: plain(1, uid(), 'The identifier of the tag.', ALWAYS),
  name: plain(2, string(), 'The name of the tag.', ALWAYS),
  mainPackageName: plain(7, string(), 'The package that the image is about.', ALWAYS),
  graceStatus: plain(9, enumOf(EolGracePeriodStatus), 'Whether the tag is still built after the end of life.', ALWAYS),
  gracePeriodExpiryDate: plain(12, timestamp(), 'When the tag is no longer built.', NULL),
  mainPackageVersion: plain(13, of(PackageVersion), 'The version of that package.', NULL),
  tagStatus: plain(14, enumOf(EolTagStatus), 'Whether that package is still maintained.', ALWAYS),
});

/** The facts at a time: a grace period ends at its date by the clock, whatever the fixture says. */
const endGrace = (facts: EndOfLifeFacts, now: string): EndOfLifeFacts => {
  const { gracePeriodExpiryDate = '', graceStatus, tagStatus } = facts;
  if (gracePeriodExpiryDate === '' || gracePeriodExpiryDate > now) return facts;
  return {
    ...facts,
    ...(graceStatus === 'GRACE_ACTIVE' && { graceStatus: 'GRACE_EXPIRED' }),
    ...(tagStatus === 'TAG_IN_GRACE' && { tagStatus: 'TAG_INACTIVE' }),
  };
};

const eolTagOf = (row: Row, { now }: Context): Static<typeof EolTag> => {
  const { uid: id, name = '', deprecated = false, endOfLife = {} } = row as TagRow;
  return { id, name, ...(deprecated && { tagStatus: 'TAG_INACTIVE' }), ...endGrace(endOfLife, now) };
};

const isAtItsEnd = (row: Row): boolean => {
  const { deprecated = false, endOfLife } = row as TagRow;
  return deprecated || endOfLife !== undefined;
};

/** Deprecated tags, and those for which a fixture sets an end of life (behaviour §12.3). */
export const eolTagsV1: V1List = {
  name: 'ListEolTags',
  staysInV1: true,
  summary: 'List the tags at their end of life',
  description: 'Lists the tags that the caller can see whose main package is at or near its end of life.',
  path: '/registry/v1/eoltags',
  request: `${PACKAGE}.EolTagFilter`,
  response: `${PACKAGE}.EolTagList`,
  uidp: 1,
  filters: {
    name: equals(2, string(), 'name', 'Only tags of exactly this name.'),
    excludeDates: excludes(5, TAG_KINDS.dates),
    excludeEpochs: excludes(6, TAG_KINDS.epochs),
  },
  visible: () => isAtItsEnd,
  item: { message: EolTag, show: eolTagOf },
  cursor: {
    paged: true,
    asks: {
      pageToken: pageTokenField(3),
      pageSize: optional(4, int64(), 'Results per page: 50 by default, at most 200.', { minimum: 0 }),
    },
    // It has 64 bits in v1, and 32 bits in v2.
    read: (request) => ({ ...request, pageSize: Number(request.pageSize ?? 0) }),
    returns: { nextPageToken: nextPageTokenField(2) },
    answer: ({ nextPageToken }) => omitUndefined({ nextPageToken }),
  },
};
