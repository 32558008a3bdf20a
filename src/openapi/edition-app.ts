import { OpenAPIHono } from '@hono/zod-openapi';
import type { Handler } from 'hono';
import { type BoundHttpOperation, selectOverHttp, selectUnversioned } from '../kernel/over-http.ts';
import type { BoundOperation } from '../kernel/runner.ts';
import { omitUndefined } from '../schema/defined.ts';
import { type Edition, V2 } from '../schema/edition.ts';
import type { JsonObject } from '../schema/json-object.ts';
import { makeReadable, type Paths, shareParameters } from './compact.ts';
import { type DocumentForm, type FormSettings, formOf } from './form.ts';
import { openApiRoutes, tagOf } from './routes.ts';
import { routingPath } from './routing-path.ts';
import { type Described, joinDocuments } from './unversioned.ts';

/** An app with the routes of an edition. */
export interface EditionApp {
  readonly app: OpenAPIHono;
  /** The description of the app's routes, for its document. */
  readonly described: () => Described;
}

const tagsOf = (operations: readonly BoundHttpOperation[]): Described['tags'] => {
  const tags = new Map<string, string>();
  const resources = new Map(operations.map((bound) => [bound.resource, tagOf(bound)]));
  for (const [{ description }, name] of resources) {
    if (tags.has(name)) throw new Error(`two resources are called ${name}`);
    tags.set(name, description);
  }
  return [...tags].map(([name, description]) => ({ name, description }));
};

const appOf = (
  operations: readonly BoundHttpOperation[],
  form: DocumentForm,
  serve: Handler | undefined,
  neighbours = operations,
): EditionApp => {
  const { routes, components, failures, examples } = openApiRoutes(operations, form, neighbours);
  const app = new OpenAPIHono();
  components.register(app.openAPIRegistry);
  failures.register(app.openAPIRegistry, examples);
  for (const { route, serves } of routes) {
    app.openAPIRegistry.registerPath(route);
    if (serve) app.all(routingPath(serves), serve);
  }
  const describe = (): Described => {
    const raw = app.getOpenAPI31Document({ openapi: '3.1.0', info: { title: '', version: '' } });
    const document = makeReadable(raw) as {
      readonly paths: Paths;
      readonly components: Readonly<Record<string, JsonObject>>;
    };
    const { paths, parameters } = shareParameters(document.paths);
    const { schemas = {}, responses = {} } = document.components;
    return { tags: tagsOf(operations), paths, components: { parameters, responses, schemas } };
  };
  return { app, described: describe };
};

/** An operation without a version under the name by which an older edition publishes it: with its service. */
const withService = (bound: BoundHttpOperation): BoundHttpOperation => {
  const { operation } = bound;
  return { ...bound, operation: { ...operation, id: `${operation.service.split('.').at(-1)}.${operation.id}` } };
};

/**
 * The operations of an edition as an app, each registered under its documented path, and routed by its id to `serve`;
 * without that they are only described. It takes about 60 milliseconds: create it on first use.
 * @throws Error when two schemas or two tags have one name
 */
export const editionApp = (
  described: readonly BoundOperation[],
  edition: Edition,
  settings: FormSettings,
  serve?: Handler,
): EditionApp => {
  const own = appOf(selectOverHttp(described, edition), formOf(edition, settings), serve);
  const unversioned = selectUnversioned(described, edition).map(withService);
  if (unversioned.length === 0) return own;
  // Those without a version are routes of the app of v2.
  const beside = appOf(
    unversioned,
    formOf(V2, omitUndefined({ profile: settings.profile })),
    undefined,
    selectOverHttp(described, V2),
  );
  return { app: own.app, described: () => joinDocuments(own.described(), beside.described()) };
};
