import type { HttpMethod, Operation } from '../../schema/operation.ts';

/** Which operation a request is for, with the values its path gives, by request field (`group`, `repo.uid`). */
export interface Match {
  readonly operation: Operation;
  readonly values: Readonly<Record<string, string>>;
}

/** What a path leads to: an operation, other methods of the same path, or nothing. */
export type Routed = Match | { readonly allow: readonly HttpMethod[] } | undefined;

interface Template {
  readonly operation: Operation;
  readonly head: readonly string[];
  /** The variable that takes all segments between head and tail; absent in a path without variables. */
  readonly rest?: string;
  /** What follows it: literals, and one-segment variables as `{name}`. */
  readonly tail: readonly string[];
  /** False when the variable takes exactly one segment. */
  readonly many: boolean;
  /** The custom verb after the variable, with its colon. */
  readonly verb: string;
}

const VARIABLE = /^\{([\w.]+)(=\*\*|=\*)?\}(:\w+)?$/;
const VERSIONS: ReadonlySet<string> = new Set(['v2', 'v2beta1']);

const templateOf = (operation: Operation): Template => {
  const segments = operation.http.path.split('/').slice(1);
  const at = segments.findIndex((segment) => segment.startsWith('{'));
  if (at < 0) return { operation, head: segments, tail: [], many: false, verb: '' };
  const match = VARIABLE.exec(segments[at] ?? '');
  if (!match) throw new Error(`cannot read the path ${operation.http.path}`);
  const [, rest = '', pattern, verb = ''] = match;
  return { operation, head: segments.slice(0, at), rest, tail: segments.slice(at + 1), many: pattern === '=**', verb };
};

/** Most specific first: more literals, then a custom verb, then the bare variable (behaviour §2.3). */
const specificity = ({ head, tail, verb, rest }: Template): number =>
  (rest === undefined ? 1_000 : 0) + (head.length + tail.length) * 10 + (verb === '' ? 0 : 1);

const tryTemplate = (template: Template, segments: readonly string[]): Record<string, string> | undefined => {
  const { head, rest, tail, many, verb } = template;
  // The first segments are domain, version and collection; the version was checked, the others are literals.
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
  let value = segments.slice(head.length, end).join('/');
  if (verb !== '') {
    if (!value.endsWith(verb)) return undefined;
    value = value.slice(0, -verb.length);
  }
  values[rest] = value;
  return values;
};

/**
 * Finds operations by path. Splits `/<domain>/<version>/<collection>` from the rest and tries the few templates of
 * that collection, so uids may hold slashes, raw or escaped (behaviour §2.1).
 */
export const createMatcher = (operations: readonly Operation[]): ((method: string, path: string) => Routed) => {
  const byCollection = new Map<string, Template[]>();
  for (const template of operations.map(templateOf)) {
    const key = `${template.head[0]}/${template.head[2]?.split(':')[0]}`;
    byCollection.set(key, [...(byCollection.get(key) ?? []), template]);
  }
  for (const templates of byCollection.values()) templates.sort((a, b) => specificity(b) - specificity(a));
  return (method, path) => {
    const segments = path.split('/').slice(1);
    if (method === 'GET' && segments.length > 3 && segments.at(-1) === '') segments.pop();
    const [domain = '', version = '', collection = ''] = segments;
    const templates = VERSIONS.has(version) ? byCollection.get(`${domain}/${collection.split(':')[0]}`) : undefined;
    if (!templates) return undefined;
    const allow = new Set<HttpMethod>();
    for (const template of templates) {
      const { operation } = template;
      const values = tryTemplate(template, segments);
      if (!values) continue;
      if (operation.http.method === method) return { operation, values };
      allow.add(operation.http.method);
    }
    return allow.size > 0 ? { allow: [...allow] } : undefined;
  };
};
