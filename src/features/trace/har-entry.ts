import type { AuthzCheck, JournalEntry } from '../../../generated/nouns.ts';
import { instant } from '../../kernel/clock.ts';
import type { Settings } from '../../kernel/context.ts';
import { InjectedFault } from '../../kernel/faults.ts';
import { CENTI } from '../../kernel/hooks.ts';
import { omitUndefined } from '../../schema/defined.ts';
import { ENTRY_FIELDS, type GrpcEnd, type TracedFields } from '../evidence/traced-call.ts';
import { fieldsOf } from '../journal/head-pool.ts';
import { hideInQuery, hideInTarget } from '../journal/hidden-names.ts';
import type { PackedEntry } from '../journal/packed-entry.ts';
import { type Hide, redactBody } from '../journal/redacted.ts';
import { bodyMessage, hideInJson } from '../journal/sent-text.ts';
import { type HarPair, type HarPostData, type HarRequest, type HarResponse, UNKNOWN_SIZE } from './har.ts';
import { grpcPartsOf } from './har-grpc.ts';
import { restResponseOf } from './har-response.ts';

const FORM_TYPE = 'application/x-www-form-urlencoded';

/** Characters that no URL has. Clients may send them as they are. */
const NOT_IN_URLS = /[^\x21-\x7e]|["<>\\^`{|}]/gu;

interface HeadParts {
  readonly version: string;
  readonly scheme: string;
  readonly headers: readonly HarPair[];
  readonly headerOf: (name: string) => string | undefined;
}

/** The head of a call. */
const headOf = ({ head }: PackedEntry): HeadParts => {
  const [version = '1.1', scheme = 'http', ...fields] = head ? fieldsOf(head) : [];
  const headers: HarPair[] = [];
  for (let at = 0; at < fields.length; at += 2) headers.push({ name: fields[at] ?? '', value: fields[at + 1] ?? '' });
  const headerOf = (wanted: string): string | undefined =>
    headers.find(({ name }) => name.toLowerCase() === wanted)?.value;
  return { version, scheme, headers, headerOf };
};

/** The URL of a call, with the host that it was sent to, or `publicUrl` if it named none. */
const urlOf = (entry: PackedEntry, { scheme, headerOf }: HeadParts, publicUrl: string, hide: Hide): string => {
  const host = headerOf('host') ?? headerOf(':authority') ?? new URL(publicUrl).host;
  return `${scheme}://${host}${hideInTarget(entry.target, hide)}`.replace(NOT_IN_URLS, encodeURIComponent);
};

/** The body of a REST call; undefined for none. */
const restBodyOf = (entry: PackedEntry, mimeType: string, hide: Hide): HarPostData | undefined => {
  const { operation, rare } = entry;
  if (rare.largeRequest) return { mimeType, text: '' };
  const body = Buffer.from(entry.body ?? []);
  if (body.length === 0) return undefined;
  const text = body.toString('utf8');
  if (mimeType === FORM_TYPE) return { mimeType, text: hideInQuery(text, hide) };
  if (!Buffer.from(text, 'utf8').equals(body)) return { mimeType, text: body.toString('base64'), encoding: 'base64' };
  return { mimeType, text: operation ? hideInJson(text, bodyMessage(operation), hide) : redactBody(text, hide) };
};

/** The request of a call; `postData` is the body of one that is not of REST, which always has one. */
const harRequestOf = (
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

/** One API call in the form of HAR. */
export interface HarEntry extends TracedFields {
  readonly pageref: string;
  readonly startedDateTime: string;
  readonly time: number;
  readonly request: HarRequest;
  readonly response: HarResponse;
  readonly cache: Readonly<Record<string, never>>;
  readonly timings: { readonly send: number; readonly wait: number; readonly receive: number };
}

/** A world whose calls are written down. */
export interface TracedWorld {
  readonly id: string;
  readonly settings: Settings;
  readonly view: (entry: PackedEntry, hide: Hide) => JournalEntry;
  /** Why a call was refused, by the rights of that moment; undefined for calls beyond the first 200. */
  readonly why: (entry: PackedEntry) => AuthzCheck | undefined;
}

/** The way in which calls are written down. */
export interface HarWriting {
  readonly hide: Hide;
  /** The time of the machine, in milliseconds since the epoch, at which its steady clock showed zero. */
  readonly epochMillis: number;
  /** The time from which readings of the machine's clock count; unlike that clock it does not change. */
  readonly readingEpoch: number;
}

/** True if a fault or a quota asked for the answer, false if a fault acted on the call otherwise; undefined if none did. */
const isFaulted = (entry: PackedEntry): boolean | undefined => {
  const { delivered, faults = [] } = entry;
  if (entry.brokenOff || delivered instanceof InjectedFault) return true;
  return faults.length > 0 ? false : undefined;
};

/** The facts of a call that HAR has no field for: without empty lists. */
const ownFieldsOf = (
  entry: PackedEntry,
  view: JournalEntry,
  end: GrpcEnd | undefined,
  readingEpoch: number,
): TracedFields => {
  const { headerOf } = headOf(entry);
  const isRest = entry.protocol === 'rest';
  const isKnown = (value: unknown): boolean => value !== undefined && !(Array.isArray(value) && value.length === 0);
  const fields = ENTRY_FIELDS.filter((field) => isKnown(view[field]));
  return {
    ...Object.fromEntries(fields.map((field) => [`_${field}`, view[field]])),
    ...(entry.ranOrder > 0 && { _place: entry.ranOrder, _ran: instant(readingEpoch + entry.ranRealMillis) }),
    ...omitUndefined({
      _status: isRest ? undefined : view.status,
      _decision: view.authz,
      _needs: entry.needs,
      _faulted: isFaulted(entry),
      _requestId: headerOf('x-request-id'),
      _traceparent: headerOf('traceparent'),
      _grpc: end,
      _request: isRest ? undefined : (view.request ?? view.body),
      _open: entry.isOpen ? (true as const) : undefined,
    }),
  };
};

/** A call in the form of HAR. */
export const harEntryOf = (entry: PackedEntry, world: TracedWorld, writing: HarWriting): HarEntry => {
  const { settings } = world;
  let hidden = 0;
  const hide: Hide = (secret) => {
    hidden += 1;
    return writing.hide(secret);
  };
  const view = world.view(entry, hide);
  const isRefused = view.authz?.decision === 'deny' || view.authz?.decision === 'unauthenticated';
  const head = headOf(entry);
  const time = entry.isOpen ? 0 : entry.machineTime / CENTI;
  const url = urlOf(entry, head, settings.publicUrl, hide);
  const mimeType = head.headerOf('content-type') ?? '';
  const grpc =
    entry.protocol === 'rest'
      ? undefined
      : grpcPartsOf({ entry, view, settings, mimeType, version: head.version, isOpen: hidden === 0, hide });
  return {
    pageref: world.id,
    startedDateTime: new Date(writing.epochMillis + entry.begunMillis).toISOString(),
    time,
    request: harRequestOf(entry, { head, url, ...(grpc && { postData: grpc.postData }) }, hide),
    response: grpc?.response ?? restResponseOf(entry, settings, head.version, hide),
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
    ...ownFieldsOf(entry, view, grpc?.end, writing.readingEpoch),
    ...omitUndefined({
      _why: isRefused ? world.why(entry) : undefined,
      _message: grpc?.message,
      _answer: grpc?.answer,
    }),
  };
};
