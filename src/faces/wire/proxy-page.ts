import { ApiError } from '../../kernel/errors.ts';

/** A page that stands in the place of an answer. */
export interface ProxyPage {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: string;
}

/** The media type of such a page. */
export const PAGE_TYPE = 'text/html';

/** The names of the statuses that proxies answer by themselves. */
const NAMES: ReadonlyMap<number, string> = new Map([
  [403, 'Forbidden'],
  [404, 'Not Found'],
  [429, 'Too Many Requests'],
  [500, 'Internal Server Error'],
  [502, 'Bad Gateway'],
  [503, 'Service Temporarily Unavailable'],
  [504, 'Gateway Time-out'],
]);

/** The text of the page with which a proxy answers a status. */
export const pageText = (status: number): string => {
  const title = `${status} ${NAMES.get(status) ?? 'Error'}`;
  return `<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n<center><h1>${title}</h1></center>\r\n</body>\r\n</html>\r\n`;
};

/** The page with which a proxy answers in the place of the service; undefined for any other error (behaviour F27). */
export const proxyPageOf = (error: unknown): ProxyPage | undefined => {
  if (!(error instanceof ApiError) || !error.detail.html || error.detail.http === undefined) return undefined;
  const { http: status, retryAfter } = error.detail;
  const body = pageText(status);
  const retry = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  return { status, headers: { 'content-type': PAGE_TYPE, 'content-length': body.length, ...retry }, body };
};
