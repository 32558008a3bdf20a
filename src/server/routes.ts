import { accessRoutes } from '../features/access/access-routes.ts';
import { tokenExplainRoutes } from '../features/access/token-explain-routes.ts';
import { clockRoutes } from '../features/clock/clock-routes.ts';
import { coverageRoutes } from '../features/coverage/coverage-routes.ts';
import { deliveryRoutes } from '../features/delivery/delivery-routes.ts';
import { sinkRoutes } from '../features/delivery/sink-routes.ts';
import { eventRoutes } from '../features/events/event-routes.ts';
import { faultRoutes } from '../features/faults/fault-routes.ts';
import { journalRoutes } from '../features/journal/journal-routes.ts';
import { consistencyRoutes } from '../features/lag/lag-routes.ts';
import { metricsRoutes } from '../features/metrics/metrics-routes.ts';
import { quotaRoutes } from '../features/quota/quota-routes.ts';
import { snapshotRoutes } from '../features/snapshots/snapshot-routes.ts';
import { ciTokenRoutes } from '../features/tokens/ci-token-routes.ts';
import { tokenRoutes } from '../features/tokens/token-routes.ts';
import { traceRoutes } from '../features/trace/trace-routes.ts';
import { healthRoutes } from '../world/health-routes.ts';
import { stateRoutes } from '../world/state-routes.ts';
import { worldRoutes } from '../world/world-routes.ts';

/** The routes of the control plane, in the order of its document. If two fit a path, the first answers. */
export const ROUTES = [
  healthRoutes,
  metricsRoutes,
  worldRoutes,
  snapshotRoutes,
  stateRoutes,
  clockRoutes,
  faultRoutes,
  // Before the journal: `{id}:explain` would be an id there.
  accessRoutes,
  journalRoutes,
  traceRoutes,
  eventRoutes,
  quotaRoutes,
  consistencyRoutes,
  coverageRoutes,
  deliveryRoutes,
  sinkRoutes,
  tokenRoutes,
  tokenExplainRoutes,
  ciTokenRoutes,
] as const;
