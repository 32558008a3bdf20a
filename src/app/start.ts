import type { Logger } from 'pino';
import { mountConsole } from '../console/mount.ts';
import { type ControlPolicy, isLoopback } from '../control/guard.ts';
import { CONTROL_PREFIX } from '../control/prefix.ts';
import { controlApp } from '../control/routes.ts';
import { createHttpApp, type Mount } from '../faces/rest/http-app.ts';
import type { TrustedPrincipal } from '../identity/aws-principals.ts';
import { issuerPages } from '../identity/issuer-pages.ts';
import type { TrustedIssuer } from '../identity/trusted-issuers.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Settings } from '../kernel/context.ts';
import { identities } from '../resources/index.ts';
import { defined } from '../schema/defined.ts';
import { spellingIn } from '../schema/edition.ts';
import type { Spelling } from '../schema/encode-json.ts';
import { profileIn, profileNamed } from '../schema/profile.ts';
import type { ProfileName } from '../schema/profile-differences.ts';
import { editionNamed } from './editions.ts';
import { CALL } from './log.ts';
import { createMock, type Mock } from './mock.ts';
import { Population } from './population.ts';
import type { OpenPort, Port, PortSetting } from './port.ts';
import { type Answering, type CallLine, logging } from './request-log.ts';
import { openState, type State, type StateSetting } from './state.ts';
import { steeringOf } from './steering.ts';

/** How v1 spells the names of fields: as its messages do, or as JSON does (behaviour §12.4 V1). */
export type V1Casing = 'snake' | 'camel';

const SPELLINGS: Readonly<Record<V1Casing, Spelling>> = { snake: 'proto', camel: 'json' };

/** How a mock is started: the checked flags of the command line. */
export interface StartOptions extends PortSetting, StateSetting {
  /** Names of shipped fixtures, or files; applied in order to an empty state. */
  readonly fixtures: readonly string[];
  /** Where the shipped fixtures are. */
  readonly fixturesFolder: string;
  /** What the mock does where the specification and the published interface differ; by default the specification. */
  readonly profile?: ProfileName;
  /** How v1 spells the names of fields; by default as the profile has it. */
  readonly v1Casing?: V1Casing;
  /** The audiences that tokens may have besides the mock's URL. */
  readonly audiences: readonly string[];
  /** The upstream issuers whose tokens may be exchanged. */
  readonly trusted: readonly TrustedIssuer[];
  /** Whom signed requests of AWS may be of; nobody where absent. */
  readonly trustedAws?: readonly TrustedPrincipal[];
  readonly control: ControlPolicy;
  readonly version: string;
  /** The origins whose pages may call the API; those of none where absent. */
  readonly origins?: readonly string[];
  /** How long the token handed out at start is good for, in seconds. */
  readonly tokenTtlSeconds: number;
  readonly log: Logger;
  /** The level at which each call is a line of the log; absent: calls are not logged, and nothing is spent on it. */
  readonly callLevel?: 'info' | 'debug';
}

/** A mock that answers. */
export interface RunningMock {
  readonly url: string;
  /** A signed token of an identity that may do everything. Waits for the signing key, unlike `startMock`. */
  readonly token: () => Promise<string>;
  /** The same identity's named token, if a fixture has one: short, and the same at every start. */
  readonly namedToken: string | undefined;
  /** The first root group; empty when there is none. */
  readonly orgId: string;
  readonly issuer: string;
  /** The certificate that clients must trust, if the mock has made one. */
  readonly caFile: string | undefined;
  readonly mintToken: (identity: string, ttlSeconds: number) => Promise<string>;
  readonly close: () => Promise<void>;
}

const realClock: Clock = { now: () => Date.now() };

/** Receives internal errors. */
type Report = (error: unknown) => void;

const isLoopbackUrl = (url: string): boolean => isLoopback(new URL(url).hostname.replace(/^\[|\]$/g, ''));

/** The audiences of tokens: a mock that only this machine reaches accepts each name of loopback. */
const audiencesOf = (url: string, { publicUrl, audiences }: StartOptions): readonly string[] => {
  const { port } = new URL(url);
  const names =
    publicUrl === undefined && isLoopbackUrl(url)
      ? ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${new URL(url).protocol}//${name}:${port}`)
      : [];
  return [...audiences, ...names.filter((name) => name !== url)];
};

/** The issuer that discovery names: where a profile has it so, a loopback origin is answered with itself. */
const issuerAt = ({ publicUrl: url, profile }: Settings): ((origin: string) => string) => {
  if (profileIn({ profile }).issuerName === 'configured') return () => url;
  return (origin) => (isLoopbackUrl(origin) ? origin : url);
};

