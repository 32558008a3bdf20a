import { isObject } from './json-object.ts';
import { operations } from './openapi.ts';
import type { HttpRule, ProtoMethod } from './proto-files.ts';
import { type Json, jsonName } from './proto-json.ts';

/** The parts of an HTTP request. */
export interface HttpCall {
  readonly method: string;
  readonly target: string;
  readonly body?: Json;
}

const VARIABLE = /\{([\w.]+)(?:=([^}]*))?\}/g;

const camelPath = (path: string): string => path.split('.').map(jsonName).join('.');

const without = (json: Json, [name = '', ...rest]: readonly string[]): Json => {
  const { [name]: value, ...others } = json;
  if (rest.length === 0 || !isObject(value)) return others;
  const further = without(value, rest);
  return { ...others, [name]: further };
};

const valueAt = (json: Json, path: readonly string[]): unknown =>
  path.reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), json);

/** Every value of a message with its dotted path, which is what a query can carry. */
const leaves = (json: Json, prefix = ''): readonly (readonly [string, unknown])[] =>
  Object.entries(json).flatMap(([name, value]) => {
    const path = prefix + name;
    if (isObject(value)) return leaves(value, `${path}.`);
    return (Array.isArray(value) ? value : [value]).map((item) => [path, item] as const);
  });

/** The names of query parameters as the document spells them, by their JSON paths. */
const spellings = (operation: string): ReadonlyMap<string, string> =>
  new Map((operations.find(({ id }) => id === operation)?.parameters ?? []).map(({ name }) => [camelPath(name), name]));

/** The HTTP request that a gRPC request maps to, by the method's rule. */
export const httpCallOf = ({ name, http }: Pick<ProtoMethod, 'name' | 'http'>, request: Json): HttpCall => {
  let rest = request;
  const path = http.path.replaceAll(VARIABLE, (_, variable: string) => {
    const at = camelPath(variable).split('.');
    const value = String(valueAt(rest, at) ?? '');
    rest = without(rest, at);
    return encodeURIComponent(value).replaceAll('%2F', '/');
  });
  const { method, body } = http;
  if (body === '*') return { method, target: path, body: rest };
  const member = body === undefined ? undefined : jsonName(body);
  const given = member === undefined ? undefined : ((rest[member] ?? {}) as Json);
  const spelled = spellings(name.split('/')[1] ?? name);
  const query = leaves(member === undefined ? rest : without(rest, [member]))
    .map(([at, value]) => `${spelled.get(at) ?? at}=${encodeURIComponent(String(value))}`)
    .join('&');
  return { method, target: query === '' ? path : `${path}?${query}`, ...(given && { body: given }) };
};

const patternOf = ({ path }: HttpRule): RegExp =>
  new RegExp(
    `^${path
      .replaceAll(/[.:](?![^{]*\})/g, '\\$&')
      .replaceAll(VARIABLE, (_, _name, pattern) => (pattern === '**' ? '(.*)' : '([^/]*)'))}$`,
  );

const put = (json: Json, [name = '', ...rest]: readonly string[], value: unknown): Json => {
  const before = json[name];
  if (rest.length > 0) return { ...json, [name]: put(isObject(before) ? before : {}, rest, value) };
  // A parameter that is given again is another item of a list.
  const next = before === undefined ? value : [before, value].flat();
  return { ...json, [name]: next };
};

/**
 * The gRPC request that an HTTP request maps to, by the method's rule.
 * @throws Error when the path is not the method's
 */
export const requestOf = ({ http }: Pick<ProtoMethod, 'http'>, target: string, body: Json = {}): Json => {
  const [path = '', query = ''] = target.split('?');
  const values = patternOf(http).exec(path);
  if (!values) throw new Error(`${path} does not match ${http.path}`);
  let request: Json = http.body === '*' ? body : http.body === undefined ? {} : { [jsonName(http.body)]: body };
  [...http.path.matchAll(VARIABLE)].forEach(([, name = ''], index) => {
    const value = decodeURIComponent(values[index + 1] ?? '');
    if (value !== '') request = put(request, camelPath(name).split('.'), value);
  });
  for (const [name, value] of new URLSearchParams(query)) request = put(request, camelPath(name).split('.'), value);
  return request;
};
