import { querySpelling } from '../../schema/decode-query.ts';
import { jsonNames } from '../../schema/field-path.ts';
import type { AnyMessage, FieldType, NamedField } from '../../schema/field-types.ts';
import type { HttpRule, Operation } from '../../schema/operation.ts';
import { Spelled, type Wanted } from './spelled.ts';

/** An HTTP request as it is sent. */
export interface RestForm {
  readonly method: string;
  readonly target: string;
  readonly body: string | undefined;
}

/** The ways in which one request may be written. */
export interface Style {
  /** Names as in protobuf, rather than as in JSON. */
  readonly isSnake: boolean;
  /** Slashes in a uid as `%2F`. */
  readonly isEscaped: boolean;
}

const VARIABLE = /\{([\w.]+)(?:=\*{1,2})?\}/g;

const jsonOf = (type: FieldType, value: unknown, style: Style): unknown => {
  if (value instanceof Spelled) return value.json;
  if (type.kind === 'message' && type.message) return bodyOf(type.message(), value as Wanted, style);
  const { element } = type;
  if (!element) return value;
  if (type.kind === 'repeated') return (value as readonly unknown[]).map((item) => jsonOf(element, item, style));
  return Object.fromEntries(
    Object.entries(value as Wanted).map(([name, item]) => [name, jsonOf(element, item, style)]),
  );
};

const fieldOf = (of: AnyMessage, name: string): NamedField => {
  const field = of.find(name);
  if (!field) throw new Error(`${of.name} has no field ${name}`);
  return field;
};

const bodyOf = (of: AnyMessage, value: Wanted, style: Style): Wanted =>
  Object.fromEntries(
    Object.entries(value).map(([name, item]) => {
      const field = fieldOf(of, name);
      return [style.isSnake ? field.proto : name, jsonOf(field.type, item, style)];
    }),
  );

const textOf = (value: unknown): string => String(value instanceof Spelled ? value.json : value);

const queryOf = (of: AnyMessage, value: Wanted, style: Style, prefix: readonly string[] = []): readonly string[] =>
  Object.entries(value).flatMap(([name, item]) => {
    const field = fieldOf(of, name);
    const path = [...prefix, style.isSnake ? querySpelling(field) : name];
    const { type } = field;
    if (type.kind === 'message' && type.message) return queryOf(type.message(), item as Wanted, style, path);
    const items = type.kind === 'repeated' ? (item as readonly unknown[]) : [item];
    return items.map((one) => `${path.join('.')}=${encodeURIComponent(textOf(one))}`);
  });

const take = (value: Wanted, [name = '', ...rest]: readonly string[]): readonly [unknown, Wanted] => {
  const { [name]: member, ...others } = value;
  if (rest.length === 0) return [member, others];
  const [taken, remaining] = take((member ?? {}) as Wanted, rest);
  return [taken, { ...others, [name]: remaining }];
};

/** Makes a request by an HTTP rule of its operation: the variables of the path, the body, and the rest as query. */
export const restFormOf = (
  { request }: Operation,
  { method, path, body }: HttpRule,
  value: Wanted,
  style: Style,
): RestForm => {
  let remaining = value;
  const filled = path.replaceAll(VARIABLE, (_, variable: string) => {
    const [taken, others] = take(remaining, jsonNames(request, variable));
    remaining = others;
    const text = textOf(taken ?? '');
    return style.isEscaped ? encodeURIComponent(text) : text.split('/').map(encodeURIComponent).join('/');
  });
  if (body === '*') return { method, target: filled, body: JSON.stringify(bodyOf(request, remaining, style)) };
  let sent: string | undefined;
  if (body !== undefined) {
    const field = fieldOf(request, body);
    const { [field.name]: member, ...others } = remaining;
    sent = member === undefined ? '' : JSON.stringify(jsonOf(field.type, member, style));
    remaining = others;
  }
  const query = queryOf(request, remaining, style).join('&');
  return { method, target: query === '' ? filled : `${filled}?${query}`, body: sent };
};