/** What is served beside the API: the control plane, the issuer's pages and the console. */
const mountsOf = (
  { kernel, world, identity }: Mock,
  population: Population,
  controls: ReturnType<typeof controlApp>,
  version: string,
): readonly Mount[] => {
  const { publicUrl: url, profile } = world.settings;
  return [
    (app) => void app.route(CONTROL_PREFIX, controls),
    (app) => void app.route('/', issuerPages({ ...identity.documents(), issuerAt: issuerAt(world.settings) })),
    mountConsole({
      version,
      url,
      token: () => population.namedAdminToken(),
      // Imported at the first use: it costs more than the rest of a start.
      openApi: async (api) =>
        (await import('../openapi/document.ts')).openApiTexts(
          kernel.operationsIn(profileIn({ profile })),
          editionNamed(api),
          { version, url, profile, spelling: spellingIn(editionNamed(api).edition, world.settings) },
        ),
    }),
  ];
};

/** What answers requests, with a line in the log for each call where that is asked for. */
const followed = (answering: Answering, { log, callLevel }: StartOptions): Answering => {
  if (callLevel === undefined) return answering;
  const { rows } = answering.world.store;
  const write = (line: CallLine): void => {
    const callerName = line.caller === undefined ? undefined : rows.get(identities, line.caller)?.name;
    log[callLevel]({ ...line, ...(callerName !== undefined && { callerName }) }, CALL);
  };
  return logging(answering, { write, now: () => performance.now() });
};

/** Puts a mock together on a loaded state, and lets it answer on the open port. */
const assemble = async (options: StartOptions, port: Port, state: State, report: Report): Promise<RunningMock> => {
  const { store, seed, key, upstreamKey, isNew } = state;
  const { serviceDomain, fixtures, fixturesFolder: folder, v1Casing, profile, trusted, version } = options;
  const url = options.publicUrl ?? port.url;
  // Fixtures describe the same rows in every profile.
  const plain = { serviceDomain, publicUrl: url, seed };
  const settings: Settings = {
    ...plain,
    ...(profile && { profile: profileNamed(profile) }),
    ...(v1Casing && { spellings: { v1: SPELLINGS[v1Casing] } }),
  };
  const audiences = audiencesOf(url, options);
  const scheme = options.tls === undefined ? 'http' : 'https';
  const keys = { key, upstreamKey, trusted, ...defined({ trustedAws: options.trustedAws }) };
  const mock = createMock({ settings, store, clock: realClock, ...keys, audiences, scheme, report });
  const { world, rest, grpc, identity } = mock;
  const population = new Population({ store, clock: world.clock, settings: plain, folder });
  await population.begin(fixtures, isNew);
  const steering = steeringOf(mock, population, { policy: options.control, version, fixtures });
  const mounts = mountsOf(mock, population, controlApp(steering, report), version);
  const answering = followed({ app: createHttpApp(rest, world, mounts), rest, grpc, world }, options);
  port.handle({ ...answering, ...(options.origins && { origins: options.origins }) });
  const mintToken = async (uid: string, ttlSeconds: number): Promise<string> =>
    (await identity.mint({ identity: uid, ttlSeconds })).token;
  return {
    url,
    token: () => mintToken(population.admin(), options.tokenTtlSeconds),
    namedToken: population.namedAdminToken(),
    orgId: population.orgId(),
    issuer: url,
    caFile: port.caFile,
    mintToken,
    close: async () => {
      await port.close();
      await store.close();
    },
  };
};

/**
 * Opens the port, loads the state and answers once everything is loaded.
 * @throws FixtureError, DataFileError, or what `open` rejects with when the port cannot be opened
 */
export const startMock = async (options: StartOptions, open: OpenPort): Promise<RunningMock> => {
  const { log } = options;
  const report: Report = (error) => log.error({ err: error }, 'something failed unexpectedly');
  for (const { issuer, keys } of options.trusted) {
    if (keys === 'any') log.warn({ issuer }, 'tokens of this issuer are trusted without a look at their signatures');
  }
  for (const { account = 'any' } of options.trustedAws ?? []) {
    log.warn({ account }, 'signed requests of this AWS account are trusted without a look at their signatures');
  }
  const port = await open(options);
  try {
    const state = await openState(options, { clock: realClock, report, notice: (text) => log.warn(text) });
    try {
      return await assemble(options, port, state, report);
    } catch (error) {
      await state.store.close();
      throw error;
    }
  } catch (error) {
    await port.close();
    throw error;
  }
};
