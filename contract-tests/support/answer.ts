import type { IncomingHttpHeaders } from 'node:http';
import type { Received, Sent } from './http.ts';

/** A JSON object of the API. The members that tests read most are named; the schema checks the rest. */
export interface Body {
  readonly uid: string;
  readonly name: string;
  readonly createTime: string;
  readonly updateTime: string;
  readonly nextPageToken?: string;
  readonly totalCount: string;
  readonly skipped: number;
  readonly etag: string;
  readonly token: string;
  readonly [field: string]: unknown;
}

/** One answer, with the method and path of its request. */
export interface Answer {
  readonly request: Sent;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The parsed JSON; an empty object for an empty body. */
  readonly body: Body;
  /** The suffix of error domains in this answer. */
  readonly serviceDomain: string;
}

const parse = (text: string): Body => {
  if (text === '') return {} as Body;
  try {
    return JSON.parse(text) as Body;
  } catch {
    return {} as Body;
  }
};

/** Completes a received response into an answer. */
export const answerOf = (request: Sent, { status, headers, bytes }: Received, serviceDomain: string): Answer => {
  const text = bytes.toString('utf8');
  const json = headers['content-type']?.startsWith('application/json') ?? false;
  return { request, status, headers, text, body: json ? parse(text) : ({} as Body), serviceDomain };
};

/** One line with request and answer, for the message of a failed test. */
export const describe = ({ request, status, text }: Answer): string => {
  const body = request.body === undefined ? '' : ` ${String(request.body).slice(0, 300)}`;
  return `${request.method} ${request.target}${body} -> ${status} ${text.slice(0, 1_500)}`;
};

/**
 * The body of an answer that is 200.
 * @throws Error that shows the exchange otherwise
 */
export const ok = (answer: Answer): Body => {
  if (answer.status !== 200) throw new Error(`expected 200: ${describe(answer)}`);
  return answer.body;
};

/** The rows of a List's answer. */
export const rowsOf = (body: Body, key: string): readonly Body[] => {
  const rows = body[key];
  if (!Array.isArray(rows)) throw new Error(`no list of ${key} in ${JSON.stringify(body).slice(0, 300)}`);
  return rows as readonly Body[];
};

/** The text of a page but for its cursor, which carries the moment it was made at. */
export const withoutCursor = (text: string): string => text.replace(/"nextPageToken":"[^"]+"/, '"nextPageToken":""');

/** The uids of rows, in their order. */
export const uidsOf = (rows: readonly Body[]): readonly string[] => rows.map(({ uid }) => uid);

/** The names of rows, in their order. */
export const namesOf = (rows: readonly Body[]): readonly string[] => rows.map(({ name }) => name);
