import { type Answer, type Body, ok } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import { steer } from '../support/mock.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Parameters of an exchange in their order; a name may come several times. */
export type Parameters = readonly (readonly [name: string, value: string])[];

/** A token as a third party would issue it, minted by the control plane; `subject` is required there. */
export const mintUpstream = async (api: Api, fields: Fields): Promise<string> =>
  ok(await steer(api, 'POST', 'upstream-tokens', fields)).token;

/** Parameters as a query or form has them. */
export const formOf = (parameters: Parameters): string =>
  new URLSearchParams(parameters.map(([name, value]): [string, string] => [name, value])).toString();

/** Exchanges a text as the upstream token for an access token. */
export const askExchange = (api: Api, upstream: string | undefined, parameters: Parameters = []): Promise<Answer> =>
  api.as(upstream).post(`/sts/exchange${parameters.length > 0 ? `?${formOf(parameters)}` : ''}`);

/** The answer of an exchange that must work. */
export const exchanged = async (api: Api, upstream: string, parameters: Parameters = []): Promise<Body> =>
  ok(await askExchange(api, upstream, parameters));

/** A caller with the access token of an exchange that must work. */
export const callerOf = async (api: Api, upstream: string, parameters: Parameters = []): Promise<Api> =>
  api.as((await exchanged(api, upstream, parameters)).token);

/** Exchanges a text as the refresh token for a new pair of tokens. */
export const askRefresh = (api: Api, refresh: string | undefined, parameters: Parameters = []): Promise<Answer> =>
  api.as(refresh).post(`/sts/exchange_refresh_token${parameters.length > 0 ? `?${formOf(parameters)}` : ''}`);
