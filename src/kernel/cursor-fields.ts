import { type FieldType, int32, string } from '../schema/field-types.ts';
import { optional, plain } from '../schema/message.ts';

// The fields of Lists with a cursor, which have other numbers in v1 than in v2 (behaviour §4.1).

/** The size of a page of v1, where a request may ask for no pages. */
export const pageSizeField = <T>(number: number, type: FieldType<T>, example: T) =>
  optional(number, type, 'Results per page, at most 200. A request without any paging field returns all results.', {
    example,
    minimum: 0,
  });

/** The cursor of the page to return. */
export const pageTokenField = (number: number) =>
  optional(
    number,
    string(),
    'The cursor from the previous page. It expires after three days; after that the first page is returned.',
  );

/** The field for the number of results to skip. */
export const skipField = (number: number) =>
  optional(number, int32(), 'How many results to skip, counted from the cursor.', { minimum: 0 });

/** The cursor of the next page. */
export const nextPageTokenField = (number: number) =>
  plain(number, string(), 'The cursor of the next page; absent on the last one.', { example: 'eyJvIjoi' });
