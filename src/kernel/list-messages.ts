import { omitUndefined } from '../schema/defined.ts';
import type { AnyMessage } from '../schema/field-types.ts';
import { int32, int64, repeated, string } from '../schema/field-types.ts';
import { type Fields, type Message, message, of, optional, plain, required } from '../schema/message.ts';
import { UidpFilter } from '../schema/uidp-filter.ts';
import { nextPageTokenField, pageTokenField, skipField } from './cursor-fields.ts';
import type { ListRule } from './resource.ts';

/** The request fields that page a List, at the proto numbers given. */
const pagingFields = ([size, token, order, skip]: ListRule['paging']): Fields => ({
  pageSize: optional(size, int32(), 'Results per page: 50 by default, at most 200.', { example: 50 }),
  pageToken: pageTokenField(token),
  orderBy: optional(order, string(), 'A sortable field, optionally followed by a space and `desc`.'),
  skip: skipField(skip),
});

/** The response of a List: the rows, the cursor of the next page, the total and the skip applied. */
export const listResponse = (
  name: string,
  key: string,
  held: AnyMessage,
  words: string,
  { answerNumbers = [1, 2, 3, 4], totalPresence = true }: Pick<ListRule, 'answerNumbers' | 'totalPresence'> = {},
): Message => {
  const [rows, token, total, skipped] = answerNumbers;
  return message(name, `A page of ${words}.`, () => ({
    [key]: plain(rows, repeated(of(held)), `The ${words} of this page.`, { always: true }),
    nextPageToken: nextPageTokenField(token),
    totalCount: plain(total, int64(), 'How many results match across all pages.', {
      always: true,
      presence: totalPresence,
      example: '12',
    }),
    skipped: plain(skipped, int32(), 'How many results this call skipped: the `skip` of the request.', {
      always: true,
      example: 0,
      asPublished: {
        description:
          'How many results this call and those before it skipped: the sum of their `skip`, up to this page.',
      },
    }),
  }));
};

const filterFields = (list: ListRule): Fields =>
  Object.fromEntries(
    Object.entries(list.filters).map(([name, filter]) => [
      name,
      (filter.required ? required : optional)(filter.number, filter.type, filter.description, {
        ...omitUndefined({ query: filter.query }),
        presence: filter.presence ?? false,
      }),
    ]),
  );

/** The request of a List: the place, the filters, and the paging. */
export const listRequest = (name: string, words: string, list: ListRule): Message =>
  message(name, `Which ${words} to list.`, () => ({
    ...list.pathFields,
    ...(list.uidp !== undefined && { uidp: optional(list.uidp, of(UidpFilter), 'Where in the group tree to look.') }),
    ...filterFields(list),
    ...pagingFields(list.paging),
  }));
