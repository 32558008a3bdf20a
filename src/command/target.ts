import type { Command } from 'commander';
import { isLoopbackUrl } from '../plane/guard.ts';
import { FlagRefusal } from './command-failure.ts';
import type { TlsFlag } from './flag-values.ts';
import { readNamed } from './read-text.ts';

/** A running server, as the flags name it. */
export interface TargetFlags {
  readonly url?: string;
  readonly host: string;
  readonly port: number;
  /** The server's own setting; missing if it does not use TLS. */
  readonly tls?: TlsFlag;
  readonly tlsCaFile?: string;
  readonly controlToken?: string;
  readonly world?: string;
  readonly json?: boolean;
}

/** A running server, as commands reach it. */
export interface Target {
  /** Without a slash at its end. */
  readonly url: string;
  /** The certificates by which it is trusted, unless it is on this machine; by default the system's. */
  readonly ca?: string;
  readonly controlToken?: string;
  /** The world that is meant, `*` for all; missing if none is named. */
  readonly world?: string;
}

const urlOf = (command: Command, { url, host, port, tls }: TargetFlags): string => {
  // A flag of the address wins over the URL of the environment.
  const isAddressGiven = ['host', 'port', 'tls'].some((name) => command.getOptionValueSource(name) === 'cli');
  if (url !== undefined && !(isAddressGiven && command.getOptionValueSource('url') === 'env')) return url;
  // A server that listens on all addresses of a family is reached at one of them.
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `${tls === undefined ? 'http' : 'https'}://${name.includes(':') ? `[${name}]` : name}:${port}`;
};

/**
 * The server that the flags of a command name, or else its environment (behaviour M12).
 * @throws FlagRefusal for all worlds if one is meant, and for certificates that cannot be read, or for a target without TLS
 */
export const targetOf = async (command: Command, isForEveryWorld: boolean): Promise<Target> => {
  const flags = command.opts<TargetFlags>();
  const { tlsCaFile, controlToken, world } = flags;
  if (world === '*' && !isForEveryWorld) throw new FlagRefusal(`--world "*": ${command.name()} is for one world`);
  const url = urlOf(command, flags);
  if (command.getOptionValueSource('tlsCaFile') === 'cli' && !url.startsWith('https:'))
    throw new FlagRefusal(`--tls-ca-file needs --tls or a URL with https: ${url} has no certificate`);
  const isTrusting = tlsCaFile !== undefined && url.startsWith('https:') && !isLoopbackUrl(url);
  return {
    url,
    ...(isTrusting && { ca: await readNamed('--tls-ca-file', tlsCaFile) }),
    ...(controlToken !== undefined && controlToken !== 'off' && { controlToken }),
    ...(world !== undefined && { world }),
  };
};
