import type { ApiError } from '../kernel/errors.ts';
import { expiredToken, invalidToken, MAX_TOKEN_LENGTH, tooLongToken } from './verify-token.ts';

/** A request to AWS STS as a caller presents it in place of a token. It is read, and never sent (behaviour §10.22). */
export interface AwsRequest {
  readonly accessKeyId: string;
  /** The audience: the URL of the token service. */
  readonly audience: string;
  /** The uid of the identity to act as. */
  readonly identity: string;
  readonly signedMillis: number;
}

/** The beginning of an HTTP request in base64url; a JSON Web Token begins with `{`. */
const BEGINNING = 24;

/** True for a bearer token that is an HTTP request, which empty lines may precede. */
export const isAwsRequest = (token: string): boolean =>
  /^[\r\n]{0,8}[A-Z]{3,7} /.test(Buffer.from(token.slice(0, BEGINNING), 'base64url').toString('latin1'));

const malformed = (why: string): ApiError => invalidToken('form', `form: ${why}`);

type Headers = ReadonlyMap<string, readonly string[]>;

interface HttpRequest {
  readonly method: string;
  /** In origin form. */
  readonly target: string;
  readonly headers: Headers;
  readonly body: string;
}

const REQUEST_LINE = /^([A-Z]+) (\S+) HTTP\/1\.[01]$/;
const HEADER_LINE = /^([\w!#$%&'*+.^`|~-]+):(.*)$/;

/** A header's value as it is signed: no spaces around it, and one if there are several. */
const canonical = (value: string): string => value.replaceAll(/ +/g, ' ').trim();

const headersOf = (lines: readonly string[]): Headers => {
  const headers = new Map<string, string[]>();
  for (const line of lines) {
    const [, name = '', value = ''] = HEADER_LINE.exec(line) ?? [];
    if (name === '') throw malformed('a header of the request cannot be read');
    const known = headers.get(name.toLowerCase());
    if (known) known.push(canonical(value));
    else headers.set(name.toLowerCase(), [canonical(value)]);
  }
  return headers;
};

/** A target in absolute form; its authority replaces Host (RFC 9112, 3.2.2). */
const ABSOLUTE_TARGET = /^https?:\/\/([^/?#@]+)\/?(\?[^#]*)$/i;

/** The target in origin form, and the headers with the host that the request is for. */
const addressOf = (target: string, headers: Headers): Pick<HttpRequest, 'target' | 'headers'> => {
  const [, authority, query = ''] = ABSOLUTE_TARGET.exec(target) ?? [];
  if (authority === undefined) return { target, headers };
  return { target: `/${query}`, headers: new Map([...headers, ['host', [authority]]]) };
};

/** Reads a request as the published service does: empty lines may stand around its head, and lines may be continued. */
const parse = (token: string): HttpRequest => {
  if (token.length > MAX_TOKEN_LENGTH) throw tooLongToken();
  if (!/^[\w-]+={0,2}$/.test(token) || token.length % 4 !== 0) throw malformed('it is not padded base64url');
  const text = Buffer.from(token, 'base64url')
    .toString('latin1')
    .replace(/^(?:\r?\n)+/, '');
  const end = /\r?\n\r?\n/.exec(text);
  const [first = '', ...lines] = text
    .slice(0, end?.index)
    .replaceAll(/[ \t]*\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/);
  const [, method = '', target = ''] = REQUEST_LINE.exec(first) ?? [];
  if (!end || method === '') throw malformed('it is not an HTTP request');
  const body = text.slice(end.index + end[0].length).replace(/^(?:\r?\n)+$/, '');
  return { method, body, ...addressOf(target, headersOf(lines)) };
};

/** The one value of a header. */
const demandOne = (headers: Headers, name: string): string => {
  const [value, ...others] = headers.get(name) ?? [];
  if (value === undefined) throw malformed(`the request has no header ${name}`);
  if (others.length > 0) throw malformed(`the request has several headers ${name}`);
  return value;
};

/** The global endpoint, which published clients sign for. */
const HOST = 'sts.amazonaws.com';
const ACTION = ['Action=GetCallerIdentity', 'Version=2011-06-15'];

/** Checks that a request is what published clients sign: GetCallerIdentity in the query of a POST without a body. */
const checkAction = ({ method, target, headers, body }: HttpRequest): void => {
  const [path, query = ''] = target.split('?');
  const isAction = path === '/' && query.split('&').toSorted().join('&') === ACTION.join('&');
  if (method !== 'POST' || !isAction || body !== '') {
    throw malformed('it is not POST /?Action=GetCallerIdentity&Version=2011-06-15 without a body');
  }
  if (demandOne(headers, 'host') !== HOST) throw malformed(`its host is not ${HOST}`);
};

/** The headers that must be signed: for one time and server, and to bind it to this service. */
const BOUND = ['host', 'x-amz-date', 'chainguard-audience', 'chainguard-identity'] as const;
const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/,\s]+)\/(\d{8})\/us-east-1\/sts\/aws4_request, ?SignedHeaders=([^,\s]+), ?Signature=[0-9a-f]{64}$/;
/** Temporary credentials, which AWS accepts with their session token only. */
const TEMPORARY = /^ASIA/;

/** The access key of a signature that covers everything it must. Only AWS knows if the signature is right. */
const signerOf = (headers: Headers): string => {
  const [, accessKeyId = '', day, names = ''] = AUTHORIZATION.exec(demandOne(headers, 'authorization')) ?? [];
  if (accessKeyId === '') throw malformed('Authorization is not a signature (AWS4-HMAC-SHA256) for STS');
  if (!demandOne(headers, 'x-amz-date').startsWith(day ?? '')) {
    throw malformed('the credential is not of the day of x-amz-date');
  }
  const signed = names.split(';');
  const token = TEMPORARY.test(accessKeyId) ? ['x-amz-security-token'] : [];
  for (const name of [...BOUND, ...token]) {
    if (!signed.includes(name)) throw invalidToken('signature', `signature: it does not cover ${name}`);
  }
  for (const name of signed) demandOne(headers, name);
  return accessKeyId;
};

const AMZ_DATE = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/;

const millisOf = (date: string): number => {
  const millis = Date.parse(date.replace(AMZ_DATE, '$1-$2-$3T$4:$5:$6Z'));
  if (!AMZ_DATE.test(date) || Number.isNaN(millis)) throw malformed('x-amz-date is not a time');
  return millis;
};

/** The life of a signature, and the time by which it may be ahead: as AWS has them. */
const LIFE_MILLIS = 15 * 60_000;
const AHEAD_MILLIS = 5 * 60_000;

/**
 * Reads a signed GetCallerIdentity request and checks all that can be checked without AWS, which is everything but the
 * signature itself.
 * @throws ApiError UNAUTHENTICATED: `invalid token`, or `token expired` (behaviour §9.8)
 */
export const readAwsRequest = (token: string, nowMillis: number): AwsRequest => {
  const request = parse(token);
  const { headers } = request;
  checkAction(request);
  const accessKeyId = signerOf(headers);
  const signedMillis = millisOf(demandOne(headers, 'x-amz-date'));
  if (signedMillis > nowMillis + AHEAD_MILLIS) {
    const values = { timeMillis: signedMillis, nowMillis, skewSeconds: AHEAD_MILLIS / 1_000 };
    throw invalidToken('not_yet_valid', 'nbf: it was signed more than 5 minutes ahead', values);
  }
  if (signedMillis + LIFE_MILLIS < nowMillis) throw expiredToken(signedMillis + LIFE_MILLIS, nowMillis, 0);
  const [audience, identity] = [demandOne(headers, 'chainguard-audience'), demandOne(headers, 'chainguard-identity')];
  if (identity === '') throw invalidToken('subject', 'sub: it names no identity');
  return { accessKeyId, audience, identity, signedMillis };
};
