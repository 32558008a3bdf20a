import { int32, string } from '../schema/field-types.ts';
import { optional, plain } from '../schema/message.ts';

// What Lists with a cursor have in both versions of the interface, each at numbers of its own (behaviour §4.1).

/** The cursor to go on from. */
export const pageTokenField = (number: number) =>
  optional(
    number,
    string(),
    'The cursor that the previous page gave. Expires after three days, then the first page is answered.',
  );

/** How many results to pass over. */
export const skipField = (number: number) =>
  optional(number, int32(), 'Results to pass over, counted from the cursor.');

/** The cursor that an answer gives. */
export const nextPageTokenField = (number: number) =>
  plain(number, string(), 'The cursor of the next page; absent on the last one.');
