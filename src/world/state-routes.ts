import { DEFAULT_WORLD } from '../kernel/call-scope.ts';
import { invalidField } from '../kernel/errors.ts';
import { isYaml } from '../plane/guard.ts';
import { optional, routesTagged } from '../plane/route.ts';
import { type App, json, type Steered, writeFailure } from '../plane/route-parts.ts';
import { serve } from '../plane/serve.ts';
import { status } from '../plane/words.contract.ts';
import { appliedFixture, FIXTURE_JSON, findNamedFixture, fixtureQuery, fixtureText } from './fixtures.contract.ts';
import type { World } from './world.ts';
import type { WorldControl } from './world-control.ts';
import { reset as resetBody } from './worlds.contract.ts';

const route = routesTagged('State');

const reset = route('POST /reset', 'world.reset', {
  summary: 'Reset the world to its start',
  body: optional(resetBody),
  answer: json(status, 'Rows and clock are as they were at the start.'),
  failures: writeFailure,
});

const applyFixture = route('POST /fixtures', 'world.apply', {
  summary: 'Apply a fixture to the running world',
  query: fixtureQuery,
  body: {
    required: true,
    content: { 'application/yaml': { schema: fixtureText }, 'application/json': { schema: FIXTURE_JSON } },
  },
  answer: json(appliedFixture, 'All of the fixture is applied.'),
  failures: writeFailure,
});

/** The routes that change the world's rows as a whole: back to the start, and by a fixture. */
export const stateRoutes = (app: App, steered: Steered<World>, { worlds }: { readonly worlds: WorldControl }): void => {
  serve(app, reset, async ({ body: { world } = {} }, context) => {
    const named = steered(context);
    const { id } = named.scope;
    if (world !== undefined && world !== id && id !== DEFAULT_WORLD) {
      throw invalidField('world', `differs from the world ${JSON.stringify(id)} that the request names`);
    }
    await (world === undefined ? named : worlds.get(world)).reset();
    return { status: 'reset' };
  });
  serve(app, applyFixture, async ({ query }, context) => {
    const text = await context.req.text();
    const named = isYaml(context.req.header('content-type')) ? undefined : findNamedFixture(text);
    const fixture = named ? { name: named.name } : { text };
    return steered(context).population.apply(fixture, named?.mode ?? query.mode ?? 'merge');
  });
};
