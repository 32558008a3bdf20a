import { nextPageTokenField, pageTokenField } from '../../../kernel/cursor-fields.ts';
import { alreadyExists, invalid } from '../../../kernel/errors.ts';
import { equals } from '../../../kernel/filters.ts';
import { checkPeriod } from '../../../kernel/period.ts';
import { type Context, type Method, readMethod, type WriteContext, writeMethod } from '../../../kernel/resource.ts';
import type { Row } from '../../../kernel/rows.ts';
import { parentOf, rootOf } from '../../../kernel/uid.ts';
import { updateRow } from '../../../kernel/write-verbs.ts';
import { omitUndefined } from '../../../schema/defined.ts';
import { bool, enumOf, int64, repeated, string, timestamp, uid } from '../../../schema/field-types.ts';
import { ALWAYS, message, of, optional, output, plain, required, type Static } from '../../../schema/message.ts';
import { checkFields } from '../../../schema/validate.ts';
import { conversion } from '../../../v1/conversion.ts';
import type { V1Form, V1List } from '../../../v1/form.ts';
import { type EndOfLifeFacts, EolGracePeriodStatus, EolTagStatus, PackageVersion } from '../end-of-life.ts';
import { bundles, digest, tagName } from '../formats.ts';
import { PUSH } from '../registry-events.ts';
import { type HistoryEntry, historyOf, TagHistory } from '../tag-history.ts';
import { Tag, type TagRow, tagRows } from '../tag-message.ts';
import { excludes, TAG_KINDS, updatedSince } from '../tags.ts';
import { PACKAGE, REGISTRY, registryOperation } from './registry-operation.ts';

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

