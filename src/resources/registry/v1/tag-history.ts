import type { Context, WriteContext } from '../../../kernel/context.ts';
import { invalid } from '../../../kernel/errors.ts';
import { forwards } from '../../../kernel/period.ts';
import { defineResource, type RowOf, readMethod } from '../../../kernel/resource.ts';
import { type Collection, collection, type Rows } from '../../../kernel/rows.ts';
import { repeated, string, timestamp, uid } from '../../../schema/field-types.ts';
import { message, of, optional, output, plain, required, type Static } from '../../../schema/message.ts';
import { type TagRow, tagRows } from '../tag-message.ts';
import { PACKAGE, registryOperation } from './registry-operation.ts';

const TagHistory = message(`${PACKAGE}.TagHistory`, 'From when on a tag stood for an image.', {
  updateTimestamp: plain(1, timestamp(), 'When the tag was given the digest.'),
  digest: plain(2, string(), 'The digest of the image.'),
});

type Entry = Static<typeof TagHistory>;

const TagHistoryFilter = message(`${PACKAGE}.TagHistoryFilter`, 'Whose history to list, and which part of it.', {
  parentId: required(1, uid(), 'The id of the tag.'),
  start: optional(2, timestamp(), 'The beginning of the period; what was given at that very moment is part of it.'),
  end: optional(3, timestamp(), 'The end of the period; what was given at that very moment is part of it.'),
});

const TagHistoryList = message(`${PACKAGE}.TagHistoryList`, 'What a tag stood for, the oldest first.', {
  items: plain(1, repeated(of(TagHistory)), 'The digests, each with the time from which it holds.', { always: true }),
});

const KeptHistory = message('mock.TagHistory', 'The digests that a tag was given; kept from its second write on.', {
  uid: output(1, uid(), 'The uid of the tag.'),
  entries: plain(2, repeated(of(TagHistory)), 'The digests, the oldest first.'),
});

type HistoryRow = RowOf<typeof KeptHistory>;

const historyRows: Collection<HistoryRow> = collection<HistoryRow>('tagHistories');

/** A tag that was written once, or by a fixture, has the one entry that it tells itself. */
const historyOf = (tag: TagRow, rows: Rows): readonly Entry[] => {
  const kept = rows.get(historyRows, tag.uid)?.entries ?? [];
  const { digest = '', updateTime } = tag;
  if (kept.at(-1)?.digest === digest) return kept;
  return [...kept, { digest, ...(updateTime !== undefined && { updateTimestamp: updateTime }) }];
};

/** Notes that a tag is written again, with the same digest or another. */
export const noteDigest = (previous: TagRow, next: TagRow, { tx, now }: WriteContext): void => {
  const before = historyOf(previous, tx);
  const { digest = '' } = next;
  const entries = previous.digest === digest ? before : [...before, { updateTimestamp: now, digest }];
  tx.put(historyRows, { uid: previous.uid, entries });
};

const listHistory = (request: Static<typeof TagHistoryFilter>, { rows }: Context): Static<typeof TagHistoryList> => {
  const { parentId = '', start = '', end = '' } = request;
  const found = forwards('start', 'end')(request);
  if (found.length > 0) throw invalid(...found);
  const tag = rows.get(tagRows, parentId);
  const entries = tag ? historyOf(tag, rows) : [];
  const isWithin = ({ updateTimestamp = '' }: Entry): boolean =>
    updateTimestamp >= start && (end === '' || updateTimestamp <= end);
  return { items: entries.filter(isWithin) };
};

/** What tags stood for over time: kept with each tag and gone with it. */
export const tagHistories = defineResource({
  domain: 'registry',
  type: 'TagHistory',
  singular: 'tagHistory',
  plural: 'tagHistories',
  words: { singular: 'tag history', plural: 'tag histories' },
  description: 'The digests that a tag stood for over time.',
  message: KeptHistory,
  served: false,
  sharesParentUid: true,
  parent: { singular: 'tag', onDelete: 'cascade' },
  methods: {
    listTagHistory: readMethod(
      registryOperation('ListTagHistory', {
        summary: 'List the history of a tag',
        description:
          'Lists the digests that a tag stood for, the oldest first, each with the time from which it holds.',
        request: TagHistoryFilter,
        response: TagHistoryList,
        capabilities: ['tag.list'],
        scope: 'parentId',
      }),
      listHistory,
      { scopeType: 'tag' },
    ),
  },
});
