import type { JsonObject } from '../json.ts';
import type { Context, ListRule } from '../kernel/resource.ts';
import type { Row } from '../kernel/rows.ts';
import type { BoundOperation } from '../kernel/runner.ts';
import { nameOne } from '../kernel/service-names.ts';
import { operationsOf } from '../kernel/standard-operations.ts';
import { makeAtFirstUse } from '../schema/at-first-use.ts';
import { omitUndefined } from '../schema/defined.ts';
import { repeated, uid } from '../schema/field-types.ts';
import { type Message, message, of, optional, plain, required, snake } from '../schema/message.ts';
import { UidpFilter } from '../schema/uidp-filter.ts';
import {
  type Adapted,
  getStandard,
  operationLike,
  ruleBelow,
  type V1Operation,
  viewInV1,
  type WrappedForm,
} from './adapter.ts';
import type { V1Create, V1Delete, V1Form, V1List, V1Method, V1Resource, V1Update } from './form.ts';
import { bindOwn, wrapRunner } from './runner.ts';
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
  const { uidp: _, visible: __, validate: ___, ...rest } = inherited;
  return {
    ...rest,
    // By id (behaviour §12.4 V11), if it can be sorted by.
    order: inherited.sortable.includes('uid') ? 'uid' : inherited.order,
    ...list,
    description: list.description ?? inherited.description,
  };
};

