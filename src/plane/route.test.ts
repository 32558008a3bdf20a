import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OpenAPIHono, z } from '@hono/zod-openapi';
import { optional, routesTagged } from './route.ts';
import { type ControlEnv, failureOfMissing, json } from './route-parts.ts';
import { serve } from './serve.ts';

const route = routesTagged('Things');
const thing = z.object({ size: z.number() });

const resize = route('PUT /things/{id}', 'things.resize', {
  summary: 'Resize a thing',
  params: z.object({ id: z.string() }),
  body: thing,
  answer: json(thing, 'The thing.'),
  failures: failureOfMissing('There is no such thing.'),
});

const make = route('POST /things', 'things.make', {
  summary: 'Make a thing',
  query: z.object({ size: z.string() }),
  body: optional(thing),
  answer: json(thing, 'The thing.'),
});

const sent = (app: OpenAPIHono<ControlEnv>, method: string, path: string, body?: object) =>
  app.request(path, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
  });

test('a route is served and documented as it is described', async () => {
  const app = new OpenAPIHono<ControlEnv>();
  serve(app, resize, ({ params: { id }, body: { size } }) => ({ size: size + id.length }));
  serve(app, make, ({ query, body }) => ({ size: body?.size ?? Number(query.size) }));
  assert.deepEqual(await (await sent(app, 'PUT', '/things/abc', { size: 4 })).json(), { size: 7 });
  assert.equal((await sent(app, 'PUT', '/things/abc', { size: 'large' })).status, 400);
  assert.deepEqual(await (await sent(app, 'POST', '/things?size=2')).json(), { size: 2 });
  const { paths } = app.getOpenAPI31Document({ openapi: '3.1.0', info: { title: 'Things', version: '1' } });
  const documented = paths?.['/things/{id}']?.put;
  assert.deepEqual(documented?.tags, ['Things']);
  assert.match(documented?.responses?.['404'].description, /no such thing/);
});

test('the schemas of a route are the types of its handler', () => {
  const app = new OpenAPIHono<ControlEnv>();
  // @ts-expect-error: the path has no such part.
  serve(app, resize, ({ params: { name } }) => ({ size: 1, name }));
  // @ts-expect-error: a size is a number.
  serve(app, resize, ({ body: { size } }) => ({ size: String(size) }));
  // @ts-expect-error: this body may be missing.
  serve(app, make, ({ body: { size } }) => ({ size }));
  // @ts-expect-error: nothing is read of a query that is not described.
  serve(app, resize, ({ query: { size } }) => ({ size: Number(size) }));
});
