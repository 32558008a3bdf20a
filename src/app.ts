import { WorldClock } from './control/world-clock.ts';
import { RestFace } from './faces/rest/face.ts';
import { mintToken } from './identity/access-tokens.ts';
import { createAuthenticator } from './identity/authenticator.ts';
import type { SigningKey } from './identity/signing-keys.ts';
import { accessEvaluator } from './kernel/access.ts';
import { Kernel } from './kernel/call.ts';
import type { Clock } from './kernel/clock.ts';
import type { Settings } from './kernel/context.ts';
import { secretFor } from './kernel/ids.ts';
import type { Store } from './kernel/rows.ts';
import type { World } from './kernel/world.ts';
import { grants, identities, resources } from './resources/index.ts';

/** What a mock is put together from; everything that touches the outside is handed in. */
export interface Parts {
  readonly settings: Settings;
  readonly store: Store;
  readonly clock: Clock;
  readonly key: Promise<SigningKey>;
  /** Told of failures that no request is to blame for. */
  readonly report: (error: unknown) => void;
}

/** A running mock, before any socket is open. */
export interface Mock {
  readonly kernel: Kernel;
  readonly world: World & { readonly clock: WorldClock };
  readonly rest: RestFace;
  /** Signs a bearer token of the default world for an identity. */
  readonly mintToken: (identity: string, ttlSeconds: number) => Promise<string>;
}

/** Composes resources, rows, time and keys into a mock. */
export const createMock = (parts: Parts): Mock => {
  const { settings, store, key, report } = parts;
  const pageTokenKey = secretFor(settings.seed, 'page-token');
  const clock = new WorldClock(parts.clock);
  const kernel = new Kernel(resources, accessEvaluator(grants));
  const issuer = settings.publicUrl;
  const authenticate = createAuthenticator({ rows: store.rows, identities, clock, key, issuer });
  const world = { id: 'default', store, clock, settings, pageTokenKey, authenticate };
  let minted = 0;
  return {
    kernel,
    world,
    rest: new RestFace(kernel, report),
    mintToken: async (subject, ttlSeconds) => {
      minted += 1;
      const id = secretFor(settings.seed, 'token', String(minted)).slice(0, 32);
      const issuedMillis = clock.now();
      return mintToken(await key, { subject, issuer, audience: issuer, issuedMillis, ttlSeconds, id });
    },
  };
};
