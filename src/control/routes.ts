import type { HttpBindings } from '@hono/node-server';
import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { HTTPException } from 'hono/http-exception';
import { instant } from '../kernel/clock.ts';
import { errorBody } from '../kernel/error-details.ts';
import { ApiError, internal, invalid, invalidField } from '../kernel/errors.ts';
import { canonicalTimestamp } from '../schema/scalars.ts';
import * as bodies from './bodies.ts';
import { durationFrom } from './durations.ts';
import { guardControl, isYaml } from './guard.ts';
import { type App, body, failures, json } from './route-parts.ts';
import { FixtureRefused, type Steering } from './settings.ts';
import { tokenRoutes } from './token-routes.ts';
import { type ClockReading, ClockRefusal } from './world-clock.ts';

/** Where the control plane lives. */
export const CONTROL_PREFIX = '/_mock/v1';

const OPEN: ReadonlySet<string> = new Set([`${CONTROL_PREFIX}/live`, `${CONTROL_PREFIX}/ready`]);
const HTTP_STATUS: Partial<Record<string, 400 | 401 | 403 | 404>> = {
  INVALID_ARGUMENT: 400,
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
};

const shown = ({ mode, nowMillis, scale }: ClockReading) => ({ mode, now: instant(nowMillis), scale });

const asApiError = (error: unknown): ApiError | undefined => {
  if (error instanceof ApiError) return error;
  if (error instanceof ClockRefusal) return invalidField(error.field, error.message);
  if (error instanceof FixtureRefused) return invalid(error.violation);
  return undefined;
};

