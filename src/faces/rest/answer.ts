import { type Answer, hydrateRow } from '../../kernel/answer.ts';
import type { Settings } from '../../kernel/context.ts';
import { errorBody } from '../../kernel/error-details.ts';
import type { ApiError, CodeName } from '../../kernel/errors.ts';
import type { Resource } from '../../kernel/resource.ts';
import type { Entry, Rows } from '../../kernel/rows.ts';
import type { Transmission } from '../../kernel/transmission.ts';
import { type Edition, spellingIn, V2 } from '../../schema/edition.ts';
import { encodeMessage } from '../../schema/encode-json.ts';
import { makePerProfile, PROFILE_COUNT, type Profile, profileIn } from '../../schema/profile.ts';
import { messagesIn } from '../../schema/profile-messages.ts';
import { PAGE_TYPE, pageText } from '../wire/proxy-page.ts';

/** Renders rows as one profile has them. */
interface RowTexts {
  /**
   * The JSON of a row's answer. It depends on the row, and on the rows it is hydrated from, so the text is cached
   * beside the row until one of those changes.
   */
  readonly row: (resource: Resource, entry: Entry, rows: Rows) => string;
  /**
   * A List's answer: the cached texts of the rows, not serialised again. At first they are concatenated and not joined,
   * since the whole is copied once more when it is written.
   */
  readonly page: (answer: Extract<Answer, { kind: 'page' }>) => Required<Pick<RestAnswer, 'body' | 'isAscii'>>;
}

/** A page that has been rendered: its rows, and once it is rendered again their texts, with commas between them. */
interface KnownPage {
  readonly entries: readonly Entry[];
  readonly version: number;
  readonly texts: string | undefined;
  readonly isAscii: boolean;
}

/** A page with fewer rows is not cached, since a look-up takes as long as rendering it, nor is a longer text. */
const [MIN_ROWS, MAX_PAGE_LENGTH] = [32, 1024 * 1024];
/** The most characters of all cached pages, about as many as 100,000 rows have. Beyond it all pages are dropped. */
const MAX_CACHED_LENGTH = 32 * 1024 * 1024;
/** By their first row: a page is dropped with it. */
let knownPages = new WeakMap<Entry, KnownPage>();
let cachedLength = 0;

const rowTexts = (profile: Profile): RowTexts => {
  const { place } = profile;
  const form = messagesIn(profile);
  // Worlds of different profiles may share rows: no two of them have a version in common.
  const versionOf = ({ hydrate }: Resource, rows: Rows): number =>
    (hydrate ? rows.version(hydrate.from) : 0) * PROFILE_COUNT + place;
  const textOf = (resource: Resource, entry: Entry, rows: Rows, version: number): string => {
    if (entry.json !== undefined && entry.jsonVersion === version) return entry.json;
    entry.json = JSON.stringify(encodeMessage(form(resource.message), hydrateRow(resource, entry.row, rows)));
    entry.jsonIsAscii = Buffer.byteLength(entry.json) === entry.json.length;
    entry.jsonVersion = version;
    return entry.json;
  };
  const row: RowTexts['row'] = (resource, entry, rows) => textOf(resource, entry, rows, versionOf(resource, rows));
  const page: RowTexts['page'] = ({ resource, page, rows, key, isWhole }) => {
    const { entries, nextPageToken, totalCount, skipped } = page;
    const version = versionOf(resource, rows);
    const head = `{"${key}":[`;
    const token = nextPageToken === undefined ? '' : `"nextPageToken":"${nextPageToken}",`;
    const tail = isWhole ? ']}' : `],${token}"totalCount":"${totalCount}","skipped":${skipped}}`;
    const [first] = entries;
    const known = first && knownPages.get(first);
    const isKnown =
      known?.version === version &&
      known.entries.length === entries.length &&
      known.entries.every((entry, at) => entry === entries[at]);
    if (isKnown && known.texts !== undefined) return { body: head + known.texts + tail, isAscii: known.isAscii };
    let text = '';
    let separator = '';
    let isAscii = true;
    for (const entry of entries) {
      text += separator;
      text += textOf(resource, entry, rows, version);
      separator = ',';
      isAscii &&= entry.jsonIsAscii;
    }
    if (first && entries.length >= MIN_ROWS && text.length <= MAX_PAGE_LENGTH) {
      const texts = isKnown ? entries.map(({ json }) => json).join() : undefined;
      cachedLength += texts?.length ?? entries.length;
      if (cachedLength > MAX_CACHED_LENGTH) [knownPages, cachedLength] = [new WeakMap(), 0];
      knownPages.set(first, { entries, version, texts, isAscii });
    }
    return { body: head + text + tail, isAscii };
  };
  return { row, page };
};

