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

/** Runs a statement on a connection; one with a name, which returns rows, is parsed once by each. */
export const runOn = async (
  client: Client | PoolClient,
  { name, text, values = [] }: Statement,
): Promise<readonly Columns[]> => {
  if (name === undefined) return (await awaitDriver(client.query<Columns>(text, [...values]))).rows;
  const query = new NamedQuery(name, { text, values });
  const rows = new Promise<readonly Columns[]>((resolve, reject) => {
    query.callback = (error, found = []) => (error ? reject(error) : resolve(found));
  });
  client.query(query);
  return awaitDriver(rows);
};
