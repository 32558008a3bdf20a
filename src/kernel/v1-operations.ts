import { repeated, uid } from '../schema/field-types.ts';
import { type Message, message, of, optional, plain, required, snake } from '../schema/message.ts';
import type { HttpRule, Operation } from '../schema/operation.ts';
import { UidpFilter } from '../schema/uidp-filter.ts';
import type { Context } from './context.ts';
import { sliceFields, sliceStartFields } from './list-slice.ts';
import type { ListRule, Resource } from './resource.ts';
import type { Row } from './rows.ts';
import type { BoundOperation, Verb } from './standard-operations.ts';
import type { V1Cursor, V1Form, V1List } from './v1-form.ts';

type Value = Readonly<Record<string, unknown>>;

/** How a v1 operation is run: as the v2 operation that it stands for, between two conversions. */
export interface V1Adapter {
  readonly target: BoundOperation;
  /** The v2 request. */
  readonly ask: (request: Value) => Value;
  /** The v1 answer. */
  readonly answer: (answer: Value, context: Context) => Value;
  /** The v1 path of a v2 field, in proto names. */
  readonly pathOf: (path: string) => string;
  /** For an update, the fields that stay when they are left out. */
  readonly keep?: readonly string[];
  readonly list?: {
    readonly rule: ListRule;
    readonly cursor?: V1Cursor;
    readonly show: (row: Row, context: Context) => Value;
  };
}

const listRequest = (words: string, list: V1List): Message =>
  message(list.request, `Which ${words} to list.`, {
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
  });

/** What v1 shows of a row: its own fields, and what its form adds. */
export const shownInV1 = (form: V1Form, row: Row, context: Context): Value => ({
  ...form.conversion.older(row),
  ...form.also?.(row, context),
});

const unchanged = (value: Value): Value => value;

