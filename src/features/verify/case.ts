import { type JsonObject, mapTexts } from '../../json.ts';
import type { Auth } from '../compare/target.ts';

/** The suites of a run, each a profile of its report, in the order in which they run: the one that writes is last. */
export const SUITES = ['refusals', 'read', 'v1', 'grpc', 'write'] as const;
/** One of these suites, or the exchanges of a HAR. */
export type SuiteName = (typeof SUITES)[number] | 'har';

/**
 * One call of a case. Words in braces in its path and its body, such as `{group}`, stand for values that may differ
 * between target and mock.
 */
export interface Step {
  readonly method: string;
  /** The path with its query; the path of the method over gRPC. */
  readonly path: string;
  /** The body as JSON, or as the text that is sent; the message over gRPC. */
  readonly body?: JsonObject | readonly unknown[] | string;
  readonly auth?: Auth;
  readonly headers?: Readonly<Record<string, string>>;
  /** Words that stand for values of the answer from now on, each with the path of its value. */
  readonly capture?: Readonly<Record<string, string>>;
  /** The kind of row that it makes, for the ledger, with the path at which it is deleted. */
  readonly makes?: string;
}

/** A thing that a client may rely on, as calls whose answers show it. */
export interface Case {
  /** Such as `refusals/GetRepo/missing`. */
  readonly id: string;
  readonly suite: SuiteName;
  /** The rule of the rule book that it is a case of. */
  readonly rule: string;
  /** The id of the operation that it calls. */
  readonly operation: string;
  readonly steps: readonly Step[];
  /** The capabilities without which it is not sent: what it makes could not be deleted. */
  readonly needs?: readonly string[];
  /** Why it cannot be compared, if that is known before it is sent. */
  readonly cannot?: string;
}

/** A case of an operation in a suite, whose names its id has. */
export const caseOf = (
  [suite, operation]: readonly [suite: SuiteName, operation: string],
  name: string,
  rule: string,
  ...steps: readonly Step[]
): Case => ({ id: `${suite}/${operation}/${name}`, suite, rule, operation, steps });

export const JSON_HEADERS = { 'content-type': 'application/json' };

export const getStep = (path: string): Step => ({ method: 'GET', path });

export type Verdict = 'passed' | 'failed' | 'skipped' | 'not_evaluable' | 'not_implemented';

const WORD = /\{([a-z]\w*)\}/gi;

/** A text with the values of its words; undefined if one of them has none. */
export const fillWords = (text: string, known: ReadonlyMap<string, string>): string | undefined => {
  let isWhole = true;
  const filled = text.replace(WORD, (mark, word: string) => {
    const value = known.get(word);
    isWhole &&= value !== undefined;
    return value ?? mark;
  });
  return isWhole ? filled : undefined;
};

/** A value with the values of the words in its texts; words without a value stay. */
export const fillValue = (value: unknown, known: ReadonlyMap<string, string>): unknown =>
  mapTexts(value, (text) => text.replace(WORD, (mark, word: string) => known.get(word) ?? mark));

/** A text in double quotes of a shell, with variables in the place of its words. */
const quoted = (text: string): string => {
  const escaped = text.replace(/[\\"`$]/g, '\\$&');
  const named = escaped.replace(WORD, (_, word: string) => `$${word.replace(/[A-Z]/g, '_$&').toUpperCase()}`);
  return `"${named}"`;
};

export const isOverGrpc = ({ headers }: Step): boolean => headers?.['content-type'] === 'application/grpc';

/** The smallest command that sends a step to `$TARGET`, with variables in the place of values of the target. */
export const curlOf = (step: Step): string => {
  const { method, path, body, auth = 'caller', headers = {} } = step;
  const named = Object.entries(headers).map(([name, value]) => quoted(`${name}: ${value}`));
  const authorization =
    auth === 'none'
      ? []
      : [auth === 'caller' ? '"authorization: Bearer $TOKEN"' : quoted(`authorization: ${auth.header}`)];
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const data = text === undefined ? [] : [`-d ${quoted(text)}`];
  if (isOverGrpc(step)) {
    const sent = authorization.map((header) => `-H ${header}`);
    return ['grpcurl', ...sent, ...data, '"$TARGET_HOST"', path.slice(1)].join(' ');
  }
  return [
    'curl',
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    ...[...authorization, ...named].map((header) => `-H ${header}`),
    ...data,
    `"$TARGET${quoted(path).slice(1)}`,
  ].join(' ');
};
