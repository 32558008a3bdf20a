import { where } from '../../kernel/filters.ts';
import type { Filter } from '../../kernel/resource.ts';
import { bool, timestamp } from '../../schema/field-types.ts';
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

/** Kinds of tags that do not name a version, which a List may leave out (behaviour §4.3, T1). */
export const TAG_KINDS = {
  referrers: { pattern: /^sha256-[0-9a-f]+/, words: 'tags that refer to another image (`sha256-...`)' },
  dates: { pattern: /-20[0-9]{6}$/, words: 'tags that end with a date (`...-20260128`)' },
  epochs: { pattern: /-r[0-9]+$/, words: 'tags that end with an epoch (`...-r3`)' },
} as const;

/** The filter of v1 that leaves out one kind, where that of v2 includes it. */
export const excludes = (number: number, { pattern, words }: (typeof TAG_KINDS)[keyof typeof TAG_KINDS]): Filter =>
  where(
    number,
    bool(),
    `True to leave out ${words}.`,
    () =>
      ({ name = '' }: TagRow) =>
        !pattern.test(name),
  );
