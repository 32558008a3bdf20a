import type { RowOf } from '../../kernel/resource.ts';
import { type Collection, collection } from '../../kernel/rows.ts';
import { bool, timestamp, uid } from '../../schema/field-types.ts';
import { message, of, optional, output, plain, required } from '../../schema/message.ts';
import { EndOfLife, type EndOfLifeFacts } from './end-of-life.ts';
import { bundles, digest, tagName } from './formats.ts';

/** A name for an image in a repo. */
export const Tag = message('chainguard.platform.registry.v2.Tag', 'A name for an image in a repo.', {
  uid: output(1, uid(), 'The identifier of the tag.', { always: true }),
  name: required(2, tagName(), 'The name of the tag, unique in its repo.', { always: true }),
  digest: required(3, digest(), 'The digest of the image that the tag points to.', { always: true }),
  updateTime: output(4, timestamp(), 'When the tag was last written.'),
  deprecated: optional(5, bool(), 'True for a tag at its end of life.', { always: true }),
  bundles: optional(6, bundles(), 'Labels that group tags.'),
  createTime: output(100, timestamp(), 'When the tag was first written.'),
});

/** The fields of a stored tag that v2 does not have: only v1 shows the end of life. */
export const tagRowFields = {
  endOfLife: plain(
    200,
    of(EndOfLife),
    'The end of life of its main package, as `GET /registry/v1/eoltags` reports it.',
  ),
};

/** A stored tag. */
export type TagRow = RowOf<typeof Tag> & { readonly endOfLife?: EndOfLifeFacts };

/** The rows of tags, for modules that the resource imports. */
export const tagRows: Collection<TagRow> = collection<TagRow>('tags', 'name', 'digest');
