import { WorldClock } from '../control/world-clock.ts';
import { GrpcFace } from '../faces/grpc/face.ts';
import { RestFace } from '../faces/rest/face.ts';
import type { TrustedPrincipal } from '../identity/aws-principals.ts';
import type { Scheme } from '../identity/request-origin.ts';
import type { SigningKey } from '../identity/signing-keys.ts';
import type { TrustedIssuer } from '../identity/trusted-issuers.ts';
import { WorldIdentity } from '../identity/world-identity.ts';
import { accessEvaluator } from '../kernel/access.ts';
import { Kernel } from '../kernel/call.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Settings } from '../kernel/context.ts';
import { secretFor } from '../kernel/ids.ts';
import type { Store } from '../kernel/rows.ts';
import type { World } from '../kernel/world.ts';
import { grants, groups, identities, identityProviders } from '../resources/index.ts';
import { defined } from '../schema/defined.ts';
import { allResources, describedOperations } from './editions.ts';

/** The parts of which a mock is composed; everything that touches the outside is handed in. */
export interface Parts {
  readonly settings: Settings;
  readonly store: Store;
  readonly clock: Clock;
  readonly key: Promise<SigningKey>;
  /** Signs for the upstream issuers that the mock imitates. */
  readonly upstreamKey: SigningKey;
  readonly trusted: readonly TrustedIssuer[];
  /** Whom signed requests of AWS may be of; nobody where absent. */
  readonly trustedAws?: readonly TrustedPrincipal[];
  /** The audiences that tokens may have besides the mock's own URL. */
  readonly audiences: readonly string[];
  /** What the port speaks. */
  readonly scheme: Scheme;
  /** Receives failures that no request is to blame for. */
  readonly report: (error: unknown) => void;
}

/** A running mock, before any socket is open. */
export interface Mock {
  readonly kernel: Kernel;
  readonly world: World & { readonly clock: WorldClock };
  readonly rest: RestFace;
  readonly grpc: GrpcFace;
  readonly identity: WorldIdentity;
}

/** Composes resources, rows, time and keys into a mock. */
export const createMock = (parts: Parts): Mock => {
  const { settings, store, key, upstreamKey, trusted, audiences, scheme, report } = parts;
  const { seed, publicUrl: issuer } = settings;
  const clock = new WorldClock(parts.clock);
  const kernel = new Kernel(allResources, describedOperations, accessEvaluator(grants));
  const identity = new WorldIdentity({
    ...{ store, clock, machineClock: parts.clock, seed, issuer, audiences, scheme, key, upstreamKey, trusted, report },
    ...{ identities, groups, identityProviders, grants },
    ...defined({ trustedAws: parts.trustedAws }),
  });
  const { authenticate, tokens } = identity;
  const pageTokenKey = secretFor(seed, 'page-token');
  const world = { id: 'default', store, clock, settings, pageTokenKey, authenticate, tokens };
  const rest = new RestFace(kernel, report);
  const grpc = new GrpcFace({ kernel, world, report });
  return { kernel, world, rest, grpc, identity };
};
