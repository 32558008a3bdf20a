import { stringify } from 'yaml';
import type { App } from './route-parts.ts';

/** The control plane's own OpenAPI document as YAML. This file is imported at the first use, because YAML's writer is. */
export const documentText = (app: App, prefix: string, version: string): string =>
  stringify(
    app.getOpenAPI31Document({
      openapi: '3.1.0',
      info: { title: 'platform-mock control plane', version, license: { name: 'Apache-2.0' } },
      servers: [{ url: prefix }],
      security: [{ controlToken: [] }, {}],
    }),
  );
