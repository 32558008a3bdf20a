import { where } from '../../kernel/filters.ts';
import type { Filter } from '../../kernel/resource.ts';
import { timestamp } from '../../schema/field-types.ts';
import type { TagRow } from './tag-message.ts';

/** The filter of both versions by when a tag was last written. */
export const updatedSince: Filter = where(
  3,
  timestamp(),
  'Only tags written later than this.',
  (since) =>
    ({ updateTime = '' }: TagRow) =>
      updateTime > since,
);
