import type { RouteConfig, z } from '@hono/zod-openapi';
import type { Context, Handler } from 'hono';
import { invalidField } from '../kernel/errors.ts';
import type { App, ControlEnv } from './route-parts.ts';

/**
 * A value that a schema accepts or answers, as plain and readonly: the form in which the interfaces of `nouns.ts` are
 * emitted. An optional property is missing if there is nothing, and never `undefined`.
 */
export type Plain<T> = unknown extends T
  ? T
  : T extends string
    ? T
    : T extends readonly (infer Item)[]
      ? readonly Plain<Item>[]
      : T extends object
        ? { readonly [Name in keyof T]: Plain<Exclude<T[Name], undefined>> }
        : T;

/** The answer of a route with 200, as a plain value. */
export type Answer<R> = R extends {
  readonly responses: {
    readonly 200: { readonly content: { readonly 'application/json': { readonly schema: z.ZodType<infer Value> } } };
  };
}
  ? Plain<Value>
  : never;

type Output<S> = S extends z.ZodType<infer Value> ? Plain<Value> : undefined;
type RequestOf<R> = R extends { readonly request: infer Request } ? Request : object;

type BodyOf<Request> = Request extends { readonly body: infer Body }
  ?
      | (Body extends { readonly content: { readonly 'application/json': { readonly schema: infer S } } }
          ? Output<S>
          : undefined)
      | (Body extends { readonly required: true } ? never : undefined)
  : undefined;

/** The contents of a request: its path, its query and its body in JSON, each as the schema has read it. */
export interface Asked<R> {
  readonly params: RequestOf<R> extends { readonly params: infer S } ? Output<S> : undefined;
  readonly query: RequestOf<R> extends { readonly query: infer S } ? Output<S> : undefined;
  readonly body: BodyOf<RequestOf<R>>;
}

/**
 * A name at the end of a path, with a verb or a view behind it or none: one segment, which hono routes by a pattern. A
 * colon begins a verb, so that an unknown one is no part of a name; in a name it is written %3A.
 */
const NAMED = /\{(\w+)\}(?::(\w+))?$/;

/** Reads the results of a route's validators, and for a route with a verb behind a name that name. */
const askedOf = (context: Context<ControlEnv>, named: string | undefined): Asked<never> => {
  const getValid = (what: 'param' | 'query' | 'json') => context.req.valid(what as never) as unknown;
  const segment = named === undefined ? '' : (context.req.param(named) ?? '');
  const params = named === undefined ? getValid('param') : { [named]: segment.slice(0, segment.lastIndexOf(':')) };
  return { params, query: getValid('query'), body: getValid('json') } as Asked<never>;
};

/**
 * Serves a route that answers JSON, and describes it in the document. The answer is checked by its type against the
 * schema of the route; a Response is sent as it is.
 */
export const serve = <R extends RouteConfig>(
  app: App,
  route: R,
  answer: (asked: Asked<R>, context: Context<ControlEnv>) => Answer<R> | Response | Promise<Answer<R> | Response>,
): void => {
  const [, named, verb] = NAMED.exec(route.path) ?? [];
  const handle: Handler<ControlEnv> = async (context) => {
    const isBodiless = route.method !== 'get' && !route.request?.body;
    if (isBodiless && !/^\s*(?:\{\s*\}\s*)?$/.test(await context.req.text())) {
      // A name for a fork, say: nothing would read it.
      throw invalidField('body', 'must be empty: this call takes none');
    }
    const answered = await answer(askedOf(context, verb && named) as Asked<R>, context);
    return answered instanceof Response ? answered : context.json(answered as object, 200);
  };
  if (named === undefined) {
    app.openapi(route, handle as never);
    return;
  }
  app.openAPIRegistry.registerPath(route);
  const { params, ...request } = route.request ?? {};
  const [asked, segment] = verb ? [request, `[^/]+:${verb}`] : [{ ...request, params }, '[^/:]+'];
  const path = route.path.replace(NAMED, `:${named}{${segment}}`);
  app.openapi({ ...route, request: asked, path, hide: true }, handle as never);
};
