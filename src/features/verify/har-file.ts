import { readText } from '../../command/read-text.ts';
import { createMatcher } from '../../faces/rest/matcher.ts';
import type { BoundOperation } from '../../kernel/runner.ts';
import { z } from '../../plane/zod.contract.ts';
import { decodeText } from '../compare/decode-text.ts';
import type { SeenAnswer } from '../compare/judge-answer.ts';
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
  /** Of its headers only the media type counts: programs that write a HAR leave out others. */
  readonly answer: SeenAnswer;
}

const headers = z.array(z.object({ name: z.string(), value: z.string() })).catch([]);
const NO_CONTENT = { text: '', size: -1 };

/** The fields that are read of an entry of a HAR; anything wrong in the others counts as missing. */
const harEntry = z.object({
  request: z.object({
    method: z.string(),
    url: z.string(),
    headers,
    postData: z.object({ text: z.string() }).optional().catch(undefined),
  }),
  response: z.object({
    status: z.number().positive(),
    headers,
    content: z
      .object({ text: z.string().default(''), encoding: z.string().optional(), size: z.number().optional() })
      .catch(NO_CONTENT),
  }),
});

const headerIn = (list: z.output<typeof headers>, wanted: string): string | undefined =>
  list.find(({ name }) => name.toLowerCase() === wanted)?.value;

/** The exchange of an entry; none if it is no call of the API, or its answer is not in the file. */
const exchangeIn = (given: unknown, match: ReturnType<typeof createMatcher>): readonly Exchange[] => {
  const { data } = harEntry.safeParse(given);
  if (!data) return [];
  const { method, url, headers: sent, postData } = data.request;
  const { status, headers: answered, content } = data.response;
  const target = /^[a-z]+:\/\/[^/?]*(.*)$/i.exec(url)?.[1] ?? url;
  const found = match(method, decodeText(target.split('?', 1)[0] ?? ''));
  if (!found || !('bound' in found)) return [];
  const text = content.encoding === 'base64' ? Buffer.from(content.text, 'base64').toString() : content.text;
  if (text === '' && content.size !== 0 && found.bound.operation.response) return [];
  return [
    {
      bound: found.bound,
      values: found.values,
      method,
      target,
      body: postData?.text,
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
