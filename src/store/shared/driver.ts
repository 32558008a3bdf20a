import type { Client, PoolClient } from 'pg';
import { driverError } from './database-error.ts';
import { NamedQuery } from './named-query.ts';
import { openPromise } from './open-promise.ts';
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

/** How many parts a wait has: one in which the process was blocked, or the machine paused, counts as any other. */
const PARTS = 8;

/** Calls `end` after so many milliseconds in which the process could run; returns what cancels that. */
const endAfter = (millis: number, end: () => void): (() => void) => {
  let left = PARTS;
  const timer = setInterval(() => {
    left -= 1;
    if (left > 0) return;
    clearInterval(timer);
    end();
  }, millis / PARTS);
  return () => clearInterval(timer);
};

const unanswered = (millis: number): Error => new Error(`no answer in ${millis} ms`);

/** Waits so many milliseconds for what the driver runs. */
export const awaitWithin = async <T>(work: Promise<T>, millis: number): Promise<T> => {
  const { promise: late, reject } = openPromise<never>();
  const cancel = endAfter(millis, () => reject(unanswered(millis)));
  try {
    return await awaitDriver(Promise.race([work, late]));
  } finally {
    cancel();
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
    const cancel = endAfter(millis, () => refuse(unanswered(millis)));
    const query = new NamedQuery(name, { text, values });
    query.callback = (error, found = []) => {
      cancel();
      if (error) refuse(error);
      else resolve(found);
    };
    client.query(query);
  });
};