/** Deprecated tags, and those for which a fixture sets an end of life (behaviour §12.3). */
const eolTagsV1: V1List = {
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
  visible: () => (row) => {
    const { deprecated = false, endOfLife } = row as TagRow;
    return deprecated || endOfLife !== undefined;
  },
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

/** A tag in its v1 form. */
const TagV1 = message(`${PACKAGE}.Tag`, 'A tag, as v1 shows it.', {
  id: output(1, uid(), 'The identifier of the tag.', ALWAYS),
  name: required(2, tagName(), 'The name of the tag, unique in its repo.', ALWAYS),
  digest: optional(3, digest(), 'The digest of the image that the tag points to; empty until one is given.', ALWAYS),
  lastUpdated: output(4, timestamp(), 'When the tag was last written.'),
  deprecated: optional(5, bool(), 'True for a tag at its end of life.', ALWAYS),
  bundles: optional(6, bundles(), 'Labels that group tags.'),
});

/** The fields that v2 requires of a tag and v1 does not: published clients make tags without an image (behaviour V17). */
const OPTIONAL_IN_V1 = ['digest'] as const;

/** Converts tags between v1 and v2. */
const tagConversion = conversion(TagV1, Tag, { id: 'uid', lastUpdated: 'updateTime' });

/** Tags in v1, where Lists return all kinds of tags by default, unlike v2's. */
export const tagsV1: V1Form = {
  service: REGISTRY,
  path: '/registry/v1/tags',
  message: TagV1,
  conversion: tagConversion,
  list: {
    name: 'ListTags',
    description: 'Lists the tags that the caller can see, all kinds of tags by default.',
    request: `${PACKAGE}.TagFilter`,
    response: `${PACKAGE}.TagList`,
    uidp: 1,
    filters: {
      name: equals(2, string(), 'name', 'Only tags of exactly this name.'),
      updatedSince,
      excludeReferrers: excludes(6, TAG_KINDS.referrers),
      excludeDates: excludes(7, TAG_KINDS.dates),
      excludeEpochs: excludes(8, TAG_KINDS.epochs),
      id: equals(9, uid(), 'uid', 'The tag of this id.'),
      digest: equals(10, string(), 'digest', 'Only tags of exactly this digest.'),
    },
  },
  lists: [eolTagsV1],
  create: {
    name: 'CreateTag',
    description:
      'Writes a tag of a repo: an existing tag of that name is replaced and keeps its id, and without a digest the ' +
      'image that it points to.',
    request: `${PACKAGE}.CreateTagRequest`,
    parent: 'repoId',
    body: 'tag',
    waived: OPTIONAL_IN_V1,
  },
  delete: { name: 'DeleteTag', request: `${PACKAGE}.DeleteTagRequest` },
};

/** v2 has no update of tags: a create replaces the tag of the same name. Here the name may change as well. */
const replace = (given: Static<typeof TagV1>, context: WriteContext): Static<typeof TagV1> => {
  const { tx, directory } = context;
  const found = checkFields(TagV1, given);
  if (found.length > 0) throw invalid(found);
  const previous = tx.get(tagRows, given.id ?? '') as TagRow;
  const siblings = tx.childrenOf(tagRows, parentOf(previous.uid));
  const other = siblings.find(({ uid, name }) => name === given.name && uid !== previous.uid);
  if (other) throw alreadyExists({ type: 'registry/Tag', name: other.uid }, 'tag', given.name ?? '');
  const next = updateRow(directory.getResource('tag'), previous, tagConversion.newer(given), '*', context, {
    keep: OPTIONAL_IN_V1,
    waived: OPTIONAL_IN_V1,
  });
  return tagConversion.older(next);
};

/** UpdateTag, which only v1 has. */
export const updateTag: Method = writeMethod(
  registryOperation('UpdateTag', {
    // In v2, creating a tag whose name exists updates it.
    replacedBy: 'CreateTag',
    summary: 'Replace a tag',
    description: 'Replaces a tag: omitted fields are reset to their zero values, except for the digest, which stays.',
    http: { method: 'PUT', path: '/registry/v1/tags/{id=**}', body: '*' },
    request: TagV1,
    response: TagV1,
    capabilities: ['tag.update'],
    scope: 'id',
    event: {
      type: 'platform.registry.tag.updated.v1',
      audience: 'customer',
      group: rootOf,
      also: [PUSH],
      subject: ({ answer }) => String(answer.id),
      body: { message: Tag, value: ({ answer, read }) => read('tag', String(answer.id)) },
    },
    fails: ['NOT_FOUND', 'ALREADY_EXISTS'],
  }),
  replace,
  { ownValidation: true },
);

const TagHistoryFilter = message(
  `${PACKAGE}.TagHistoryFilter`,
  'The tag whose history to list, and for which period.',
  {
    parentId: required(1, uid(), 'The id of the tag.'),
    start: optional(2, timestamp(), 'The start of the period, inclusive.'),
    end: optional(3, timestamp(), 'The end of the period, inclusive.'),
  },
);

const TagHistoryList = message(`${PACKAGE}.TagHistoryList`, 'The digests that a tag had, the oldest first.', {
  items: plain(1, repeated(of(TagHistory)), 'The digests, each with the time at which it was set.', { always: true }),
});

const listHistory = (request: Static<typeof TagHistoryFilter>, { rows }: Context): Static<typeof TagHistoryList> => {
  const { parentId = '', start = '', end = '' } = request;
  const found = checkPeriod('start', 'end')(request);
  if (found.length > 0) throw invalid(found);
  const tag = rows.get(tagRows, parentId);
  const entries = tag ? historyOf(tag, rows) : [];
  const isWithin = ({ updateTimestamp = '' }: HistoryEntry): boolean =>
    updateTimestamp >= start && (end === '' || updateTimestamp <= end);
  return { items: entries.filter(isWithin) };
};

/** Lists the history of a tag, which only v1 shows. */
export const listTagHistory: Method = readMethod(
  registryOperation('ListTagHistory', {
    summary: 'List the history of a tag',
    description: 'Lists the digests that a tag had, the oldest first, each with the time at which it was set.',
    http: { method: 'GET', path: '/registry/v1/tags/{parent_id=**}/history' },
    request: TagHistoryFilter,
    response: TagHistoryList,
    capabilities: ['tag.list'],
    scope: 'parentId',
  }),
  listHistory,
  { scopeType: 'tag' },
);
