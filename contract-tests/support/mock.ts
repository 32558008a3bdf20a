import { ok } from './answer.ts';
import type { Api } from './api.ts';

const controlHeaders = (): Record<string, string> => {
  const { CONTROL_TOKEN } = process.env;
  return CONTROL_TOKEN === undefined ? {} : { authorization: `Bearer ${CONTROL_TOKEN}` };
};

/** Calls the control plane. */
export const steer = (api: Api, method: string, path: string, body?: unknown): ReturnType<Api['send']> =>
  api.as(undefined).send(method, `/_mock/v1/${path}`, { headers: controlHeaders(), body });

/** A bearer token for an identity, by its uid or its name in a fixture. */
export const mintToken = async (api: Api, identity: string, ttl?: string): Promise<string> =>
  ok(await steer(api, 'POST', 'tokens', { identity, ...(ttl !== undefined && { ttl }) })).token;

/** Moves the clock of the target ahead; only for servers that one test owns. */
export const advance = async (api: Api, by: string): Promise<void> => {
  ok(await steer(api, 'POST', 'clock:advance', { by }));
};
