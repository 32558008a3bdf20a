import { uid } from '../../schema/field-types.ts';
import { output } from '../../schema/message.ts';

/** The key of the rows of the feed, whose messages have no uid. */
export const feedRowFields = {
  uid: output(200, uid(), 'The key of the stored row.'),
} as const;

/** The numbers of page_size, page_token, order_by and skip where the published request has none (behaviour C16). */
export const ADDED_PAGING = [100, 101, 102, 103] as const;

/** The proto numbers of the rows, next_page_token, total_count and skipped where only the first is published. */
export const ADDED_ANSWER = [1, 100, 101, 102] as const;
