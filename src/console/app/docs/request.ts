import { quoteForShell } from '../../../features/evidence/call-code.ts';
import { type Content, exampleOf, type Operation, type Parameter } from './document.ts';

/** A request that can be sent. */
export interface ComposedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The name of the field for the token, for the media type and for the body. */
export const FIELDS = { token: 'token', type: 'type', body: 'body' } as const;

export const fieldOf = ({ in: place, name }: Parameter): string => `${place} ${name}`;

/** True if a parameter may be given several times; its field has one value in each line. */
export const isList = ({ schema }: Parameter): boolean => schema.type === 'array';

const FORM = 'application/x-www-form-urlencoded';

/** The body that a field begins with. */
export const sampleBody = (type: string, content: Content): string => {
  const example = exampleOf(content);
  if (example === undefined) return type.endsWith('json') ? '{}' : '';
  if (type === FORM) return new URLSearchParams(example as Record<string, string>).toString();
  return typeof example === 'string' ? example : JSON.stringify(example, null, 2);
};

/** The request for an operation, with what was filled in; a variable of its path without a value stays as it is. */
export const composeRequest = (
  { method, path, parameters, body, takesToken }: Operation,
  filled: Readonly<Record<string, string>>,
): ComposedRequest => {
  const query = new URLSearchParams();
  let target = path;
  for (const parameter of parameters) {
    const value = filled[fieldOf(parameter)];
    if (value === undefined) continue;
    if (parameter.in === 'path') target = target.replace(`{${parameter.name}}`, () => encodeURIComponent(value));
    else for (const one of isList(parameter) ? value.split('\n') : [value]) query.append(parameter.name, one);
  }
  const {
    [FIELDS.token]: token,
    [FIELDS.type]: type = Object.keys(body?.content ?? {})[0],
    [FIELDS.body]: text,
  } = filled;
  return {
    method,
    path: query.size > 0 ? `${target}?${query}` : target,
    headers: {
      ...(takesToken && token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(text !== undefined && type !== undefined && { 'Content-Type': type }),
    },
    ...(text !== undefined && { body: text }),
  };
};

/** A request as a line for curl. */
export const curlOf = ({ method, path, headers, body }: ComposedRequest, origin: string): string =>
  [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoteForShell(`${origin}${path}`)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoteForShell(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-binary ${quoteForShell(body)}`]),
  ].join(' \\\n  ');

/** A text of JSON over several lines, in which each value stays as it was written; any other text as it is. */
export const indentJson = (text: string): string => {
  let depth = 0;
  const line = (): string => `\n${'  '.repeat(Math.max(depth, 0))}`;
  return text.replace(/"(?:[^"\\]|\\.)*"|[[{]\s*[\]}]|\s+|[[\]{},:]/g, (part) => {
    if (part.startsWith('"')) return part;
    if (/^[[{]\s*[\]}]$/.test(part)) return `${part[0]}${part.at(-1)}`;
    if (part === '{' || part === '[') {
      depth += 1;
      return `${part}${line()}`;
    }
    if (part === '}' || part === ']') {
      depth -= 1;
      return `${line()}${part}`;
    }
    if (part === ',') return `,${line()}`;
    return part === ':' ? ': ' : '';
  });
};
