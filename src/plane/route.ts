import { type RouteConfig, z } from '@hono/zod-openapi';
import { omitUndefined } from '../schema/defined.ts';
import { describeUnknownKey } from '../schema/nearest-name.ts';
import { failures } from './route-parts.ts';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type Responses = RouteConfig['responses'];
/** The parts in which routes differ. */
interface Described {
  readonly summary: string;
  readonly description?: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  /** A schema is the schema of a required body in JSON. */
  readonly body?: z.ZodType | NonNullable<RouteConfig['request']>['body'];
  /** The answer with 200. */
  readonly answer: Responses[200];
  /** The ways in which a call can fail, beside the failures of every control call or in their place. */
  readonly failures?: Responses;
}

const inJson = <S extends z.ZodType, R extends boolean>(schema: S, required: R) => ({
  content: { 'application/json': { schema } },
  required,
});

/**
 * Refuses parameters that the query does not have, unless the query is loose. The violation for a misspelt parameter comes
 * with the violation for the missing one.
 */
const closed = (query: z.ZodObject): z.ZodObject => {
  if (query.def.catchall instanceof z.ZodUnknown) return query;
  const { shape } = query;
  const known = Object.keys(shape);
  return z.looseObject(shape).superRefine(
    (given, { addIssue }) => {
      for (const name of Object.keys(given)) {
        if (!known.includes(name)) addIssue({ code: 'custom', path: [name], message: describeUnknownKey(name, known) });
      }
    },
    { when: () => true },
  );
};

/** A body in JSON that may be missing. */
export const optional = <S extends z.ZodType>(schema: S) => inJson(schema, false);

type BodyOf<B> = B extends z.ZodType ? ReturnType<typeof inJson<B, true>> : B;

/** A route with the schemas by which `serve` checks its handler. */
type Route<D extends Described> = {
  readonly method: Method;
  readonly path: string;
  readonly request: {
    readonly [Part in keyof D & ('params' | 'query' | 'body')]: Part extends 'body' ? BodyOf<D[Part]> : D[Part];
  };
  readonly responses: Responses & { readonly 200: D['answer'] };
};

/**
 * Describes the routes that have a tag in the document, each by its method and path, such as `GET /journal/{id}`, by
 * the id of its operation, and by what it has of its own.
 */
export const routesTagged =
  (tag: string) =>
  <const D extends Described>(
    methodAndPath: `${Uppercase<Method>} /${string}`,
    operationId: string,
    described: D,
  ): Route<D> => {
    const { summary, description, params, query: asked, body: given, answer, failures: others }: Described = described;
    const [method = '', path] = methodAndPath.split(' ');
    // A GET that has no parameters is called by probes and scrapers, some of which add their own.
    const query = asked || method !== 'GET' ? closed(asked ?? z.object({})) : undefined;
    const body = given && 'safeParse' in given ? inJson(given, true) : given;
    return {
      method: method.toLowerCase(),
      path,
      operationId,
      ...omitUndefined({ summary, description }),
      tags: [tag],
      request: omitUndefined({ params, query, body }),
      responses: { ...failures, 200: answer, ...others },
    } as Route<D>;
  };
