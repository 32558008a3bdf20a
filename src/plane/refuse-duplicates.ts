import type { MiddlewareHandler } from 'hono';
import { invalidField } from '../kernel/errors.ts';
import { findMemberTwice } from '../schema/read-json.ts';
import type { ControlEnv } from './route-parts.ts';
import { WITH_BODY } from './taken-body.ts';

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\b/i;

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** Refuses bodies in JSON that name a member twice, at any depth (behaviour §1.4): one of the two would be lost in silence. */
export const refuseDuplicates: MiddlewareHandler<ControlEnv> = async ({ req }, next) => {
  // The text of a fixture is read by who names the line.
  const isJsonBody = WITH_BODY.has(req.method) && JSON_TYPE.test(req.header('content-type') ?? '');
  if (isJsonBody && !req.path.endsWith('/fixtures')) {
    const text = await req.text();
    const twice = isJson(text) ? findMemberTwice(text) : undefined;
    if (twice !== undefined) throw invalidField('body', `duplicate field ${JSON.stringify(twice)}`);
  }
  await next();
};
