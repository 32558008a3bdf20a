import { readFileSync } from 'node:fs';
import { createMatcher } from '../../faces/rest/matcher.ts';
import type { BoundOperation } from '../../kernel/runner.ts';
import { TargetRefusal } from '../compare/target.ts';
import { isObject, jsonOrText, parseJson } from '../evidence/json-value.ts';

/** A call of the API in a HAR, with its answer. */
export interface Exchange {
  readonly bound: BoundOperation;
  /** The values in its path, by request field. */
  readonly values: Readonly<Record<string, string>>;
  readonly method: string;
  /** The path with its query. */
  readonly target: string;
  readonly body: string | undefined;
  /** True if it had a token: a HAR may have left out which. */
  readonly hasToken: boolean;
  readonly answer: { readonly status: number; readonly contentType: string | undefined; readonly body: unknown };
}

const textIn = (content: unknown): string => {
  if (!isObject(content) || typeof content.text !== 'string') return '';
  return content.encoding === 'base64' ? Buffer.from(content.text, 'base64').toString() : content.text;
};

const headerIn = (headers: unknown, name: string): string | undefined => {
  const list = Array.isArray(headers) ? headers.filter(isObject) : [];
  const found = list.find((each) => typeof each.name === 'string' && each.name.toLowerCase() === name);
  return typeof found?.value === 'string' ? found.value : undefined;
};

const cutAt = (target: string): string => target.split('?', 1)[0] ?? '';

const decodedPath = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

/** The exchange of an entry; undefined if it is no call of the API, or its answer is not in the file. */
const exchangeIn = (entry: unknown, match: ReturnType<typeof createMatcher>): Exchange | undefined => {
  if (!isObject(entry) || !isObject(entry.request) || !isObject(entry.response)) return undefined;
  const { method, url, headers, postData } = entry.request;
  const { status, headers: answered, content } = entry.response;
  if (typeof method !== 'string' || typeof url !== 'string' || typeof status !== 'number' || status === 0)
    return undefined;
  const target = /^[a-z]+:\/\/[^/?]*(.*)$/i.exec(url)?.[1] ?? url;
  const found = match(method, decodedPath(cutAt(target)));
  if (!found || !('bound' in found)) return undefined;
  const text = textIn(content);
  const isEmpty = isObject(content) && content.size === 0;
  if (text === '' && !isEmpty && found.bound.operation.response) return undefined;
  return {
    bound: found.bound,
    values: found.values,
    method,
    target,
    body: isObject(postData) && typeof postData.text === 'string' ? postData.text : undefined,
    // Browsers leave out the header of a token where they write a HAR for others.
    hasToken: headerIn(headers, 'authorization') !== undefined || status !== 401,
    answer: {
      status,
      contentType: headerIn(answered, 'content-type'),
      body: text === '' ? undefined : jsonOrText(text),
    },
  };
};

/** The exchanges of a HAR with the API, and how many others it has. */
export interface HarFile {
  readonly exchanges: readonly Exchange[];
  readonly others: number;
}

/**
 * Reads a HAR of any program.
 * @throws TargetRefusal that names the file if it is none, or has no call of the API
 */
export const readHar = (file: string, operations: readonly BoundOperation[]): HarFile => {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new TargetRefusal(`${file}: it cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  const har = parseJson(text.replace(/^\uFEFF/, ''));
  const entries = isObject(har) && isObject(har.log) ? har.log.entries : undefined;
  if (!Array.isArray(entries)) throw new TargetRefusal(`${file}: it is no HAR: log.entries is missing`);
  const match = createMatcher(operations);
  const exchanges = entries.flatMap((entry) => exchangeIn(entry, match) ?? []);
  if (exchanges.length === 0) {
    throw new TargetRefusal(`${file}: none of its ${entries.length} exchanges is a call of the API with its answer`);
  }
  return { exchanges, others: entries.length - exchanges.length };
};
