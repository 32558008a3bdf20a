import createClient, { type Client } from 'openapi-fetch';
import type { paths } from './platform-api.ts';

/** A caller of the API by the types that openapi-typescript has made of its document. */
export type PlatformClient = Client<paths>;

/** One call as it was made: its method, its path as the document has it, and the status of its answer. */
export interface MadeCall {
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

/** The address of the API, and the calls that were made to it so far. */
export interface Connection {
  readonly baseUrl: string;
  readonly calls: MadeCall[];
}

/** A client for the bearer of a token, which notes its calls. */
export const clientFor = ({ baseUrl, calls }: Connection, token: string): PlatformClient => {
  const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` } });
  client.use({
    onResponse: ({ request: { method }, schemaPath: path, response: { status } }) => {
      calls.push({ method, path, status });
    },
  });
  return client;
};

/**
 * The data of an answer.
 * @throws Error with the error of the API
 */
export const dataOf = <T>({ data, error }: { readonly data?: T; readonly error?: unknown }): T => {
  if (data === undefined) throw new Error(`a call failed: ${JSON.stringify(error)}`);
  return data;
};

/** A text that is there. */
export const present = (text: string | undefined): string => {
  if (text === undefined) throw new Error('the answer lacks a text that this client needs');
  return text;
};
