import { createRoute } from '@hono/zod-openapi';
import { viewOfClock } from '../features/clock/world-clock.ts';
import { hostIn, issuerFor, settingsAt, urlFor } from '../kernel/request-origin.ts';
import type { ControlCalls } from '../plane/control-calls.ts';
import { routesTagged } from '../plane/route.ts';
import { type App, json, type Steered, unreached } from '../plane/route-parts.ts';
import { serve } from '../plane/serve.ts';
import { status } from '../plane/words.contract.ts';
import { profileIn } from '../schema/profile.ts';
import * as bodies from './health.contract.ts';
import type { World } from './world.ts';

const live = createRoute({
  method: 'get',
  path: '/live',
  operationId: 'mock.live',
  summary: 'Report that the port answers',
  tags: ['Health'],
  security: [],
  responses: { 200: json(status, 'It does.'), 431: unreached[431] },
});

const ready = createRoute({
  method: 'get',
  path: '/ready',
  operationId: 'mock.ready',
  summary: 'Report whether calls are answered',
  tags: ['Health'],
  security: [],
  responses: { 200: json(status, 'It is.'), ...unreached },
});

const info = routesTagged('Health')('GET /info', 'world.info', {
  summary: 'Describe what is running',
  answer: json(bodies.info, 'The server, its world and what the fixtures named.'),
});

/** The facts about the mock itself. */
export interface HealthParts {
  readonly version: string;
  /** The URL of the address that the process listens on, whatever clients reach it by. */
  readonly localUrl: string;
  /** The names of the fixtures that it was started with. */
  readonly fixtures: readonly string[];
  /** The calls of its control plane. */
  readonly calls: ControlCalls;
}

/** The routes for the liveness, the readiness and the facts of the mock. */
export const healthRoutes = (
  app: App,
  steered: Steered<World>,
  { version, localUrl, fixtures, calls }: HealthParts,
): void => {
  serve(app, live, () => ({ status: 'live' }));
  serve(app, ready, () => ({ status: 'ready' }));
  serve(app, info, (_, context) => {
    const { scope, population } = steered(context);
    const { id, store, clock } = scope;
    const settings = settingsAt(scope.settings, hostIn(context.env.headers));
    return {
      version,
      world: id,
      url: urlFor(settings),
      localUrl,
      issuer: issuerFor(settings),
      serviceDomain: settings.serviceDomain,
      profile: profileIn(settings).name,
      seed: settings.seed,
      fixtures,
      orgId: population.orgId(),
      rows: store.rows.counts(),
      aliases: Object.fromEntries(population.aliases()),
      clock: viewOfClock(clock.read()),
      controlCalls: calls.read(),
    };
  });
};
