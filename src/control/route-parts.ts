import type { HttpBindings } from '@hono/node-server';
import type { OpenAPIHono, z } from '@hono/zod-openapi';
import * as bodies from './bodies.ts';

/** The control plane's app: each route is at once its document. */
export type App = OpenAPIHono<{ Bindings: HttpBindings }>;

/** An answer in JSON. */
export const json = <S extends z.ZodType>(schema: S, description: string) => ({
  description,
  content: { 'application/json': { schema } },
});
/** A body in JSON that must be there. */
export const body = <S extends z.ZodType>(schema: S) => ({
  content: { 'application/json': { schema } },
  required: true,
});
/** How every control call can fail. */
export const failures = {
  400: json(bodies.problem, 'The request breaks a rule; nothing has changed.'),
  401: json(bodies.problem, 'The control token is missing or wrong.'),
  403: json(bodies.problem, 'The request comes from a foreign origin.'),
};
