import { equals } from '../../../kernel/filters.ts';
import { bool, string, timestamp, uid } from '../../../schema/field-types.ts';
import { ALWAYS, message, optional, output, required, type Static } from '../../../schema/message.ts';
import { conversion } from '../../../v1/conversion.ts';
import type { V1Form } from '../../../v1/form.ts';
import { bundles, digest, tagName } from '../formats.ts';
import { excludes, TAG_KINDS, updatedSince } from '../tag-filters.ts';
import { Tag, type TagRow } from '../tag-message.ts';
import { eolTagsV1 } from './eol-tags.ts';
import { PACKAGE, REGISTRY } from './registry-operation.ts';

/** A tag in its v1 form. */
export const TagV1 = message(`${PACKAGE}.Tag`, 'A tag, as v1 shows it.', {
  id: output(1, uid(), 'The identifier of the tag.', ALWAYS),
  name: required(2, tagName(), 'The name of the tag, unique in its repo.', ALWAYS),
  digest: optional(3, digest(), 'The digest of the image that the tag points to; empty until one is given.', ALWAYS),
  lastUpdated: output(4, timestamp(), 'When the tag was last written.'),
  deprecated: optional(5, bool(), 'True for a tag at its end of life.', ALWAYS),
  bundles: optional(6, bundles(), 'Labels that group tags.'),
});

/** The fields that v2 requires of a tag and v1 does not: published clients make tags without an image (behaviour V17). */
export const OPTIONAL_IN_V1 = ['digest'] as const;

/** Converts tags between v1 and v2. */
export const tagConversion = conversion(TagV1, Tag, { id: 'uid', lastUpdated: 'updateTime' });

/** A stored tag as v1 shows it. */
export const tagV1Of = (tag: TagRow): Static<typeof TagV1> => tagConversion.older(tag);

/** Tags in v1, where Lists show all kinds of tags by default, unlike those of v2. */
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
