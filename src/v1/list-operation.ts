import type { Context, ListRule } from '../kernel/resource.ts';
import type { Row } from '../kernel/rows.ts';
import { omitUndefined } from '../schema/defined.ts';
import { repeated } from '../schema/field-types.ts';
import { type Message, message, of, optional, plain } from '../schema/message.ts';
import { UidpFilter } from '../schema/uidp-filter.ts';
import { type Adapted, getStandard, operationLike, ruleBelow, viewInV1, type WrappedForm } from './adapter.ts';
import type { V1List } from './form.ts';
import { sliceFields, sliceStartFields } from './slice.ts';

const listRequest = (words: string, list: V1List): Message =>
  message(list.request, `Which ${words} to list.`, () => ({
    ...list.pathFields,
    ...(list.uidp === undefined
      ? {}
      : { uidp: optional(list.uidp, of(UidpFilter), 'Where in the group tree to look.') }),
    ...Object.fromEntries(
      Object.entries(list.filters).map(([name, filter]) => [
        name,
        optional(filter.number, filter.type, filter.description, { presence: filter.presence ?? false }),
      ]),
    ),
    ...(list.cursor ? { ...list.cursor.asks, ...sliceStartFields } : sliceFields),
  }));

/** The rule of the v2 List with the overrides of the v1 List. */
const ruleOf = (inherited: ListRule, list: V1List): ListRule => {
  const { uidp: _, visible: __, validate: ___, ...kept } = inherited;
  return {
    ...kept,
    // By id (behaviour §12.4 V11), if it can be sorted by.
    order: inherited.sortable.includes('uid') ? 'uid' : inherited.order,
    ...list,
    description: list.description ?? inherited.description,
  };
};

/** Describes a List of v1, which finds its rows by the List of v2. */
export const listOperation = (shown: WrappedForm, list: V1List): Adapted => {
  const { resource, form } = shown;
  const { words, verbs } = resource;
  const target = getStandard(shown, 'list');
  if (!verbs.list) throw new Error(`${words.plural} have no list`);
  const rule = ruleOf(verbs.list, list);
  const item = list.item ?? {
    message: form.message,
    show: (row: Row, context: Context) => viewInV1(form, row, context),
  };
  const { cursor } = list;
  const items = plain(cursor?.itemsNumber ?? 1, repeated(of(item.message)), `The ${words.plural}.`, { always: true });
  return {
    operation: operationLike(shown, list.name ?? 'List', target, {
      summary: list.summary ?? `List ${words.plural}`,
      ...omitUndefined({ description: list.description }),
      ...ruleBelow({ ...form, ...omitUndefined({ path: list.path }) }, 'GET'),
      request: listRequest(words.plural, list),
      response: message(list.response, `The ${words.plural} that match.`, { items, ...cursor?.returns }),
      scope: rule.scope?.field,
      staysInV1: list.staysInV1,
    }),
    adapter: {
      target,
      ask: (value) => value,
      answer: (value) => value,
      pathOf: (path) => path,
      list: { rule, show: item.show, ...omitUndefined({ cursor }) },
    },
  };
};
