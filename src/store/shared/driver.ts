import type { Client, PoolClient } from 'pg';
import { driverError } from './database-error.ts';
import { NamedQuery } from './named-query.ts';
import type { Columns, Statement } from './session.ts';

/** Waits for the driver; its errors become those that say whether the connection was lost. */
export const awaitDriver = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    throw driverError(error);
  }
};

/** The same for a connection that it makes. */
export const awaitConnection = async <T>(connection: Promise<T>): Promise<T> => {
  try {
    return await connection;
  } catch (error) {
    throw driverError(error, true);
  }
};

/** Ends a wait for the database; what has arrived by then counts: a process that was held has not read it before. */
const afterReading = (end: () => void): void => void setImmediate(end);

const unanswered = (millis: number): Error => new Error(`no answer in ${millis} ms`);

/** Waits so many milliseconds for what the driver runs. */
export const awaitWithin = async <T>(work: Promise<T>, millis: number): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => afterReading(() => reject(unanswered(millis))), millis);
  });
  try {
    return await awaitDriver(Promise.race([work, late]));
  } finally {
    clearTimeout(timer);
  }
};

/**
 * Runs a statement on a connection, which is not used again where that takes longer than so many milliseconds. One with a
 * name, which returns rows, is parsed once by each connection.
 */
export const runOn = async (
  client: Client | PoolClient,
  { name, text, values = [] }: Statement,
  millis: number,
): Promise<readonly Columns[]> => {
  if (name === undefined) return (await awaitWithin(client.query<Columns>(text, [...values]), millis)).rows;
  return new Promise((resolve, reject) => {
    const refuse = (error: unknown): void => reject(driverError(error));
    const timer = setTimeout(() => afterReading(() => refuse(unanswered(millis))), millis);
    const query = new NamedQuery(name, { text, values });
    query.callback = (error, found = []) => {
      clearTimeout(timer);
      if (error) refuse(error);
      else resolve(found);
    };
    client.query(query);
  });
};
