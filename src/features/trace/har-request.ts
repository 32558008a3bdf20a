import { fieldsOf } from '../journal/head-pool.ts';
import { hideInQuery, hideInTarget } from '../journal/hidden-names.ts';
import type { PackedEntry } from '../journal/packed-entry.ts';
import { type Hide, redactBody } from '../journal/redacted.ts';
import { bodyMessage, hideInJson } from '../journal/sent-text.ts';
import { type HarPair, type HarPostData, type HarRequest, UNKNOWN_SIZE } from './har.ts';

const FORM_TYPE = 'application/x-www-form-urlencoded';

/** Characters that no URL has. Clients may send them as they are. */
const NOT_IN_URLS = /[^\x21-\x7e]|["<>\\^`{|}]/gu;

export interface HeadParts {
  readonly version: string;
  readonly scheme: string;
  readonly headers: readonly HarPair[];
  readonly headerOf: (name: string) => string | undefined;
}

/** The head of a call. */
export const headOf = ({ head }: PackedEntry): HeadParts => {
  const [version = '1.1', scheme = 'http', ...fields] = head ? fieldsOf(head) : [];
  const headers: HarPair[] = [];
  for (let at = 0; at < fields.length; at += 2) headers.push({ name: fields[at] ?? '', value: fields[at + 1] ?? '' });
  const headerOf = (wanted: string): string | undefined =>
    headers.find(({ name }) => name.toLowerCase() === wanted)?.value;
  return { version, scheme, headers, headerOf };
};

/** The URL of a call, with the host that it was sent to, or `publicUrl` if it named none. */
export const urlOf = (entry: PackedEntry, { scheme, headerOf }: HeadParts, publicUrl: string, hide: Hide): string => {
  const host = headerOf('host') ?? headerOf(':authority') ?? new URL(publicUrl).host;
  return `${scheme}://${host}${hideInTarget(entry.target, hide)}`.replace(NOT_IN_URLS, encodeURIComponent);
};

const isText = (body: Buffer): boolean => Buffer.from(body.toString('utf8'), 'utf8').equals(body);

/** The body of a REST call; undefined for none. */
const restBodyOf = (entry: PackedEntry, mimeType: string, hide: Hide): HarPostData | undefined => {
  const { operation, rare } = entry;
  if (rare.largeRequest) return { mimeType, text: '' };
  const body = Buffer.from(entry.body ?? []);
  if (body.length === 0) return undefined;
  const text = body.toString('utf8');
  if (mimeType === FORM_TYPE) return { mimeType, text: hideInQuery(text, hide) };
  if (!isText(body)) return { mimeType, text: body.toString('base64'), encoding: 'base64' };
  return { mimeType, text: operation ? hideInJson(text, bodyMessage(operation), hide) : redactBody(text, hide) };
};

/** The request of a call; `postData` is the body of one that is not of REST, which always has one. */
export const harRequestOf = (
  entry: PackedEntry,
  { head, url, postData }: { readonly head: HeadParts; readonly url: string; readonly postData?: HarPostData },
  hide: Hide,
): HarRequest => {
  const { version, headers, headerOf } = head;
  const posted = postData ?? restBodyOf(entry, headerOf('content-type') ?? '', hide);
  const query = url.includes('?') ? new URLSearchParams(url.slice(url.indexOf('?') + 1)) : [];
  return {
    method: entry.method,
    url,
    httpVersion: `HTTP/${version}`,
    cookies: [],
    headers,
    queryString: [...query].map(([name, value]) => ({ name, value })),
    ...(posted && { postData: posted }),
    headersSize: UNKNOWN_SIZE,
    bodySize: entry.rare.largeRequest?.bytes ?? entry.body?.length ?? 0,
  };
};
