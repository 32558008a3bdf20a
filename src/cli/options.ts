import { randomBytes } from 'node:crypto';
import { type Command, InvalidArgumentError, type Option } from 'commander';
import { FlagRefusal } from '../command/command-failure.ts';
import {
  addFlags,
  DEFAULT_PORT,
  defineFlag,
  numberFrom,
  parseHost,
  parsePath,
  parsePort,
  parsePositive,
  parseTls,
  parseTtl,
  parseUrl,
  textLike,
  wordsIn,
} from '../command/flag-values.ts';
import { parseBytes } from '../command/sizes.ts';
import { controlOption } from '../command/target-options.ts';
import type { V1Casing } from '../editions/older-edition.ts';
import { LOG_LEVELS, type LogLevel } from '../features/log/log.ts';
import { EVENT_PREFIX } from '../kernel/events.ts';
import { type ControlPolicy, isLoopback } from '../plane/guard.ts';
import { booleanFrom } from '../schema/boolean-words.ts';
import { durationFrom } from '../schema/durations.ts';
import { PROFILE_NAMES, type ProfileName } from '../schema/profile-differences.ts';
import { DEFAULT_SEED } from '../server/mock/default-seed.ts';
import type { TlsSetting } from '../server/mock/port.ts';

/** The flags of `serve`, as commander has read and checked them. */
export interface ServeFlags {
  readonly host: string;
  readonly port: number;
  readonly tls?: TlsSetting;
  readonly tlsCaFile?: string;
  readonly json?: boolean;
  readonly fixture?: readonly string[];
  readonly initDir?: string;
  readonly snapshot?: string;
  readonly data?: string;
  readonly database?: string;
  readonly databaseSchema?: string;
  readonly peer?: string;
  readonly seed: string;
  readonly serviceDomain: string;
  readonly profile: ProfileName;
  readonly v1Casing?: V1Casing;
  readonly publicUrl?: string;
  readonly audience?: readonly string[];
  readonly signingKey?: string;
  readonly trust?: readonly string[];
  readonly trustAws?: readonly string[];
  readonly cors?: readonly string[];
  readonly controlToken?: string;
  readonly insecureControl?: boolean;
  readonly tokenTtl: number;
  readonly maxWorlds: number;
  readonly requireWorld?: boolean;
  readonly journal: 'on' | 'off';
  readonly journalEntries: number;
  readonly journalBytes?: number;
  readonly deliverySchedule?: readonly number[];
  readonly allowEgress?: readonly string[];
  readonly sinkCa?: string;
  readonly eventPrefix?: string;
  readonly logLevel: LogLevel;
  /** Stops when the input of the process ends. */
  readonly untilEof?: boolean;
  /** The time that the mock may drain before it stops, in milliseconds. */
  readonly drain?: number;
}

/** Reads true or false, in the words of the environment. */
export const parseBoolean = (text: string | undefined): boolean => {
  const given = text === undefined ? true : booleanFrom(text);
  if (given === undefined) throw new InvalidArgumentError('It must be true or false.');
  return given;
};

const parseList = (text: string, before: readonly string[] = []): readonly string[] => [...before, ...wordsIn(text)];

/** The maximum number of attempts at an event. */
const MAX_ATTEMPTS = 20;

/** Reads when an event is tried: durations after the event, each longer than the one before, in milliseconds. */
const parseSchedule = (text: string): readonly number[] => {
  const times = text.split(',').map((time) => durationFrom(time.trim()));
  const known = times.filter((time): time is number => time !== undefined && time >= 0);
  if (known.length < times.length || known.some((time, index) => time <= (known[index - 1] ?? -1))) {
    throw new InvalidArgumentError('It must be durations, each longer than the one before, such as "0s,1s,5s".');
  }
  if (known.length > MAX_ATTEMPTS) throw new InvalidArgumentError(`It must be ${MAX_ATTEMPTS} durations at most.`);
  return known;
};

/** Reads names of hosts, as URLs have them. */
const parseHosts = (text: string, before: readonly string[] | undefined): readonly string[] => {
  const all = parseList(text, before);
  for (const host of all) {
    const url = `http://${host}/`;
    if (!URL.canParse(url) || new URL(url).host !== host.toLowerCase()) {
      throw new InvalidArgumentError(`${host} is no host such as "hooks.example.com".`);
    }
  }
  return all;
};

/** Reads origins as browsers write them: without a path, in lower case, and without the port that the scheme implies. */
const parseOrigins = (text: string, before: readonly string[] | undefined): readonly string[] => {
  const all = parseList(text, before);
  for (const origin of all) {
    if (!/^https?:\/\//.test(origin) || !URL.canParse(origin) || new URL(origin).origin !== origin) {
      throw new InvalidArgumentError(`${origin} is no origin such as "http://localhost:3000".`);
    }
  }
  if (all.length === 0) throw new InvalidArgumentError('It must be an origin such as "http://localhost:3000".');
  return all;
};