/** The encoder of rows as JSON for the worlds of a profile. */
export const rowTextsIn: (profile: Profile) => RowTexts = makePerProfile(rowTexts);

/** An HTTP answer, independent of any server library. Without a body there is no Content-Type. */
export interface RestAnswer {
  readonly status: number;
  readonly body?: string;
  /** The media type of the body; JSON unless given. */
  readonly type?: string;
  /** True for a body that is known to be ASCII: its bytes need not be counted, nor encoded. */
  readonly isAscii?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  /** The transmission that a fault wants; missing: as any other. */
  readonly transmission?: Transmission;
}

/** The media type of every answer of the service. */
export const JSON_TYPE = 'application/json';

/** The HTTP status of each code (behaviour §9.1). */
const STATUS: Readonly<Record<CodeName, number>> = {
  CANCELLED: 499,
  UNKNOWN: 500,
  INVALID_ARGUMENT: 400,
  DEADLINE_EXCEEDED: 504,
  NOT_FOUND: 404,
  ALREADY_EXISTS: 409,
  PERMISSION_DENIED: 403,
  RESOURCE_EXHAUSTED: 429,
  FAILED_PRECONDITION: 400,
  ABORTED: 409,
  OUT_OF_RANGE: 400,
  UNIMPLEMENTED: 501,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  DATA_LOSS: 500,
  UNAUTHENTICATED: 401,
};

/** The answer of a call of an edition that succeeded. */
export const renderSuccess = (
  answer: Answer,
  edition: Pick<Edition, 'name' | 'spelling'> = V2,
  settings: Pick<Settings, 'spellings' | 'profile'> = {},
): RestAnswer => {
  const profile = profileIn(settings);
  switch (answer.kind) {
    case 'row': {
      const body = rowTextsIn(profile).row(answer.resource, answer.entry, answer.rows);
      return { status: 200, body, isAscii: answer.entry.jsonIsAscii };
    }
    case 'page': {
      const { body, isAscii } = rowTextsIn(profile).page(answer);
      return { status: 200, body, isAscii };
    }
    case 'message': {
      const { message, value, once } = answer;
      const encoded = encodeMessage(messagesIn(profile)(message), value, once, spellingIn(edition, settings));
      return { status: 200, body: JSON.stringify(encoded) };
    }
    case 'empty':
      return profile.emptyAnswer === '' ? { status: 200 } : { status: 200, body: profile.emptyAnswer };
  }
};

/** The HTTP status of an error. */
export const httpStatusOf = ({ code, detail: { http = STATUS[code] } }: ApiError): number => http;

/** The answer of a call that failed: `{code, message, details}` (behaviour §9.2). */
export const errorAnswer = (
  error: ApiError,
  service: string,
  settings: Pick<Settings, 'serviceDomain'>,
  edition = V2,
): RestAnswer => {
  const { retryAfter, html } = error.detail;
  const status = httpStatusOf(error);
  const retry = retryAfter === undefined ? undefined : { 'Retry-After': String(retryAfter) };
  if (html) return { status, body: pageText(status), type: PAGE_TYPE, ...(retry && { headers: retry }) };
  const body = JSON.stringify(errorBody(error, service, settings, edition));
  if (status !== 401) return retry ? { status, body, headers: retry } : { status, body };
  const challenge = error.message.endsWith('missing bearer token') ? 'Bearer' : 'Bearer error="invalid_token"';
  return { status, body, headers: { 'WWW-Authenticate': challenge, ...retry } };
};