/** The routes by which a test steers the mock: health, info, reset, clock, tokens and fixtures. */
export const controlApp = (steering: Steering, report: (error: unknown) => void): App => {
  const { world, policy } = steering;
  const problemOf = (error: ApiError): Response => {
    const headers = {
      'Content-Type': 'application/json',
      ...(error.code === 'UNAUTHENTICATED' ? { 'WWW-Authenticate': 'Bearer' } : {}),
    };
    const text = JSON.stringify(errorBody(error, 'mock', world.settings));
    return new Response(text, { status: HTTP_STATUS[error.code] ?? 500, headers });
  };
  const app: App = new OpenAPIHono<{ Bindings: HttpBindings }>({
    defaultHook: (result) => {
      if (result.success) return undefined;
      return problemOf(
        invalid(
          ...result.error.issues.map(({ path, message }) => ({
            field: path.join('.') || 'body',
            description: message,
          })),
        ),
      );
    },
  });
  app.use('*', async (context, next) => {
    if (!OPEN.has(context.req.path)) guardControl(policy, context.env.incoming);
    return next();
  });
  app.onError((error) => {
    const known =
      asApiError(error) ?? (error instanceof HTTPException ? invalidField('body', 'malformed JSON') : undefined);
    if (known) return problemOf(known);
    report(error);
    return problemOf(internal());
  });
  app.notFound(() => problemOf(new ApiError('NOT_FOUND', 'Not Found')));

  app.openapi(
    createRoute({
      method: 'get',
      path: '/live',
      summary: 'Is the port answering?',
      tags: ['Health'],
      security: [],
      responses: { 200: json(bodies.status, 'It is.') },
    }),
    (context) => context.json({ status: 'live' }, 200),
  );
  app.openapi(
    createRoute({
      method: 'get',
      path: '/ready',
      summary: 'Is every fixture applied?',
      tags: ['Health'],
      security: [],
      responses: { 200: json(bodies.status, 'It is. Until then the answer is 503 with the reason.') },
    }),
    (context) => context.json({ status: 'ready' }, 200),
  );
  app.openapi(
    createRoute({
      method: 'get',
      path: '/info',
      summary: 'What is running',
      tags: ['Health'],
      responses: { 200: json(bodies.info, 'The server, its world and what the fixtures named.'), ...failures },
    }),
    (context) =>
      context.json(
        {
          version: steering.version,
          url: world.settings.publicUrl,
          issuer: world.settings.publicUrl,
          serviceDomain: world.settings.serviceDomain,
          seed: world.settings.seed,
          fixtures: [...steering.fixtures],
          orgId: steering.orgId(),
          rows: { ...world.store.rows.counts() },
          aliases: Object.fromEntries(steering.aliases()),
          clock: shown(world.clock.read()),
        },
        200,
      ),
  );
  app.openapi(
    createRoute({
      method: 'post',
      path: '/reset',
      summary: 'Back to what the world was made from',
      tags: ['State'],
      request: { body: { ...body(bodies.reset), required: false } },
      responses: { 200: json(bodies.status, 'Rows and clock are as they were at the start.'), ...failures },
    }),
    async (context) => {
      await steering.reset();
      return context.json({ status: 'reset' }, 200);
    },
  );
  app.openapi(
    createRoute({
      method: 'get',
      path: '/clock',
      summary: 'What time it is',
      tags: ['Clock'],
      responses: { 200: json(bodies.clock, 'The clock.'), ...failures },
    }),
    (context) => context.json(shown(world.clock.read()), 200),
  );
  app.openapi(
    createRoute({
      method: 'put',
      path: '/clock',
      summary: 'Freeze, scale or set the clock',
      tags: ['Clock'],
      request: { body: body(bodies.setClock) },
      responses: { 200: json(bodies.clock, 'The clock as it runs now.'), ...failures },
    }),
    (context) => {
      const { mode, now, scale } = context.req.valid('json');
      const moment = now === undefined ? undefined : canonicalTimestamp(now);
      if (now !== undefined && moment === undefined)
        throw invalidField('now', 'must be an RFC 3339 timestamp with an offset');
      if (scale !== undefined && mode !== 'scaled') throw invalidField('scale', 'goes with mode "scaled" only');
      return context.json(
        shown(world.clock.set(mode, moment === undefined ? undefined : Date.parse(moment), scale)),
        200,
      );
    },
  );
  app.openapi(
    createRoute({
      method: 'post',
      path: '/clock:advance',
      summary: 'Move the clock ahead',
      tags: ['Clock'],
      request: { body: body(bodies.advanceClock) },
      responses: { 200: json(bodies.clock, 'The clock after the step.'), ...failures },
    }),
    (context) => {
      const step = durationFrom(context.req.valid('json').by);
      if (step === undefined) throw invalidField('by', 'must be a duration such as "72h1s"');
      return context.json(shown(world.clock.advance(step)), 200);
    },
  );
  tokenRoutes(app, steering);
  app.openapi(
    createRoute({
      method: 'post',
      path: '/fixtures',
      summary: 'Apply a fixture to the running world',
      tags: ['State'],
      request: {
        query: bodies.fixtureQuery,
        body: { required: true, content: { 'application/yaml': { schema: bodies.fixtureText } } },
      },
      responses: { 200: json(bodies.applied, 'All of the fixture is applied.'), ...failures },
    }),
    async (context) => {
      const text = await context.req.text();
      const query = context.req.valid('query');
      const named = isYaml(context.req.header('content-type')) ? undefined : bodies.namedFixture(text);
      const fixture = named ? { name: named.name } : { text };
      const { rows, aliases } = await steering.apply(fixture, named?.mode ?? query.mode ?? 'merge');
      return context.json({ rows, aliases: Object.fromEntries(aliases) }, 200);
    },
  );
  app.openAPIRegistry.registerComponent('securitySchemes', 'controlToken', { type: 'http', scheme: 'bearer' });
  let document: string | undefined;
  app.get('/openapi.yaml', async (context) => {
    document ??= (await import('./document-text.ts')).documentText(app, CONTROL_PREFIX, steering.version);
    return context.body(document, 200, { 'Content-Type': 'application/yaml' });
  });
  return app;
};
