import { FlagRefusal } from '../command/command-failure.ts';
import type { Surroundings } from '../command/family.ts';
import type { ConnectProxy } from '../server/listen/connect-proxy.ts';
import type { StartOptions } from '../server/mock/running-mock.ts';
import type { CommandFlags } from './exec-options.ts';
import type { ServeFlags } from './options.ts';
import { startOptionsOf } from './serve.ts';

/** The hosts reached without a proxy: this machine, by its names. */
const DIRECT = 'localhost,127.0.0.1,::1';

/**
 * The options of a mock that is called by these names over TLS: its URL is the URL of the first, its issuer the URL of the
 * second, if there is one (behaviour H1).
 * @throws FlagRefusal for flags that say something else about its certificate or URL
 */
export const applyHosts = (
  hosts: readonly string[],
  { tls, publicUrl }: ServeFlags,
  options: StartOptions,
): StartOptions => {
  if (tls !== undefined && tls !== 'auto') {
    throw new FlagRefusal('--tls with files does not go with --as: the certificate for its hosts is made at the start');
  }
  if (publicUrl !== undefined) throw new FlagRefusal('--public-url does not go with --as: its first host is the URL');
  const [api = '', issuer = api] = hosts;
  return {
    ...options,
    tls: 'auto',
    publicUrl: `https://${api}`,
    issuer: `https://${issuer}`,
    audiences: [...options.audiences, ...hosts.map((host) => `https://${host}`)],
    names: hosts,
    control: { ...options.control, hosts },
  };
};

/** The options of the mock of a command. The command has the terminal, so calls are logged with `debug` only. */
export const commandMockOptions = async (flags: CommandFlags, around: Surroundings): Promise<StartOptions> => {
  const { callLevel, ...given } = await startOptionsOf(flags, around);
  const quiet = callLevel === 'debug' ? { ...given, callLevel } : given;
  return flags.as === undefined ? quiet : applyHosts(flags.as, flags, quiet);
};

const pairBothCases = (names: readonly string[], value: string): readonly (readonly [string, string])[] =>
  names.flatMap((name) => [[name.toUpperCase(), value] as const, [name, value] as const]);

/**
 * The variables by which clients call every host through the proxy, and trust the mock's authority only (behaviour H3).
 * They replace existing ones, but are added to NODE_OPTIONS: `nodePreload` brings the proxy to a Node that does not know
 * NODE_USE_ENV_PROXY.
 */
export const proxyVariables = (
  { url }: ConnectProxy,
  caFile: string,
  nodePreload: string,
  { NODE_OPTIONS: before = '' }: Surroundings['env'],
): Readonly<Record<string, string>> => ({
  ...Object.fromEntries([
    ...pairBothCases(['https_proxy', 'http_proxy', 'all_proxy', 'grpc_proxy'], url),
    ...pairBothCases(['no_proxy', 'no_grpc_proxy'], DIRECT),
  ]),
  SSL_CERT_FILE: caFile,
  REQUESTS_CA_BUNDLE: caFile,
  CURL_CA_BUNDLE: caFile,
  GRPC_DEFAULT_SSL_ROOTS_FILE_PATH: caFile,
  NODE_USE_ENV_PROXY: '1',
  // A path in quotes, in which backslashes are escaped.
  NODE_OPTIONS: `${before} --require ${JSON.stringify(nodePreload)}`.trim(),
});
