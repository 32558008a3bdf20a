import type { IncomingHttpHeaders } from 'node:http';
import type { OpenAPIHono, z } from '@hono/zod-openapi';
import { problem } from './problem.contract.ts';

/** An error in the form of the service. */
const failed = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

/** The answers that several routes give, by their names in the document. */
export const sharedAnswers = {
  Invalid: failed('The request breaks a rule, or the state of the world forbids it; nothing has changed.'),
  Unauthenticated: failed('The control token is missing or wrong.'),
  ForeignOrigin: failed('The request comes from a foreign origin, or is for a foreign host.'),
  NoWorld: failed('The world that the request names does not exist, or has ended.'),
  TooLarge: failed('The body is larger than 16 MiB; nothing has changed.'),
  TooManyWorlds: failed('There are too many worlds; the message names the oldest.'),
  DiskFull: failed('The disk of the mock or of the database is full; nothing has changed.'),
  TooComplex: failed('The body is nested too deeply; nothing has changed.'),
  HeadersTooLarge: failed('The headers are larger than 64 KiB. The connection is closed.'),
  Failed: failed('The mock failed; its log says why.'),
  Starting: failed('The fixtures are being applied, the mock is being stopped, or the database does not answer.'),
};

/** The environment of a control request: its headers as they were sent. */
export interface ControlEnv {
  readonly Bindings: {
    readonly headers: IncomingHttpHeaders;
    /** Reads the body, once. Throws ApiError if it is longer than `limit` bytes, or its client leaves. */
    readonly readBody: (limit: number) => Promise<Uint8Array>;
    /** Receives the error of a body that fails while it is sent; missing: its reader receives it. */
    readonly broken?: (error: unknown) => void;
  };
}

/** Finds the control of a route in the world that a request names. */
export type Steered<S> = (request: { readonly env: Pick<ControlEnv['Bindings'], 'headers'> }) => S;

/** The control plane's app; its routes also describe themselves for the document. */
export type App = OpenAPIHono<ControlEnv>;

/** An answer in JSON. */
export const json = <S extends z.ZodType>(schema: S, description: string) => ({
  description,
  content: { 'application/json': { schema } },
});
/** An answer that several routes give, by its name in the document. */
const shared = (name: keyof typeof sharedAnswers) => ({ $ref: `#/components/responses/${name}` });
/** The answer before a request has reached the plane. */
export const unreached = { 431: shared('HeadersTooLarge'), 503: shared('Starting') };
/** The failures of every control call. */
export const failures = {
  400: shared('Invalid'),
  401: shared('Unauthenticated'),
  403: shared('ForeignOrigin'),
  404: shared('NoWorld'),
  500: shared('Failed'),
  ...unreached,
};
/** A failure in the form of every error. */
export const failure = (description: string) => json(problem, description);
/** The failure of a call that names a thing which may not exist. */
export const failureOfMissing = (description: string) => ({
  404: failure(`${description} Or the world that the request names does not exist, or has ended.`),
});
/** The failures of a call that makes a world. */
export const roomFailure = { 429: shared('TooManyWorlds') };
/** The failures of a call that writes what is stored over restarts. */
export const writeFailure = { 429: shared('DiskFull') };
/** The failures of a call whose body may be nested. */
export const depthFailure = { 429: shared('TooComplex') };
/** The path of a value in a body; in a body that is a list it begins with an index: `[0].match.operation`. */
export const placeIn = (path: readonly PropertyKey[]): string =>
  typeof path[0] === 'number'
    ? path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('')
    : path.join('.');
