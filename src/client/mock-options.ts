import { isCertificate } from '../kernel/certificate.ts';
import { EVENT_PREFIX } from '../kernel/events.ts';
import { PROFILE_NAMES } from '../schema/profile-differences.ts';

/** The options of a mock in this process. The flags of `platform-mock serve` of the same names are described in docs/command-line.md. */
export interface MockOptions {
  /** The port to listen on; a free one unless given. With `false` there is none: the mock is called by `fetch` only. */
  readonly port?: number | false;
  /** The address to listen on; 127.0.0.1 unless given. */
  readonly host?: string;
  /** Names of shipped fixtures, or files of your own, applied in order; `default` unless given. */
  readonly fixtures?: readonly string[];
  /** A file that stores the state over restarts; in memory only unless given. */
  readonly data?: string;
  /** The seed of everything generated. */
  readonly seed?: string;
  /** The interface to follow if the specification and the published one differ; by default the specification. */
  readonly profile?: 'specification' | 'published';
  /** The spelling of names of fields in v1; as the profile has it unless given. */
  readonly v1Casing?: 'snake' | 'camel';
  /** The domain in the details of errors. */
  readonly serviceDomain?: string;
  /** The URL by which clients reach the mock, if that is not its own address. */
  readonly publicUrl?: string;
  /** Audiences of tokens besides the mock's URL. */
  readonly audiences?: readonly string[];
  /** The certificate: one that is made at the start, or files. Without it the port does not use TLS. */
  readonly tls?: 'auto' | { readonly certFile: string; readonly keyFile: string };
  /** The token that calls of the control plane must carry; none is needed unless given. */
  readonly controlToken?: string;
  /** The maximum number of worlds beside `default`; 1,000 unless given. */
  readonly maxWorlds?: number;
  /** Refuses calls that name no world. */
  readonly requireWorld?: boolean;
  /** The maximum number of calls in the journal of each world; by default 10,000. With `false` there is no journal. */
  readonly journal?: number | false;
  /** The maximum bytes of all journals; 268,435,456, or a quarter of the heap if that is less, unless given. */
  readonly journalBytes?: number;
  /**
   * The times of the attempts at an event, in milliseconds after its first attempt is due, each later than the one
   * before; at 0 s, 1 s, 5 s, 30 s, 2 min and 10 min unless given.
   */
  readonly deliverySchedule?: readonly number[];
  /** Public hosts that events may be delivered to; only local ones unless given. */
  readonly allowEgress?: readonly string[];
  /** PEM certificates to trust for receivers of events, besides those that Node trusts. */
  readonly sinkCa?: string;
  /** The prefix of the types of events; `dev.chainguard.api` unless given. */
  readonly eventPrefix?: string;
  /** Lets the process end if only the mock runs in it; by default, the process runs until the mock is closed. */
  readonly background?: boolean;
  /** The level of the log on stderr; warnings and errors unless given. */
  readonly logLevel?: 'silent' | 'error' | 'warn' | 'info' | 'debug';
}

const words = (...allowed: readonly string[]) => ({
  holds: (value: unknown): boolean => allowed.includes(value as string),
  what: `must be ${allowed.map((word) => JSON.stringify(word)).join(' or ')}`,
});
const text = { holds: (value: unknown): boolean => typeof value === 'string' && value !== '', what: 'must be a text' };
const texts = {
  holds: (value: unknown): boolean => Array.isArray(value) && value.every(text.holds),
  what: 'must be an array of texts',
};
const flag = { holds: (value: unknown): boolean => typeof value === 'boolean', what: 'must be true or false' };
const isCount = (value: unknown): boolean => Number.isInteger(value) && (value as number) >= 0;

/** The check of each option. */
const CHECKS: Readonly<
  Record<keyof MockOptions, { readonly holds: (value: unknown) => boolean; readonly what: string }>
> = {
  port: {
    holds: (value) => value === false || (isCount(value) && (value as number) <= 65_535),
    what: 'must be a number from 0 to 65535, or false',
  },
  host: text,
  fixtures: texts,
  data: text,
  seed: text,
  profile: words(...PROFILE_NAMES),
  v1Casing: words('snake', 'camel'),
  serviceDomain: text,
  publicUrl: { holds: (value) => typeof value === 'string' && URL.canParse(value), what: 'must be a URL' },
  audiences: texts,
  tls: {
    holds: (value) => value === 'auto' || (typeof value === 'object' && value !== null),
    what: 'must be "auto", or the files of a certificate and its key',
  },
  controlToken: text,
  maxWorlds: { holds: isCount, what: 'must be a number of 0 or more' },
  requireWorld: flag,
  journal: {
    holds: (value) => value === false || (isCount(value) && value !== 0),
    what: 'must be a number of 1 or more, or false',
  },
  journalBytes: { holds: (value) => isCount(value) && value !== 0, what: 'must be a number of 1 or more' },
  deliverySchedule: {
    holds: (value) =>
      Array.isArray(value) &&
      value.length > 0 &&
      value.every((time, index) => isCount(time) && time > (value[index - 1] ?? -1)),
    what: 'must be an array of whole numbers, each greater than the one before',
  },
  allowEgress: texts,
  sinkCa: {
    holds: (value) => typeof value === 'string' && isCertificate(value),
    what: 'must have a certificate in PEM form',
  },
  eventPrefix: {
    holds: (value) => typeof value === 'string' && EVENT_PREFIX.test(value),
    what: 'must be words such as "com.example.api"',
  },
  background: flag,
  logLevel: words('silent', 'error', 'warn', 'info', 'debug'),
};

/**
 * The options that are not undefined, checked; `caller` is the function that they are given to.
 * @throws TypeError that names every option that is unknown, or not what it may be
 */
export const checkOptions = (options: MockOptions, caller = 'startMock'): MockOptions => {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const faults = given.flatMap(([name, value]) => {
    const check = Object.hasOwn(CHECKS, name) ? CHECKS[name as keyof MockOptions] : undefined;
    if (!check) return [`there is no option ${JSON.stringify(name)}`];
    return check.holds(value) ? [] : [`${name} ${check.what}`];
  });
  if (faults.length > 0) throw new TypeError(`${caller}: ${faults.join('; ')}`);
  return Object.fromEntries(given);
};
