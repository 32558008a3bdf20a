import type { Logger } from 'pino';
import { createMock } from './app.ts';
import { mountConsole } from './console/mount.ts';
import type { ControlPolicy } from './control/guard.ts';
import { CONTROL_PREFIX, controlApp } from './control/routes.ts';
import type { Steering } from './control/settings.ts';
import { createHttpApp, type Mount } from './faces/rest/http-app.ts';
import { exportSigningKey, generateSigningKey, importSigningKey, type SigningKey } from './identity/signing-keys.ts';
import type { Clock } from './kernel/clock.ts';
import type { Store } from './kernel/rows.ts';
import { Population } from './population.ts';
import { type Listening, listen } from './server.ts';
import { openJsonFileStore } from './store/json-file.ts';
import { MemoryStore } from './store/memory.ts';

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
  /** The URL that clients reach the mock by, where that is not its own address. */
  readonly publicUrl?: string;
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
  readonly mintToken: (identity: string, ttlSeconds: number) => Promise<string>;
  readonly close: () => Promise<void>;
}

const realClock: Clock = { now: () => Date.now() };

const urlOf = (host: string, port: number): string => {
  const shown = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${shown.includes(':') ? `[${shown}]` : shown}:${port}`;
};

/** Told of failures that no request is to blame for. */
type Report = (error: unknown) => void;

interface State {
  readonly store: Store;
  readonly seed: string;
  readonly key: Promise<SigningKey>;
  /** False when the state was kept from an earlier run, so that fixtures are not applied again. */
  readonly isNew: boolean;
}

const openState = async ({ data, seed }: StartOptions, fresh: Promise<SigningKey>, report: Report): Promise<State> => {
  if (data === undefined) return { store: new MemoryStore(), seed, key: fresh, isNew: true };
  const store = await openJsonFileStore({
    file: data,
    meta: async () => ({ seed, signingKey: exportSigningKey(await fresh) }),
    report,
  });
  const { seed: kept = seed, signingKey } = store.meta as {
    seed?: string;
    signingKey: Parameters<typeof importSigningKey>[0];
  };
  return { store, seed: kept, key: Promise.resolve(importSigningKey(signingKey)), isNew: store.isNew };
};

/** Puts a mock together on an open port and a loaded state. */
const assemble = async (options: StartOptions, port: Listening, state: State, report: Report): Promise<RunningMock> => {
  const { store, seed, key, isNew } = state;
  const { serviceDomain, fixtures, fixturesFolder: folder, version, control: policy, tokenTtlSeconds } = options;
  const url = options.publicUrl ?? urlOf(port.host, port.port);
  const settings = { serviceDomain, publicUrl: url, seed };
  const mock = createMock({ settings, store, clock: realClock, key, report });
  const { world, kernel, rest, mintToken } = mock;
  const population = new Population({ store, clock: world.clock, settings, folder });
  await population.begin(fixtures, isNew);
  const steering: Steering = {
    world,
    policy,
    version,
    fixtures,
    mintToken,
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
    mountConsole({
      version,
      url,
      token: () => population.namedAdminToken(),
      // Loaded when it is first asked for: it costs more than all the rest of a start.
      openApi: async () => (await import('./emit/openapi.ts')).openApiTexts(kernel.operations, { version, url }),
    }),
  ];
  port.handle({ app: createHttpApp(rest, world, mounts), rest, world });
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
  // A key takes a while on another thread: it is made while everything else is loaded.
  const fresh = generateSigningKey();
  const port = await listen(options.host, options.port, options);
  try {
    const state = await openState(options, fresh, report);
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
