import { readText } from '../../command/read-text.ts';
import { createMatcher } from '../../faces/rest/matcher.ts';
import type { BoundOperation } from '../../kernel/runner.ts';
import { textOrNone } from '../../schema/json-object.ts';
import { decodeText } from '../compare/decode-text.ts';
import type { SeenAnswer } from '../compare/judge-answer.ts';
import { TargetRefusal } from '../compare/target.ts';
import { isObject, type JsonObject, jsonOrText, parseJson } from '../evidence/json-value.ts';
import { isHarEntry } from '../evidence/traced-call.ts';

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
  /** Of its headers only the media type counts: programs that write a HAR leave out others. */
  readonly answer: SeenAnswer;
}

/** The value of a header in a list of HAR; undefined if it is not there, or the list is none. */
const headerIn = (list: unknown, wanted: string): string | undefined => {
  const found =
    Array.isArray(list) && list.filter(isObject).find(({ name }) => textOrNone(name).toLowerCase() === wanted);
  return found && typeof found.value === 'string' ? found.value : undefined;
};

/** The exchange of an entry; none if it is no call of the API, or its answer is not in the file. */
const exchangeIn = (given: unknown, match: ReturnType<typeof createMatcher>): readonly Exchange[] => {
  if (!isHarEntry(given) || given.response.status <= 0) return [];
  const { method, url, headers: sent, postData } = given.request;
  const { status, headers: answered } = given.response;
  const content: JsonObject = isObject(given.response.content) ? given.response.content : {};
  const target = /^[a-z]+:\/\/[^/?]*(.*)$/i.exec(url)?.[1] ?? url;
  const found = match(method, decodeText(target.split('?', 1)[0] ?? ''));
  if (!found || !('bound' in found)) return [];
  const written = textOrNone(content.text);
  const text = content.encoding === 'base64' ? Buffer.from(written, 'base64').toString() : written;
  if (text === '' && content.size !== 0 && found.bound.operation.response) return [];
  return [
    {
      bound: found.bound,
      values: found.values,
      method,
      target,
      body: typeof postData?.text === 'string' ? postData.text : undefined,
      // Browsers leave out the header of a token if they write a HAR for others.
      hasToken: headerIn(sent, 'authorization') !== undefined || status !== 401,
      answer: {
        status,
        headers: { 'content-type': headerIn(answered, 'content-type') },
        body: text === '' ? undefined : jsonOrText(text),
      },
    },
  ];
};

/**
 * The calls of the API in a HAR of any program.
 * @throws TargetRefusal that names the file if it is none, or has no call of the API
 */
export const readHar = async (file: string, operations: readonly BoundOperation[]): Promise<readonly Exchange[]> => {
  const text = await readText(file, (reason) => new TargetRefusal(`${file}: ${reason}`));
  const har = parseJson(text.replace(/^\uFEFF/, ''));
  const entries = isObject(har) && isObject(har.log) ? har.log.entries : undefined;
  if (!Array.isArray(entries)) throw new TargetRefusal(`${file}: it is no HAR: log.entries is missing`);
  const match = createMatcher(operations);
  const exchanges = entries.flatMap((entry) => exchangeIn(entry, match));
  if (exchanges.length > 0) return exchanges;
  throw new TargetRefusal(`${file}: none of its ${entries.length} exchanges is a call of the API with its answer`);
};
