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

/** UNAVAILABLE: the database does not answer, or this process does not own it any more. */
export const unavailable = (cause: unknown): ApiError =>
  Object.assign(new ApiError('UNAVAILABLE', 'Unavailable: the database does not answer', { retryAfter: 1 }), { cause });

/** A connection that was lost, or not made: a statement that was sent may have been executed or not. */
class ConnectionLost extends Error {
  /** Advice on what to do, if there is any. */
  readonly advice: string | undefined;

  constructor(cause: unknown, advice?: string) {
    // If each address of a host is refused, the reasons are in the error, which has no message.
    super(reasonOf(cause) || codeOf(cause), { cause });
    this.name = 'ConnectionLost';
    this.advice = advice;
  }
}

/** A statement without an answer, because its commit waits for a standby. */
export const unansweredCommit = (): Error =>
  new ConnectionLost('a commit waits for a synchronous standby', 'start that, or correct synchronous_standby_names');

/** Postgres ends the connection, or does not take one now. */
const ENDS_CONNECTION = /^(?:08...|57P0[1-5])$/;

/** The error of the driver, as a ConnectionLost unless the database has refused the statement, or the connection for it. */
export const driverError = (error: unknown): unknown => {
  if (error instanceof ConnectionLost) return error;
  const isRefused = error instanceof RefusedStatement && !ENDS_CONNECTION.test(error.code ?? '');
  return isRefused ? error : new ConnectionLost(error);
};

/**
 * The codes for: no free connection, a cancelled or conflicting statement, a standby; rights, a database or tables that
 * were taken away.
 */
const PASSING = /^(?:53[^1]..|55P03|57014|25006|25P0.|28...|3D000|3F000|42501|42P01|40001|40P01)$/;

/** True if a statement may succeed on another connection, or later. */
export const isPassing = (error: unknown): boolean =>
  error instanceof ConnectionLost || PASSING.test(codeOf(error) ?? '');

/** True if the disk of the database has no room for a statement, which has changed nothing. */
export const isFull = (error: unknown): error is Error => codeOf(error) === '53100';

/** The cures for errors of Postgres, by its codes and its words. */
const ADVICE: readonly (readonly [code: RegExp, words: RegExp, advice: string])[] = [
  [/^28/, /no encryption/, 'add sslmode=verify-full to --database if it demands TLS, or allow the user in pg_hba.conf'],
  [/^28/, /client certificate/, 'name the certificate of the user and its key by sslcert and sslkey in --database'],
  [/^28/, /pg_hba\.conf/, 'allow the user, the host and the database in pg_hba.conf'],
  [/^28/, /./, 'correct the user or the password'],
  [/^3D000$/, /./, 'make it first, or correct the name'],
  [/^42501$/, /for database/, 'grant the user CREATE on the database, or make the schema, with the user as its owner'],
  [/^42501$/, /./, 'grant the user all rights on the schema of --database-schema and on its tables'],
  [/^25006$/, /recovery/, 'name the primary, since a standby takes no write'],
  [/^25006$/, /./, 'turn off default_transaction_read_only for the user and the database, or name the primary'],
  [/^53300$/, /./, 'raise max_connections or the limit of the user or the database, or end other connections'],
  [/^(?:26000|42P05)$/, /./, 'a pooler must keep named statements: set its mode to session, or go past it'],
];

/** The codes of Node for a certificate that is not trusted, or is of another host. */
const UNTRUSTED = /CERT|^UNABLE_TO_/;

/** The cures if no connection was made, by the words of the driver. */
const adviceOn = (lost: ConnectionLost): string => {
  if (lost.advice !== undefined) return lost.advice;
  if (lost.message === 'The server does not support SSL connections') {
    return 'turn on its TLS, or leave out sslmode in --database';
  }
  if (UNTRUSTED.test(codeOf(lost.cause) ?? '')) {
    return 'name the certificate of its authority by sslrootcert in --database, and the host as the certificate has it';
  }
  return 'start it, or correct --database; a pooler must have four connections for each mock';
};

/** Explains in one line why a database refuses or does not answer, and what to do. */
export const explain = (error: unknown): string => {
  if (error instanceof DatabaseError) return error.message;
  const reason = reasonOf(error).replaceAll(/\s+/g, ' ');
  if (error instanceof ConnectionLost) return `the database does not answer: ${reason}: ${adviceOn(error)}`;
  const code = codeOf(error) ?? '';
  const found = ADVICE.find(([codes, words]) => codes.test(code) && words.test(reason));
  return `the database refuses: ${reason}: ${found?.[2] ?? 'see its log'}`;
};

/** Turns an error of the database at the start into a DatabaseError; returns any other as it is. */
export const startRefusalOf = (error: unknown): unknown =>
  error instanceof ConnectionLost || error instanceof RefusedStatement
    ? new DatabaseError(explain(error), error)
    : error;