/** Expands the v1 form of a resource into operations, each bound to the v2 operation that it stands for. */
export const v1OperationsOf = (resource: Resource, bound: readonly BoundOperation[]): readonly BoundOperation[] => {
  const form = resource.v1;
  if (!form) return [];
  const { service, path, conversion, id = 'id', methods = [] } = form;
  const { words } = resource;
  const short = service.slice(service.lastIndexOf('.') + 1);
  const one = `${/^[aeiou]/.test(words.singular) ? 'an' : 'a'} ${words.singular}`;
  const standard = (verb: Verb): BoundOperation => {
    const target = bound.find((other) => other.verb === verb);
    if (!target) throw new Error(`v1 has a ${verb} of ${words.plural} that v2 has not`);
    return target;
  };
  const named = (calls: string): BoundOperation => {
    const target = bound.find(({ operation }) => operation.id === calls);
    if (!target) throw new Error(`${calls} is no operation of ${words.plural}`);
    return target;
  };
  const rule = (method: HttpRule['method'], rest = '', body?: string, at = path): { readonly http?: HttpRule } =>
    at === undefined ? {} : { http: { method, path: `${at}${rest}`, ...(body === undefined ? {} : { body }) } };
  type Told = Pick<Operation, 'summary' | 'request' | 'response'> &
    Partial<Pick<Operation, 'description' | 'http' | 'scope'>>;
  const operation = (method: string, target: BoundOperation, told: Told): Operation => {
    const { http: _, additionalHttp: __, scope: ___, ...shared } = target.operation;
    return { ...shared, ...told, id: `v1.${short}.${method}`, method, service, version: 'v1' };
  };
  const made: BoundOperation[] = [];
  const add = (target: BoundOperation, operation: Operation, adapter: Omit<V1Adapter, 'target'>): void =>
    void made.push({ operation, resource, verb: target.verb, v1: { target, ...adapter } });
  const show = (answer: Value, context: Context): Value => shownInV1(form, answer as unknown as Row, context);
  const idPath = (field: string): string => (field === 'uid' ? snake(id) : conversion.pathOf(field));

  for (const list of [...(form.list ? [form.list] : []), ...(form.lists ?? [])]) {
    const target = standard('list');
    const before = resource.verbs.list;
    if (!before) throw new Error(`${words.plural} have no list`);
    const { uidp: _, visible: __, validate: ___, ...inherited } = before;
    const item = list.item ?? {
      message: form.message,
      show: (row: Row, context: Context) => shownInV1(form, row, context),
    };
    const request = listRequest(words.plural, list);
    const listed: ListRule = {
      ...inherited,
      // By id (behaviour §12.4 V11); what has none that can be sorted by keeps its order.
      order: before.sortable.includes('uid') ? 'uid' : before.order,
      ...list,
      description: list.description ?? before.description,
    };
    const scope = listed.scope?.field;
    add(
      target,
      operation(list.name ?? 'List', target, {
        summary: list.summary ?? `List ${words.plural}`,
        ...(list.description === undefined ? {} : { description: list.description }),
        ...rule('GET', '', undefined, list.path ?? path),
        request,
        response: message(list.response, `The ${words.plural} that match.`, {
          items: plain(list.cursor?.itemsNumber ?? 1, repeated(of(item.message)), `The ${words.plural}.`, {
            always: true,
          }),
          ...list.cursor?.tells,
        }),
        ...(scope === undefined ? {} : { scope }),
      }),
      {
        ask: unchanged,
        answer: unchanged,
        pathOf: unchangedPath,
        list: { rule: listed, show: item.show, ...(list.cursor && { cursor: list.cursor }) },
      },
    );
  }
  if (form.create) {
    const { create } = form;
    const { parent, body, name = 'Create' } = create;
    const target = standard('create');
    const unscoped = target.operation.scope === undefined;
    const request =
      create.request === undefined || body === undefined
        ? form.message
        : message(create.request, `The ${words.singular} to create, and where.`, {
            [parent]: (unscoped ? optional : required)(
              1,
              uid(),
              `The uid of the parent ${resource.parent?.singular ?? 'group'}.`,
            ),
            [body]: required(2, of(form.message), `The ${words.singular} to create.`),
          });
    add(
      target,
      operation(name, target, {
        summary: `Create ${one}`,
        ...(create.description === undefined ? {} : { description: create.description }),
        ...rule('POST', `/{${snake(parent)}=**}`, body ?? '*'),
        request,
        response: form.message,
        ...(unscoped ? {} : { scope: parent }),
      }),
      {
        ask: (given) => ({
          parent: given[parent],
          [resource.singular]: drafted(form, (body === undefined ? given : given[body]) as Value | undefined),
        }),
        answer: show,
        pathOf: (field) => (field === 'parent' ? snake(parent) : idPath(field)),
      },
    );
  }
  if (form.update) {
    const { update } = form;
    const target = standard('update');
    add(
      target,
      operation(update.name ?? 'Update', target, {
        summary: `Replace ${one}`,
        description: update.description ?? `Replaces ${one} as a whole: what is left out falls to its zero value.`,
        ...rule('PUT', `/{${snake(id)}=**}`, '*'),
        request: form.message,
        response: form.message,
        scope: id,
      }),
      {
        ask: (given) => ({ [resource.singular]: { ...drafted(form, given), uid: given[id] }, updateMask: '*' }),
        answer: show,
        pathOf: idPath,
        // What v1 does not know it cannot mean to clear.
        keep: [...(update.keep ?? resource.rules.keptByWildcard ?? []), ...conversion.uncovered()],
      },
    );
  }
  if (form.delete) {
    const { name = 'Delete', request: requestName, id: field = 'id', description } = form.delete;
    const target = standard('delete');
    add(
      target,
      operation(name, target, {
        summary: `Delete ${one}`,
        ...(description === undefined ? {} : { description }),
        ...rule('DELETE', `/{${snake(field)}=**}`),
        request: message(requestName, `Which ${words.singular} to delete.`, {
          [field]: required(1, uid(), `The uid of the ${words.singular}.`),
        }),
        response: undefined,
        scope: field,
      }),
      { ask: (given) => ({ uid: given[field] }), answer: unchanged, pathOf: () => snake(field) },
    );
  }
  for (const { name, calls, ask, answer, pathOf, http, scope, ...told } of methods) {
    const target = named(calls);
    add(
      target,
      operation(name, target, { ...told, ...(http && { http }), ...(scope === undefined ? {} : { scope }) }),
      { ask, answer, pathOf: (field) => pathOf?.(field) ?? snake(field) },
    );
  }
  return made;
};

const unchangedPath = (path: string): string => path;

/** A v1 value as a draft of the v2 row: without what says which row it is. */
const drafted = ({ conversion }: V1Form, given: Value = {}): Value => {
  const { uid: _, ...draft } = conversion.newer(given);
  return draft;
};
