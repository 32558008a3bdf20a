import { createHash, createHmac } from 'node:crypto';

/** A part of a request that a test changes; an undefined header is omitted. */
export interface AwsParts {
  readonly audience: string;
  readonly identity: string;
  readonly accessKeyId?: string;
  readonly at?: Date;
  readonly line?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** Lines behind the headers, as they are. */
  readonly more?: readonly string[];
  readonly body?: string;
  /** The bytes before the request. */
  readonly before?: string;
  /** The text of Authorization in place of its own. */
  readonly authorize?: (text: string) => string;
}

const SECRET = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
const EMPTY = createHash('sha256').update('').digest('hex');

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** The Authorization of Signature Version 4 for a POST of GetCallerIdentity with these headers. */
const signed = (headers: readonly (readonly [string, string])[], key: string, stamp: string): string => {
  const sorted = headers.map(([name, value]) => [name.toLowerCase(), value.trim()] as const).toSorted();
  const names = sorted.map(([name]) => name).join(';');
  const query = 'Action=GetCallerIdentity&Version=2011-06-15';
  const lines = sorted.map(([name, value]) => `${name}:${value}\n`).join('');
  const canonical = ['POST', '/', query, lines, names, EMPTY].join('\n');
  const scope = `${stamp.slice(0, 8)}/us-east-1/sts/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', stamp, scope, createHash('sha256').update(canonical).digest('hex')].join('\n');
  const derived = scope.split('/').reduce<string | Buffer>((from, part) => hmac(from, part), `AWS4${SECRET}`);
  const signature = hmac(derived, text).toString('hex');
  return `AWS4-HMAC-SHA256 Credential=${key}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
};

/** An AWS access key id of the form that shows no account. */
const EXAMPLE_KEY = 'AKIAIOSFODNN7EXAMPLE';
/** Another, which shows the account 029608264753. */
export const KEY_OF_ACCOUNT = 'AKIAQNZGKIQY56JQ7WML';

/** A GetCallerIdentity request as published clients sign and encode it, with the changes that a test makes. */
export const awsToken = (parts: AwsParts): string => {
  const { audience, identity, accessKeyId = EXAMPLE_KEY, at = new Date(), more = [], body = '', before = '' } = parts;
  const stamp = at.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const all = {
    Host: 'sts.amazonaws.com',
    Accept: 'application/json',
    'Chainguard-Audience': audience,
    'Chainguard-Identity': identity,
    'X-Amz-Date': stamp,
    ...parts.headers,
  };
  const headers = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const authorization = signed(headers, accessKeyId, stamp);
  const lines = [
    parts.line ?? 'POST /?Action=GetCallerIdentity&Version=2011-06-15 HTTP/1.1',
    ...headers.map(([name, value]) => `${name}: ${value}`),
    'User-Agent: Go-http-client/1.1',
    'Content-Length: 0',
    `Authorization: ${parts.authorize?.(authorization) ?? authorization}`,
    ...more,
  ];
  const text = `${before}${lines.join('\r\n')}\r\n\r\n${body}`;
  return Buffer.from(text, 'latin1').toString('base64').replaceAll('+', '-').replaceAll('/', '_');
};
