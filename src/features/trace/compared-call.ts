import { jsonOrText, mapTexts } from '../../json.ts';
import { omitUndefined } from '../../schema/defined.ts';
import { decodeText } from '../compare/decode-text.ts';
import { idsIn, roleOf, roleText } from '../compare/text-roles.ts';
import type { TracedCall } from '../evidence/traced-call.ts';

/** The parts of a call that are compared between runs: all but its times and its connection. */
export interface ComparedCall {
  readonly request: Readonly<Record<string, unknown>>;
  readonly answer: Readonly<Record<string, unknown>>;
  readonly [known: string]: unknown;
}

/** The compared fields that a trace adds to HAR, without their underscore. */
const KNOWN = ['caller', 'decision', 'faults', 'handled', 'changes', 'furtherChanges', 'unread', 'open'] as const;

/** A body as the value that it has in JSON, or else as its text. */
const bodyOf = (text: string | undefined): unknown => (text ? jsonOrText(text) : undefined);

const queryOf = (query: URLSearchParams): Readonly<Record<string, unknown>> | undefined =>
  query.size === 0
    ? undefined
    : Object.fromEntries([...query.keys()].map((name) => [name, query.getAll(name).join(', ')]));

/** The operation of a call, or else its method and path. */
export const nameCall = ({
  _operation: operation,
  request: { method, url },
}: {
  readonly _operation?: string | undefined;
  readonly request: Pick<TracedCall['request'], 'method' | 'url'>;
}): string => operation ?? `${method} ${URL.canParse(url) ? new URL(url).pathname : url}`;

export const comparedCall = (call: TracedCall): ComparedCall => {
  const { request, response } = call;
  const url = URL.canParse(request.url) ? new URL(request.url) : undefined;
  const headers = response.headers?.map(({ name, value }) => [name.toLowerCase(), value]) ?? [];
  const { _request: message = call._largeRequest ?? bodyOf(request.postData?.text) } = call;
  return {
    request: omitUndefined({
      protocol: call._protocol,
      method: request.method,
      path: decodeText(url?.pathname ?? request.url),
      query: url && queryOf(url.searchParams),
      body: message,
    }),
    answer: omitUndefined({
      status: response.status,
      grpc: call._grpc,
      headers: headers.length === 0 ? undefined : Object.fromEntries(headers),
      body: call._answer ?? bodyOf(response.content?.text),
    }),
    ...omitUndefined(Object.fromEntries(KNOWN.map((name) => [name, call[`_${name}`]]))),
  };
};

export const idsOf = ({ request }: ComparedCall): readonly string[] => idsIn(JSON.stringify(request));

/** A text that is equal for equal requests of two runs, in which only the ids of `stays` are told apart. */
export const requestKey = (call: TracedCall, { request }: ComparedCall, stays: ReadonlySet<string>): string =>
  `${nameCall(call)} ${JSON.stringify(mapTexts(request, (text, name) => roleOf(name) ?? roleText(text, stays)))}`;