/** Describes a List of v1, which finds its rows by the List of v2. */
const listOperation = (wrapped: WrappedForm, list: V1List): Adapted => {
  const { resource, form } = wrapped;
  const { words, verbs } = resource;
  const target = getStandard(wrapped, 'list');
  if (!verbs.list) throw new Error(`${words.plural} have no list`);
  const rule = ruleOf(verbs.list, list);
  const item = list.item ?? {
    message: form.message,
    show: (row: Row, context: Context) => viewInV1(form, row, context),
  };
  const { cursor } = list;
  const items = plain(cursor?.itemsNumber ?? 1, repeated(of(item.message)), `The ${words.plural}.`, { always: true });
  return {
    operation: operationLike(wrapped, list.name ?? 'List', target, {
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

/** A v1 value as the body of a v2 request, without the uid. */
const toDraft = ({ conversion }: V1Form, given: JsonObject = {}): JsonObject => {
  const { uid: _, ...draft } = conversion.newer(given);
  return draft;
};

const show =
  (form: V1Form) =>
  (answer: JsonObject, context: Context): JsonObject =>
    viewInV1(form, answer as Row, context);

const idPath =
  ({ id = 'id', conversion }: V1Form) =>
  (field: string): string =>
    field === 'uid' ? snake(id) : conversion.pathOf(field);

const create = (wrapped: WrappedForm, given: V1Create): Adapted => {
  const { parent, body, name = 'Create', request, description, waived } = given;
  const { resource, form } = wrapped;
  const target = getStandard(wrapped, 'create');
  const unscoped = target.operation.scope === undefined;
  const { words } = resource;
  const asked =
    request === undefined || body === undefined
      ? form.message
      : message(request, `The ${words.singular} to create, and where.`, {
          [parent]: (unscoped ? optional : required)(
            1,
            uid(),
            `The uid of the parent ${resource.parent?.singular ?? 'group'}.`,
          ),
          [body]: required(2, of(form.message), `The ${words.singular} to create.`),
        });
  const toPath = idPath(form);
  return {
    operation: operationLike(wrapped, name, target, {
      summary: `Create ${nameOne(resource)}`,
      ...omitUndefined({ description }),
      ...ruleBelow(form, 'POST', `/{${snake(parent)}=**}`, body ?? '*'),
      request: asked,
      response: form.message,
      scope: unscoped ? undefined : parent,
    }),
    adapter: {
      target,
      ask: (asking) => ({
        parent: asking[parent],
        [resource.singular]: toDraft(form, (body === undefined ? asking : asking[body]) as JsonObject | undefined),
      }),
      answer: show(form),
      pathOf: (field) => (field === 'parent' ? snake(parent) : toPath(field)),
      ...omitUndefined({ waived }),
    },
  };
};

const update = (wrapped: WrappedForm, { waived }: V1Update): Adapted => {
  const { resource, form } = wrapped;
  const { id = 'id', conversion } = form;
  const target = getStandard(wrapped, 'update');
  return {
    operation: operationLike(wrapped, 'Update', target, {
      summary: `Replace ${nameOne(resource)}`,
      description: `Replaces ${nameOne(resource)} as a whole: omitted fields become their zero values.`,
      ...ruleBelow(form, 'PUT', `/{${snake(id)}=**}`, '*'),
      request: form.message,
      response: form.message,
      scope: id,
    }),
    adapter: {
      target,
      ask: (given) => ({ [resource.singular]: { ...toDraft(form, given), uid: given[id] } }),
      answer: show(form),
      pathOf: idPath(form),
      // Fields that v1 does not have stay: omitting them does not clear them.
      keep: makeAtFirstUse(() => [...(resource.rules.notMaskedByWildcard ?? []), ...conversion.uncovered()]),
      ...omitUndefined({ waived }),
    },
  };
};

const remove = (wrapped: WrappedForm, { name = 'Delete', request, id: field = 'id' }: V1Delete): Adapted => {
  const { resource, form } = wrapped;
  const target = getStandard(wrapped, 'delete');
  const { singular } = resource.words;
  return {
    operation: operationLike(wrapped, name, target, {
      summary: `Delete ${nameOne(resource)}`,
      ...ruleBelow(form, 'DELETE', `/{${snake(field)}=**}`),
      request: message(request, `Which ${singular} to delete.`, {
        [field]: required(1, uid(), `The uid of the ${singular}.`),
      }),
      response: undefined,
      scope: field,
    }),
    adapter: { target, ask: (given) => ({ uid: given[field] }), answer: (value) => value, pathOf: () => snake(field) },
  };
};

const method = (wrapped: WrappedForm, given: V1Method): Adapted => {
  const { name, calls, ask, answer, pathOf, looksUp, shows, ...rest } = given;
  const target = wrapped.targets.find(({ operation }) => operation.id === calls);
  if (!target) throw new Error(`${calls} is not an operation of ${wrapped.resource.words.plural}`);
  return {
    operation: operationLike(wrapped, name, target, rest),
    adapter: {
      target,
      ask,
      answer,
      pathOf: (field) => pathOf?.(field) ?? snake(field),
      ...omitUndefined({ looksUp, shows }),
    },
  };
};

const adaptForm = (wrapped: WrappedForm): readonly Adapted[] => {
  const { list, lists = [], methods = [], ...verbs } = wrapped.form;
  return [
    ...[...(list ? [list] : []), ...lists].map((each) => listOperation(wrapped, each)),
    ...(verbs.create ? [create(wrapped, verbs.create)] : []),
    ...(verbs.update ? [update(wrapped, verbs.update)] : []),
    ...(verbs.delete ? [remove(wrapped, verbs.delete)] : []),
    ...methods.map((each) => method(wrapped, each)),
  ];
};

/**
 * Expands a resource of v1 into operations, each of which wraps an operation of v2 or runs its own method.
 * @throws Error when it wraps an operation that v2 does not have
 */
export const v1OperationsOf = (
  { resource, form, methods = [] }: V1Resource,
  inV2: readonly BoundOperation[],
): readonly V1Operation[] => {
  const served = inV2.filter((bound) => bound.resource === resource);
  // Resources that v2 lacks are described in the same way: their verbs are served by the form only.
  const targets = served.length > 0 || !form ? served : operationsOf(resource);
  const adapted = form ? adaptForm({ resource, form, targets, isInV2: served.length > 0 }) : [];
  return [
    ...methods.map((own) => bindOwn(resource, own)),
    ...adapted.map(({ operation, adapter }) => wrapRunner(resource, operation, adapter)),
  ];
};
