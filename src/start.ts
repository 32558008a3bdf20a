import type { Logger } from 'pino';
import { createMock } from './app.ts';
import { mountConsole } from './console/mount.ts';
import { type ControlPolicy, isLoopback } from './control/guard.ts';
import { CONTROL_PREFIX, controlApp } from './control/routes.ts';
import type { ActingAs, Steering } from './control/settings.ts';
import { createHttpApp, type Mount } from './faces/rest/http-app.ts';
import { issuerPages } from './identity/issuer-pages.ts';
import {
  exportSigningKey,
  generateSigningKey,
  generateUpstreamKey,
  importSigningKey,
  type SigningKey,
} from './identity/signing-keys.ts';
import type { TrustedIssuer } from './identity/trusted-issuers.ts';
import type { WorldIdentity } from './identity/world-identity.ts';
import type { Clock } from './kernel/clock.ts';
import type { V1Casing } from './kernel/context.ts';
import type { Store } from './kernel/rows.ts';
import { Population } from './population.ts';
import { type Listening, listen } from './server.ts';
import { openJsonFileStore } from './store/json-file.ts';
import { MemoryStore } from './store/memory.ts';
import { type AuthorityFile, certificateFor, namesOf, publishAuthority, type TlsSetting } from './tls-certificate.ts';

/** How a mock is started; the command line's flags, checked. */
export interface StartOptions {
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  /** Names of shipped fixtures, or files; applied in order to an empty state. */
  readonly fixtures: readonly string[];
  /** Where the shipped fixtures are. */
  readonly fixturesFolder: string;
  /** A file that keeps the state over restarts. */
  readonly data?: string;
  readonly seed: string;
  readonly serviceDomain: string;
  /** How v1 spells the names of fields; in snake case unless told otherwise. */
  readonly v1Casing?: V1Casing;
  /** The URL that clients reach the mock by, where that is not its own address. */
  readonly publicUrl?: string;
  /** Absent: the port speaks without TLS. */
  readonly tls?: TlsSetting;
  /** Where the certificate of an authority made at the start goes; a temporary file by itself. */
  readonly tlsCaFile?: string;
  /** What tokens may be for besides that URL. */
  readonly audiences: readonly string[];
  /** Signs the mock's tokens, where it is not to make a key of its own. */
  readonly signingKey?: SigningKey;
  /** The upstream issuers whose tokens may be exchanged. */
  readonly trusted: readonly TrustedIssuer[];
  readonly control: ControlPolicy;
  readonly version: string;
  /** How long the token handed out at start is good for, in seconds. */
  readonly tokenTtlSeconds: number;
  readonly log: Logger;
}

/** A mock that answers. */
export interface RunningMock {
  readonly url: string;
  /** A signed token of an identity that may do everything. Waits for the signing key, which answering does not. */
  readonly token: () => Promise<string>;
  /** The same identity's token by name, where a fixture gave it one: short, and the same at every start. */
  readonly namedToken: string | undefined;
  /** The first root group; empty when there is none. */
  readonly orgId: string;
  readonly issuer: string;
  /** The certificate that clients are to trust, where the mock has made one. */
  readonly caFile: string | undefined;
  readonly mintToken: (identity: string, ttlSeconds: number) => Promise<string>;
  readonly close: () => Promise<void>;
}

const realClock: Clock = { now: () => Date.now() };

const urlOf = (scheme: 'http' | 'https', host: string, port: number): string => {
  const shown = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `${scheme}://${shown.includes(':') ? `[${shown}]` : shown}:${port}`;
};

/** Told of failures that no request is to blame for. */
type Report = (error: unknown) => void;

interface State {
  readonly store: Store;
  readonly seed: string;
  readonly key: Promise<SigningKey>;
  readonly upstreamKey: SigningKey;
  /** False when the state was kept from an earlier run, so that fixtures are not applied again. */
  readonly isNew: boolean;
}

type KeptKey = Parameters<typeof importSigningKey>[0];

const openState = async (options: StartOptions, report: Report): Promise<State> => {
  const { data, seed, signingKey: given } = options;
  // A key takes a while on another thread: it is made while everything else is loaded.
  const fresh = given ? Promise.resolve(given) : generateSigningKey();
  const upstreamKey = generateUpstreamKey();
  if (data === undefined) return { store: new MemoryStore(), seed, key: fresh, upstreamKey, isNew: true };
  const store = await openJsonFileStore({
    file: data,
    meta: async () => ({
      seed,
      signingKey: exportSigningKey(await fresh),
      upstreamKey: exportSigningKey(upstreamKey),
    }),
    report,
  });
  const kept = store.meta as { seed?: string; signingKey: KeptKey; upstreamKey?: KeptKey };
  return {
    store,
    seed: kept.seed ?? seed,
    // A key that is handed in beats the one that the file was made with.
    key: given ? fresh : Promise.resolve(importSigningKey(kept.signingKey)),
    upstreamKey: kept.upstreamKey ? importSigningKey(kept.upstreamKey) : upstreamKey,
    isNew: store.isNew,
  };
};

