import { setImmediate as nextTurn } from 'node:timers/promises';
import { stringify } from 'yaml';
import type { DocumentTexts } from '../openapi/document.ts';
import { makeReadable } from '../openapi/readable.ts';
import { type App, sharedAnswers } from '../plane/route-parts.ts';
import { makeAtFirstUse } from '../schema/at-first-use.ts';

/** Generators of 3.1 refuse a license without its identifier. */
const LICENSE = { name: 'Apache-2.0', identifier: 'Apache-2.0' };

const TAGS = Object.entries({
  Health: 'Whether the mock runs, and with what settings.',
  Worlds: 'Universes of their own, each with rows, a clock and a journal.',
  Snapshots: 'Named states of a world.',
  State: 'The rows of a world as a whole.',
  Clock: 'The time that a world shows.',
  Faults: 'Failures that calls meet.',
  Authorization: 'Who may do what, and why.',
  Journal: 'The calls that were made.',
  Traces: 'The record of a run.',
  Events: 'Events, and their deliveries to subscriptions.',
  Quota: 'How many calls are answered in a time.',
  Consistency: 'How late changes are seen.',
  Coverage: 'What of the API was called.',
  Sinks: 'Receivers of deliveries in the mock itself.',
  Tokens: 'Tokens, and why one is refused.',
}).map(([name, description]) => ({ name, description }));

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

/**
 * The control plane's own OpenAPI document, made in turns, between which calls are answered. This file is imported at the
 * first use, because YAML's writer is.
 */
export const documentTexts = async (app: App, prefix: string, version: string): Promise<DocumentTexts> => {
  const raw = app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: { title: 'platform-mock control plane', version, license: LICENSE },
    servers: [{ url: prefix }],
    tags: TAGS,
    security: [{ controlToken: [] }, {}],
  });
  await nextTurn();
  const document = makeReadable(withShared(raw));
  await nextTurn();
  return {
    // An anchor is numbered by its place, so that one more would change lines all over.
    yaml: makeAtFirstUse(() => stringify(document, { aliasDuplicateObjects: false })),
    json: makeAtFirstUse(() => JSON.stringify(document)),
  };
};
