import type { IncomingHttpHeaders } from 'node:http';
import type { OpenAPIHono, z } from '@hono/zod-openapi';
import { problem } from '../contract/problem.ts';

/** What a control request comes with: its headers as they were sent. */
export interface ControlEnv {
  readonly Bindings: { readonly headers: IncomingHttpHeaders };
}

/** Finds what a route steers in the world that a request names. */
export type Steered<S> = (request: { readonly env: ControlEnv['Bindings'] }) => S;

/** The control plane's app; its routes also describe themselves for the document. */
export type App = OpenAPIHono<ControlEnv>;

/** An answer in JSON. */
export const json = <S extends z.ZodType>(schema: S, description: string) => ({
  description,
  content: { 'application/json': { schema } },
});
/** A required body in JSON. */
export const body = <S extends z.ZodType>(schema: S) => ({
  content: { 'application/json': { schema } },
  required: true as const,
});
/** How every control call can fail. */
export const failures = {
  400: json(problem, 'The request breaks a rule; nothing has changed.'),
  401: json(problem, 'The control token is missing or wrong.'),
  403: json(problem, 'The request comes from a foreign origin.'),
  404: json(problem, 'The world that the request names does not exist, or has ended.'),
};
/** How a call can fail that names what may not exist. */
export const missingFailure = (description: string) => ({ 404: json(problem, description) });
/** How a call with a large body can fail, too. */
export const tooLargeFailure = { 413: json(problem, 'The body is larger than 16 MiB; nothing has changed.') };
/** Where something is in a body that may be a list, such as `[0].match.operation`. */
export const placeIn = (path: readonly PropertyKey[]): string =>
  path
    .map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index === 0 ? '' : '.'}${String(step)}`))
    .join('');
