import type { IncomingHttpHeaders } from 'node:http2';
import { invalidField } from '../../kernel/errors.ts';
import { CONTROL_TOKEN_HEADER, FAULT_HEADER } from '../../kernel/faults.ts';
import type { Closing, Sent } from '../../kernel/hooks.ts';

const UNIT_MILLIS: Readonly<Record<string, number>> = {
  H: 3_600_000,
  M: 60_000,
  S: 1_000,
  m: 1,
  u: 1 / 1_000,
  n: 1 / 1_000_000,
};
const TIMEOUT = /^(\d{1,8})([HMSmun])$/;
const CONNECT_TIMEOUT = /^\d{1,10}$/;
/** A timer cannot wait longer: about 24 days. */
const MAX_MILLIS = 2 ** 31 - 1;

/** The header with the timeout of a call in its protocol. */
export const timeoutHeaderOf = ({ 'content-type': type = '' }: IncomingHttpHeaders) =>
  /^application\/grpc/i.test(type) ? 'grpc-timeout' : 'connect-timeout-ms';

/**
 * The time that a caller is willing to wait, in milliseconds; undefined without a timeout.
 * @throws ApiError INVALID_ARGUMENT for a malformed timeout
 */
export const timeoutOf = (headers: IncomingHttpHeaders): number | undefined => {
  const name = timeoutHeaderOf(headers);
  const text = headers[name];
  if (text === undefined) return undefined;
  if (name === 'connect-timeout-ms') {
    if (!CONNECT_TIMEOUT.test(String(text))) throw invalidField(name, 'must be up to ten digits');
    return Math.min(Number(text), MAX_MILLIS);
  }
  const [, count, unit = ''] = TIMEOUT.exec(String(text)) ?? [];
  if (count === undefined) throw invalidField('grpc-timeout', 'must be up to eight digits and a unit');
  return Math.min(Number(count) * (UNIT_MILLIS[unit] ?? 0), MAX_MILLIS);
};

/** The host that a call was sent to. */
export const hostOf = (headers: IncomingHttpHeaders): string | undefined => headers[':authority'] ?? headers.host;

/** The authorization of a call: published clients send the token with or without its scheme (clients §0.2). */
export const authorizationOf = ({ authorization }: IncomingHttpHeaders): string | undefined =>
  authorization === undefined || /\s/.test(authorization.trim()) || authorization.trim() === ''
    ? authorization
    : /^bearer$/i.test(authorization.trim())
      ? authorization
      : `Bearer ${authorization.trim()}`;

/** The form in which a call was sent. Its metadata is read on demand, since most calls meet no rule that needs it. */
export class GrpcSent implements Sent {
  readonly method = 'POST';
  readonly target: string;
  readonly awaited: Closing | undefined;
  readonly #headers: IncomingHttpHeaders;

  constructor(target: string, headers: IncomingHttpHeaders, awaited: Closing | undefined) {
    this.target = target;
    this.awaited = awaited;
    this.#headers = headers;
  }

  get fault(): string | undefined {
    return this.#headers[FAULT_HEADER]?.toString();
  }

  get controlToken(): string | undefined {
    return this.#headers[CONTROL_TOKEN_HEADER]?.toString();
  }

  get traceparent(): string | undefined {
    return this.#headers.traceparent?.toString();
  }

  get deadlineMs(): number | undefined {
    return timeoutOf(this.#headers);
  }
}
