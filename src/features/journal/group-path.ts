import type { Rows } from '../../kernel/rows.ts';
import { parentOf, TOP } from '../../kernel/uid.ts';
import { groups } from '../../resources/index.ts';

/** The names of a group and those above it, the root first; empty for the top, and an empty name for one that is gone. */
export const groupPathOf = (rows: Rows, group: string): readonly string[] =>
  group === TOP ? [] : [...groupPathOf(rows, parentOf(group)), rows.get(groups, group)?.name ?? ''];
