import { createRoute } from '@hono/zod-openapi';
import { invalidField } from '../../kernel/errors.ts';
import { DEFAULT_WORLD } from '../../kernel/world.ts';
import * as bodies from '../contract/bodies.ts';
import { isYaml } from '../plane/guard.ts';
import { type App, body, failures, json, type Steered, tooLargeFailure } from '../plane/route-parts.ts';
import type { Steering, WorldControl } from './steering-contract.ts';

const reset = createRoute({
  method: 'post',
  path: '/reset',
  summary: 'Reset the world to its start',
  tags: ['State'],
  request: { body: { ...body(bodies.reset), required: false } },
  responses: { 200: json(bodies.status, 'Rows and clock are as they were at the start.'), ...failures },
});

const applyFixture = createRoute({
  method: 'post',
  path: '/fixtures',
  summary: 'Apply a fixture to the running world',
  tags: ['State'],
  request: {
    query: bodies.fixtureQuery,
    body: { required: true, content: { 'application/yaml': { schema: bodies.fixtureText } } },
  },
  responses: { 200: json(bodies.applied, 'All of the fixture is applied.'), ...failures, ...tooLargeFailure },
});

/** The routes that change the world's rows as a whole: back to the start, and by a fixture. */
export const stateRoutes = (app: App, steered: Steered<Steering>, worlds: WorldControl): void => {
  app.openapi(reset, async (context) => {
    const { world } = context.req.valid('json') ?? {};
    const steering = steered(context);
    const { id } = steering.world;
    if (world !== undefined && world !== id && id !== DEFAULT_WORLD) {
      throw invalidField('world', `differs from the world ${JSON.stringify(id)} that the request names`);
    }
    await (world === undefined ? steering : worlds.named(world)).reset();
    return context.json({ status: 'reset' }, 200);
  });
  app.openapi(applyFixture, async (context) => {
    const text = await context.req.text();
    const query = context.req.valid('query');
    const named = isYaml(context.req.header('content-type')) ? undefined : bodies.namedFixture(text);
    const fixture = named ? { name: named.name } : { text };
    const { rows, aliases } = await steered(context).apply(fixture, named?.mode ?? query.mode ?? 'merge');
    return context.json({ rows, aliases: Object.fromEntries(aliases) }, 200);
  });
};
