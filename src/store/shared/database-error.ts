import { DatabaseError as RefusedStatement } from 'pg';
import { ApiError } from '../../kernel/errors.ts';
import { codeOf, reasonOf } from '../data-file-error.ts';

/** A database that cannot be used as it is; the message is one line, and has no password. */
export class DatabaseError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'DatabaseError';
  }
}

/** UNAVAILABLE: the database does not answer, so that nothing is known of the state. */
const unavailable = (cause: unknown): ApiError =>
  Object.assign(new ApiError('UNAVAILABLE', 'Unavailable: the database does not answer', { retryAfter: 1 }), { cause });

/** RESOURCE_EXHAUSTED with the reason MOCK_DISK_FULL: the database has no room for a write, and it was not made. */
const databaseFull = (cause: unknown): ApiError => {
  const message = 'Resource exhausted: the database takes no write: its disk is full';
  return Object.assign(new ApiError('RESOURCE_EXHAUSTED', message, { reason: 'MOCK_DISK_FULL' }), { cause });
};

/** NOT_FOUND: the world has been removed from the database. */
export const worldGone = (world: string): ApiError =>
  new ApiError('NOT_FOUND', `Not found: world "${world}" has ended`, { reason: 'MOCK_WORLD_NOT_FOUND' });

/** Postgres ends the connection, or does not take one now. */
const ENDS_CONNECTION = /^(?:08...|57P0[1-5])$/;

/** A connection that was lost, or not made: a statement that was sent may have been executed or not. */
class ConnectionLost extends Error {
  /** True where it was not made, so that nothing was sent. */
  readonly isUnmade: boolean;

  constructor(cause: unknown, isUnmade: boolean) {
    // Where each address of a host is refused, the reasons are in the error, which has no message.
    super(reasonOf(cause) || codeOf(cause), { cause });
    this.name = 'ConnectionLost';
    this.isUnmade = isUnmade;
  }
}

/**
 * An error of the driver: as a ConnectionLost where the database has not refused the statement itself, or the connection
 * for it.
 */
export const driverError = (error: unknown, isUnmade = false): unknown => {
  const isRefused = error instanceof RefusedStatement && !ENDS_CONNECTION.test(error.code ?? '');
  return isRefused ? error : new ConnectionLost(error, isUnmade);
};

/** True where the outcome of a statement is not known, or there was no connection for it. */
export const isConnectionLost = (error: unknown): boolean => error instanceof ConnectionLost;

/** True where no connection was made, so that a statement was not sent. */
export const isUnsent = (error: unknown): boolean => error instanceof ConnectionLost && error.isUnmade;

/** True where Postgres has undone a transaction because of others beside it: it may succeed when it is repeated. */
export const isConflict = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error) ?? '');

/** What a caller is answered whose statement has failed for certain. */
export const refusalOf = (error: unknown): unknown => {
  if (error instanceof ApiError) return error;
  if (codeOf(error) === '53100') return databaseFull(error);
  // Too many connections, a lock or a statement that took too long, a standby; or rights, the database or its tables
  // have been taken away.
  const isPassing =
    isConnectionLost(error) ||
    /^(?:53...|55P03|57014|25006|25P0.|28...|3D000|3F000|42501|42P01)$/.test(codeOf(error) ?? '');
  return isPassing || isConflict(error) ? unavailable(error) : error;
};

/** True for a failure that may pass by itself, as where the database does not answer or its disk is full. */
export const isTemporary = (error: unknown): boolean => refusalOf(error) instanceof ApiError;

/** What to do about what Postgres says at the start, by its codes. */
const ADVICE: readonly (readonly [code: RegExp, advice: string])[] = [
  [/^28/, 'correct the user or the password'],
  [/^3D000$/, 'make it first, or correct the name'],
  [
    /^42501$/,
    'grant the user CREATE on the database, or make the schema for it, with its name: CREATE SCHEMA platform_mock AUTHORIZATION "<user>"',
  ],
  [/^25006$/, 'name the primary, since a standby takes no write'],
  [/^53300$/, 'raise max_connections, or end others'],
];

/** The codes of Node for a certificate that is not trusted, or is of another host. */
const UNTRUSTED = /CERT|^UNABLE_TO_/;

/** What to do where no connection was made, by what the driver says of it. */
const adviceOn = (cause: unknown): string => {
  if (reasonOf(cause) === 'The server does not support SSL connections') {
    return 'turn on its TLS, or leave out sslmode in --database';
  }
  return UNTRUSTED.test(codeOf((cause as Error).cause) ?? '')
    ? 'name the certificate of its authority by sslrootcert in --database, and the host as the certificate has it'
    : 'start it, or correct --database';
};

/** Why a database cannot be used at the start, and what to do, in one line. */
export const startRefusalOf = (error: unknown): DatabaseError => {
  if (error instanceof DatabaseError) return error;
  const cause = error instanceof ApiError ? error.cause : error;
  const reason = reasonOf(cause).replaceAll(/\s+/g, ' ');
  if (isConnectionLost(cause)) {
    return new DatabaseError(`the database does not answer: ${reason}: ${adviceOn(cause)}`, cause);
  }
  const code = codeOf(cause) ?? '';
  const [, advice = 'see its log'] = ADVICE.find(([codes]) => codes.test(code)) ?? [];
  return new DatabaseError(`the database refuses: ${reason}: ${advice}`, cause);
};
