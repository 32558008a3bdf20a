import type { WriteContext } from '../../kernel/resource.ts';
import { defineResource, type RowOf } from '../../kernel/resource.ts';
import { type Collection, collection, type Rows } from '../../kernel/rows.ts';
import { omitUndefined } from '../../schema/defined.ts';
import { repeated, string, timestamp, uid } from '../../schema/field-types.ts';
import { message, of, output, plain, type Static } from '../../schema/message.ts';
import type { TagRow } from './tag-message.ts';

/** An entry of a tag's history; it is published in a package without a version. */
export const TagHistory = message(
  'chainguard.platform.registry.TagHistory',
  'An image that a tag pointed to, and since when.',
  {
    updateTimestamp: plain(1, timestamp(), 'When the tag was set to the digest.'),
    digest: plain(2, string(), 'The digest of the image.'),
  },
);

/** A digest that a tag had, with the time at which it was set. */
export type HistoryEntry = Static<typeof TagHistory>;

const StoredHistory = message('mock.TagHistory', 'The digests that a tag had; stored from its second write on.', {
  uid: output(1, uid(), 'The uid of the tag.'),
  entries: plain(2, repeated(of(TagHistory)), 'The digests, the oldest first.'),
});

type HistoryRow = RowOf<typeof StoredHistory>;

const historyRows: Collection<HistoryRow> = collection<HistoryRow>('tagHistories');

/**
 * The digests that a tag had, the oldest first. A tag that was written only once, or by a fixture, has one; one that was
 * made without a digest has none until it gets its first.
 */
export const historyOf = (tag: TagRow, rows: Rows): readonly HistoryEntry[] => {
  const recorded = rows.get(historyRows, tag.uid)?.entries ?? [];
  const { digest = '', updateTime } = tag;
  if (digest === '' || recorded.at(-1)?.digest === digest) return recorded;
  return [...recorded, { digest, ...omitUndefined({ updateTimestamp: updateTime }) }];
};

/** Records another write of a tag, with the same digest or another. */
export const recordDigest = (previous: TagRow, next: TagRow, { tx, now }: WriteContext): void => {
  const before = historyOf(previous, tx);
  const { digest = '' } = next;
  const isChange = digest !== '' && previous.digest !== digest;
  const entries = isChange ? [...before, { updateTimestamp: now, digest }] : before;
  tx.put(historyRows, { uid: previous.uid, entries });
};

/** The digests that tags had over time; deleted with the tag. */
export const tagHistories = defineResource({
  domain: 'registry',
  singular: 'tagHistory',
  plural: 'tagHistories',
  description: 'The digests that a tag had over time.',
  message: StoredHistory,
  served: false,
  sharesParentUid: true,
  parent: { singular: 'tag', onDelete: 'cascade' },
});
