import { stringify } from 'yaml';
import type { App } from './route-parts.ts';

/** What every call with a body can be answered, as the body is read before its route is. */
const TOO_LARGE = {
  description: 'The body is larger than 16 MiB; nothing has changed.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
};

/** The document with what the plane answers ahead of the routes. */
const withPlane = (document: ReturnType<App['getOpenAPI31Document']>): object => {
  for (const methods of Object.values(document.paths ?? {})) {
    for (const operation of [methods.post, methods.put, methods.delete]) {
      if (operation?.requestBody && operation.responses) operation.responses['413'] = TOO_LARGE;
    }
  }
  return document;
};

/** The control plane's own OpenAPI document as YAML. This file is imported at the first use, because YAML's writer is. */
export const documentText = (app: App, prefix: string, version: string): string =>
  stringify(
    withPlane(
      app.getOpenAPI31Document({
        openapi: '3.1.0',
        info: { title: 'platform-mock control plane', version, license: { name: 'Apache-2.0' } },
        servers: [{ url: prefix }],
        security: [{ controlToken: [] }, {}],
      }),
    ),
  );