const stateFlags = (): readonly Option[] => [
  defineFlag('--fixture <name|file>', 'rows to start from; may be given several times (default: default)', parseList),
  defineFlag('--init-dir <folder>', 'a folder of fixtures to start from, in natural order', parsePath),
  defineFlag('--snapshot <file>', 'a snapshot file to start from; fixtures are applied to its rows', parsePath),
  defineFlag('--data <file>', 'keep the state in this file over restarts', parsePath),
  defineFlag('--database <url>', 'keep the state in this Postgres, such as postgres://user@host/name'),
  defineFlag('--database-schema <name>', 'the schema of the database that has it (default: platform_mock)'),
  defineFlag(
    '--peer <host[:port]>',
    'the address for other processes of the database (default: the address of its connection to the database, and a free port)',
  ),
  defineFlag('--seed <seed>', 'the seed of everything generated', undefined, DEFAULT_SEED),
  defineFlag(
    '--service-domain <domain>',
    'the domain in error details',
    textLike(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/, 'It must be a domain name.'),
    'platform.test',
  ),
  defineFlag('--profile <profile>', 'as specified, or as the service is published', PROFILE_NAMES, PROFILE_NAMES[0]),
  defineFlag('--v1-casing <casing>', 'the spelling of field names in answers of v1 (default: by the profile)', [
    'snake',
    'camel',
  ]),
];

const tokenFlags = (): readonly Option[] => [
  defineFlag('--public-url <url>', 'the URL that clients reach the mock by (default: its own address)', parseUrl),
  defineFlag(
    '--audience <audience>',
    'what tokens may be for besides the public URL; may be given several times',
    parseList,
  ),
  defineFlag(
    '--signing-key <file|new>',
    'an RSA private key, PEM or JWK, that signs tokens, or "new" to make one (default: the key of the package; with --data or --database, the key stored there)',
    parsePath,
  ),
  defineFlag(
    '--trust <issuer=keys>',
    'an upstream issuer whose tokens may be exchanged, with a JWKS file, its URL, or "any" to skip signatures; may be given several times',
    parseList,
  ),
  defineFlag(
    '--trust-aws <account[=arn]|any>',
    'AWS accounts or ARNs accepted in signed GetCallerIdentity requests; signatures are not checked; may be given several times',
    parseList,
  ),
  defineFlag(
    '--cors <origin>',
    'an origin whose pages may call the API, such as http://localhost:3000; may be given several times',
    parseOrigins,
  ),
];

const deliveryFlags = (): readonly Option[] => [
  defineFlag(
    '--delivery-schedule <durations>',
    'when an event is tried, after its first attempt is due (default: 0s,1s,5s,30s,2m,10m)',
    parseSchedule,
  ),
  defineFlag(
    '--allow-egress <host>',
    'a public host that events may be delivered to; may be given several times (default: local hosts only)',
    parseHosts,
  ),
  defineFlag('--sink-ca <file>', 'certificates in PEM by which receivers are trusted, too', parsePath),
];

const controlFlags = (): readonly Option[] => [
  controlOption(),
  defineFlag('--insecure-control', 'allow --control-token off on a public address'),
  defineFlag('--token-ttl <duration>', 'how long the token handed out at start is good for', parseTtl, 86_400, '24h'),
  defineFlag('--max-worlds <count>', 'how many worlds there may be beside default', numberFrom(0, 9_999_999), 1_000),
  defineFlag('--require-world', 'refuse calls of the API that name no world'),
  defineFlag('--journal <on|off>', 'keep what was called, for tests to read', ['on', 'off'], 'on'),
  defineFlag('--journal-entries <count>', 'maximum number of calls in the journal of a world', parsePositive, 10_000),
  defineFlag(
    '--journal-bytes <size>',
    'how much memory the journals of all worlds take, such as 64MiB (default: 256MiB, or a quarter of the heap)',
    parseBytes,
  ),
  defineFlag(
    '--event-prefix <prefix>',
    'what the types of events begin with (default: dev.chainguard.api)',
    textLike(EVENT_PREFIX, 'It must be words such as "com.example.api".'),
  ),
  defineFlag('--log-level <level>', 'how much to log to stderr', LOG_LEVELS, 'info'),
];

/** Adds the flags of a server, with the port that it takes unless given, and how help shows that. */
export const serveOptions = (command: Command, port = DEFAULT_PORT, defaultText = String(port)): Command =>
  addFlags(
    command,
    defineFlag('--host <host>', 'address to listen on', parseHost, '127.0.0.1'),
    defineFlag('--port <port>', 'port to listen on; 0 takes a free one', parsePort, port, defaultText),
    defineFlag('--tls <auto|CERT,KEY>', 'speak TLS: with a certificate made at the start, or with files', parseTls),
    defineFlag(
      '--tls-ca-file <file>',
      'the file for the certificate to trust with --tls auto (default: a temporary file)',
      parsePath,
    ),
    defineFlag('--json', 'print one line of JSON when ready'),
    ...stateFlags(),
    ...tokenFlags(),
    ...deliveryFlags(),
    ...controlFlags(),
  );

/**
 * The callers that may steer a server started with these flags. A port that others can reach gets a random token unless
 * one is given.
 * @throws FlagRefusal for an open control plane on a public address without --insecure-control
 */
export const controlPolicyOf = ({ host, controlToken, insecureControl = false }: ServeFlags): ControlPolicy => {
  const loopback = isLoopback(host);
  if (controlToken === 'off') {
    if (!loopback && !insecureControl) {
      throw new FlagRefusal(
        `--control-token off would let anybody who reaches ${host} steer the mock; add --insecure-control to insist`,
      );
    }
    return { loopback };
  }
  if (controlToken !== undefined) return { loopback, token: controlToken };
  return loopback ? { loopback } : { loopback, token: randomBytes(18).toString('base64url') };
};