/** What tokens may be for: a mock on this machine alone goes by any of the names that loopback has. */
const audiencesOf = (url: string, { publicUrl, audiences }: StartOptions): readonly string[] => {
  const { hostname, port } = new URL(url);
  const loopback = publicUrl === undefined && isLoopback(hostname.replace(/^\[|\]$/g, ''));
  const names = loopback
    ? ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${new URL(url).protocol}//${name}:${port}`)
    : [];
  return [...audiences, ...names.filter((name) => name !== url)];
};

const actingAs = (
  identity: WorldIdentity,
  nameOrUrl: string,
  subject: string,
): ActingAs | { readonly reason: string } => {
  const issuer = identity.issuerOf(nameOrUrl);
  const found = identity.actingAs(issuer, subject);
  const [only] = found;
  if (only && found.length === 1) return { uid: only.uid, issuer };
  return { reason: `${only ? found.length : 'no'} identities are matched by tokens of that issuer and subject` };
};

/** Puts a mock together on an open port and a loaded state. */
const assemble = async (
  options: StartOptions,
  port: Listening,
  state: State,
  report: Report,
): Promise<Omit<RunningMock, 'caFile'>> => {
  const { store, seed, key, upstreamKey, isNew } = state;
  const { serviceDomain, fixtures, fixturesFolder: folder, version, control: policy, tokenTtlSeconds } = options;
  const url = options.publicUrl ?? urlOf(options.tls === undefined ? 'http' : 'https', port.host, port.port);
  const { v1Casing = 'snake' } = options;
  const settings = { serviceDomain, publicUrl: url, seed, v1Casing };
  const { trusted } = options;
  const audiences = audiencesOf(url, options);
  const mock = createMock({ settings, store, clock: realClock, key, upstreamKey, trusted, audiences, report });
  const { world, kernel, rest, grpc, identity } = mock;
  const mintToken = async (uid: string, ttlSeconds: number): Promise<string> =>
    (await identity.mint({ identity: uid, ttlSeconds })).token;
  const population = new Population({ store, clock: world.clock, settings, folder });
  await population.begin(fixtures, isNew);
  const steering: Steering = {
    world,
    policy,
    version,
    fixtures,
    mint: (request) => identity.mint(request),
    mintUpstream: (request) => identity.mintUpstream(request),
    rotateKeys: async (overlapMillis) => (await identity.ring.rotate(overlapMillis)).kid,
    actingAs: (issuer, subject) => actingAs(identity, issuer, subject),
    orgId: () => population.orgId(),
    aliases: () => population.aliases(),
    identity: (name) => population.identity(name),
    apply: (fixture, mode) => population.apply(fixture, mode),
    reset: async () => {
      await population.reset();
      world.clock.reset();
    },
  };
  const mounts: readonly Mount[] = [
    (app) => void app.route(CONTROL_PREFIX, controlApp(steering, report)),
    (app) => void app.route('/', issuerPages(identity.documents())),
    mountConsole({
      version,
      url,
      token: () => population.namedAdminToken(),
      // Loaded when it is first asked for: it costs more than all the rest of a start.
      openApi: async (api) =>
        (await import('./emit/openapi.ts')).openApiTexts(kernel.operations, { version, url, api, v1Casing }),
    }),
  ];
  port.handle({ app: createHttpApp(rest, world, mounts), rest, grpc, world });
  return {
    url,
    token: () => mintToken(population.admin(), tokenTtlSeconds),
    namedToken: population.namedAdminToken(),
    orgId: population.orgId(),
    issuer: url,
    mintToken,
    close: async () => {
      await port.close();
      await store.close();
    },
  };
};

/**
 * Opens the port, loads the state and answers once it is all there.
 * @throws FixtureError, DataFileError, or the system's error when the port cannot be opened
 */
export const startMock = async (options: StartOptions): Promise<RunningMock> => {
  const { log } = options;
  const report: Report = (error) => log.error({ err: error }, 'something failed unexpectedly');
  for (const { issuer, keys } of options.trusted) {
    if (keys === 'any') log.warn({ issuer }, 'tokens of this issuer are trusted without a look at their signatures');
  }
  const { tls, tlsCaFile, host, publicUrl } = options;
  const certificate = tls && (await certificateFor(tls, namesOf(host, publicUrl)));
  const port = await listen(host, options.port, options, certificate);
  let authority: AuthorityFile | undefined;
  const close = async (): Promise<void> => {
    await port.close();
    await authority?.remove();
  };
  try {
    authority = await publishAuthority(certificate, port.port, tlsCaFile);
    const state = await openState(options, report);
    try {
      const mock = await assemble(options, { ...port, close }, state, report);
      return { ...mock, caFile: authority.file };
    } catch (error) {
      await state.store.close();
      throw error;
    }
  } catch (error) {
    await close();
    throw error;
  }
};
