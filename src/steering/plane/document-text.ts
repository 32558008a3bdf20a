import { stringify } from 'yaml';
import type { App } from './route-parts.ts';
import { sharedAnswers } from './shared-answers.ts';

/** The document with the answers that routes share, and with what is answered as a body is read, before its route is. */
const withShared = (document: ReturnType<App['getOpenAPI31Document']>): object => {
  for (const methods of Object.values(document.paths ?? {})) {
    for (const operation of [methods.post, methods.put, methods.delete]) {
      if (operation?.requestBody && operation.responses) {
        operation.responses['413'] = { $ref: '#/components/responses/TooLarge' };
      }
    }
  }
  return { ...document, components: { ...document.components, responses: sharedAnswers } };
};

/** The control plane's own OpenAPI document as YAML. This file is imported at the first use, because YAML's writer is. */
export const documentText = (app: App, prefix: string, version: string): string =>
  stringify(
    withShared(
      app.getOpenAPI31Document({
        openapi: '3.1.0',
        info: { title: 'platform-mock control plane', version, license: { name: 'Apache-2.0' } },
        servers: [{ url: prefix }],
        security: [{ controlToken: [] }, {}],
      }),
    ),
    // An anchor is numbered by its place, so that one more would change lines all over.
    { aliasDuplicateObjects: false },
  );
