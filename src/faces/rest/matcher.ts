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
  /** The end of a path, as far as that is known; empty if it is not. */
  readonly ending: string;
  /** True if it has nothing behind its key but a variable that takes all segments. */
  readonly isShort: boolean;
}

/** The methods of operations, in the order of `Allow`. */
const METHODS: readonly HttpMethod[] = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'];

const VARIABLE = /^\{([\w.]+)(=\*\*|=\*)?\}(:\w+)?$/;
/** The older names of versions: the same operations answer there (behaviour B1). */
const ALIASES: Readonly<Record<string, string>> = { v2: 'v2beta1' };

/** The number of segments in a key. */
const KEY_SEGMENTS = 3;

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

const templateOf = (bound: BoundOperation, http: HttpRule): Template => {
  const { path } = http;
  const segments = path.split('/').slice(1);
  const at = segments.findIndex((segment) => segment.startsWith('{'));
  if (at < 0) {
    const isShort = keyOf(path) === path;
    return { bound, http, head: segments, tail: [], many: false, verb: '', ending: '', isShort };
  }
  const match = VARIABLE.exec(segments[at] ?? '');
  if (!match) throw new Error(`cannot read the path ${path}`);
  const [, rest = '', pattern, verb = ''] = match;
  // `{digest=*}` is `{digest}`.
  const tail = segments.slice(at + 1).map((segment) => segment.replace(/=\*\}$/, '}'));
  const last = tail.at(-1);
  const ending = last === undefined ? verb : last.startsWith('{') ? '' : `/${last}`;
  const head = segments.slice(0, at);
  const many = pattern === '=**';
  const isShort = many && head.length === KEY_SEGMENTS && tail.length === 0;
  return { bound, http, head, rest, tail, many, verb, ending, isShort };
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
  const value = many ? segments.slice(head.length, end).join('/') : (segments[head.length] ?? '');
  values[rest] = verb === '' ? value : value.slice(0, -verb.length);
  return values;
};

/** Matches a short template by the text behind its key: most calls name a row by its uid, which needs no segments. */
const tryShort = ({ rest, verb }: Template, behind: string | undefined): Record<string, string> | undefined => {
  if (rest === undefined) return behind === undefined ? {} : undefined;
  const value = behind ?? '';
  return { [rest]: verb === '' ? value : value.slice(0, -verb.length) };
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
    const key = keyOf(path);
    const found = byMethod.get(method)?.get(key);
    if (!found) return undefined;
    const whole = method === 'GET' && path.endsWith('/') ? path.slice(0, -1) : path;
    const behind = whole.length === key.length ? undefined : whole.slice(key.length + 1);
    const hasVerb = whole[key.length] === ':';
    let segments: readonly string[] | undefined;
    for (const template of found) {
      if (!whole.endsWith(template.ending)) continue;
      if (!template.isShort) segments ??= whole.slice(1).split('/');
      const values = segments ? tryTemplate(template, segments) : hasVerb ? undefined : tryShort(template, behind);
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
