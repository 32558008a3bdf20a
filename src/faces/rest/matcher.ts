import type { BoundOperation } from '../../kernel/runner.ts';
import type { HttpMethod, HttpRule } from '../../schema/operation.ts';

/** The operation of a request, with the values in its path, by request field (`group`, `repo.uid`). */
export interface Match {
  readonly bound: BoundOperation;
  /** The rule of the operation that matches the request. */
  readonly http: HttpRule;
  readonly values: Readonly<Record<string, string>>;
}

/** The result for a path: an operation, all methods that the path has instead (never none), or undefined. */
export type Routed = Match | { readonly allow: readonly HttpMethod[] } | undefined;

interface Template {
  readonly bound: BoundOperation;
  readonly http: HttpRule;
  readonly head: readonly string[];
  /** The variable that takes all segments between head and tail; missing in a path without variables. */
  readonly rest?: string;
  /** The segments behind it: literals, and one-segment variables as `{name}`. */
  readonly tail: readonly string[];
  /** False when the variable takes exactly one segment. */
  readonly many: boolean;
  /** The custom verb after the variable, with its colon. */
  readonly verb: string;
}

/** The methods of operations, in the order of `Allow`. */
const METHODS: readonly HttpMethod[] = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'];

const VARIABLE = /^\{([\w.]+)(=\*\*|=\*)?\}(:\w+)?$/;
/** The older names of versions: the same operations answer there (behaviour B1). */
const ALIASES: Readonly<Record<string, string>> = { v2: 'v2beta1' };

const templateOf = (bound: BoundOperation, http: HttpRule): Template => {
  const segments = http.path.split('/').slice(1);
  const at = segments.findIndex((segment) => segment.startsWith('{'));
  if (at < 0) return { bound, http, head: segments, tail: [], many: false, verb: '' };
  const match = VARIABLE.exec(segments[at] ?? '');
  if (!match) throw new Error(`cannot read the path ${http.path}`);
  const [, rest = '', pattern, verb = ''] = match;
  // `{digest=*}` is `{digest}`.
  const tail = segments.slice(at + 1).map((segment) => segment.replace(/=\*\}$/, '}'));
  const head = segments.slice(0, at);
  return { bound, http, head, rest, tail, many: pattern === '=**', verb };
};

/**
 * The key by which templates are looked up: the first three segments of a path, without a custom verb. It is one slice
 * of the path, since it is made for each call.
 */
const keyOf = (path: string): string => {
  const second = path.indexOf('/', 1) + 1;
  const third = second === 0 ? 0 : path.indexOf('/', second) + 1;
  if (third === 0) return path;
  const end = path.indexOf('/', third);
  const verb = path.indexOf(':', third);
  if (verb >= 0 && (end < 0 || verb < end)) return path.slice(0, verb);
  return end < 0 ? path : path.slice(0, end);
};

/** Most specific first: more literals, then a custom verb, then the bare variable (behaviour §2.3). */
const specificity = ({ head, tail, verb, rest }: Template): number =>
  (rest === undefined ? 1_000 : 0) + (head.length + tail.length) * 10 + (verb === '' ? 0 : 1);

const tryTemplate = (template: Template, segments: readonly string[]): Record<string, string> | undefined => {
  const { head, rest, tail, many, verb } = template;
  // The key has compared the first two.
  for (let at = 2; at < head.length; at += 1) if (segments[at] !== head[at]) return undefined;
  if (rest === undefined) return segments.length === head.length ? {} : undefined;
  const end = segments.length - tail.length;
  if (end < head.length || (!many && end !== head.length + 1)) return undefined;
  const values: Record<string, string> = {};
  for (const [at, literal] of tail.entries()) {
    const segment = segments[end + at] ?? '';
    if (literal.startsWith('{')) values[literal.slice(1, -1)] = segment;
    else if (literal !== segment) return undefined;
  }
  let value = many ? segments.slice(head.length, end).join('/') : (segments[head.length] ?? '');
  if (verb !== '') {
    if (!value.endsWith(verb)) return undefined;
    value = value.slice(0, -verb.length);
  }
  values[rest] = value;
  return values;
};

/**
 * Makes a function that finds operations by path. It looks up the few templates of `/<domain>/<version>/<collection>`
 * and matches the rest, so uids may hold slashes, raw or escaped (behaviour §2.1).
 */
export const createMatcher = (operations: readonly BoundOperation[]): ((method: string, path: string) => Routed) => {
  const byMethod = new Map<string, Map<string, Template[]>>();
  const templates = operations.flatMap((bound) => {
    const { http: main, additionalHttp = [] } = bound.operation;
    return [...(main ? [main] : []), ...additionalHttp].map((http) => templateOf(bound, http));
  });
  for (const template of templates.sort((a, b) => specificity(b) - specificity(a))) {
    const { head, http } = template;
    const [first, second = '', ...others] = head;
    const byKey = byMethod.get(http.method) ?? new Map<string, Template[]>();
    byMethod.set(http.method, byKey);
    for (const version of [second, ...(ALIASES[second] === undefined ? [] : [ALIASES[second]])]) {
      const key = keyOf(`/${[first, version, ...others].join('/')}`);
      byKey.set(key, [...(byKey.get(key) ?? []), template]);
    }
  }
  const find = (method: string, path: string): Match | undefined => {
    const found = byMethod.get(method)?.get(keyOf(path));
    if (!found) return undefined;
    const segments = path.slice(1).split('/');
    if (method === 'GET' && segments.length > 3 && segments.at(-1) === '') segments.pop();
    for (const template of found) {
      const values = tryTemplate(template, segments);
      if (values) return { bound: template.bound, http: template.http, values };
    }
    return undefined;
  };
  return (method, path) => {
    const match = find(method, path);
    if (match) return match;
    // Each method is tried as a call of it would be: a slash at the end belongs to the path of all but GET.
    const allow = METHODS.filter((each) => find(each, path));
    return allow.length > 0 ? { allow } : undefined;
  };
};
