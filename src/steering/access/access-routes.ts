import { createRoute } from '@hono/zod-openapi';
import { invalidField } from '../../kernel/errors.ts';
import * as bodies from '../contract/access.ts';
import { entryPath } from '../contract/journal.ts';
import type { NamedIdentity } from '../plane/named-identity.ts';
import { type App, body, failures, json, missingFailure, type Steered } from '../plane/route-parts.ts';
import { serve } from '../plane/serve.ts';
import type { AccessControl } from './access-answers.ts';

const tags = ['Authorization'];

const read = createRoute({
  method: 'get',
  path: '/authz',
  summary: 'Read whether callers who lack a capability are refused',
  tags,
  responses: { 200: json(bodies.accessState, 'The mode.'), ...failures },
});

const set = createRoute({
  method: 'put',
  path: '/authz',
  summary: 'Set whether callers who lack a capability are refused',
  tags,
  request: { body: body(bodies.setAccess) },
  responses: { 200: json(bodies.accessState, 'The mode that holds from the next call on.'), ...failures },
});

const check = createRoute({
  method: 'post',
  path: '/authz:check',
  summary: 'Explain whether an identity may make a call',
  description: 'By the rights of the identity, whatever the mode is, and without the limits of a token.',
  tags,
  request: { body: body(bodies.askCheck) },
  responses: { 200: json(bodies.accessCheck, 'The decision, and what led to it.'), ...failures },
});

const explain = createRoute({
  method: 'get',
  path: '/journal/{id}:explain',
  summary: 'Explain why a call was allowed or refused',
  description: 'By the rights that the caller had when it called.',
  tags,
  request: { params: entryPath },
  responses: {
    200: json(bodies.accessCheck, 'The decision, and what led to it.'),
    ...failures,
    ...missingFailure('There is no such entry; the reason says whether it was dropped.'),
  },
});

const matrix = createRoute({
  method: 'get',
  path: '/authz:matrix',
  summary: 'Show which role, and which identity, may do what at a group',
  tags,
  request: { query: bodies.matrixQuery },
  responses: { 200: json(bodies.accessMatrix, 'Roles and identities by operation.'), ...failures },
});

const denied = createRoute({
  method: 'get',
  path: '/authz:denied',
  summary: 'List the calls that would have been refused',
  tags,
  responses: { 200: json(bodies.wouldDeny, 'What was recorded since the mode became "report".'), ...failures },
});

const used = createRoute({
  method: 'get',
  path: '/authz:used',
  summary: "Get the least roles with which a caller's recorded calls pass",
  tags,
  request: { query: bodies.usedQuery },
  responses: {
    200: {
      description: 'Custom roles with their bindings.',
      content: {
        'application/json': { schema: bodies.leastRoles },
        'application/yaml': { schema: { type: 'string', description: 'A fixture.' } },
        'text/plain': { schema: { type: 'string', description: 'Terraform.' } },
      },
    },
    ...failures,
  },
});

const identityIn = ({ identity }: NamedIdentity, field: string, name: string): string => {
  const found = identity(name);
  if ('reason' in found) throw invalidField(field, found.reason);
  return found.uid;
};

/** An answer without its readonly marks, which the types of the routes do not have. */
const plain = <T>(value: T): Mutable<T> => value as Mutable<T>;

type Mutable<T> = T extends readonly (infer Item)[]
  ? Mutable<Item>[]
  : T extends object
    ? { -readonly [Key in keyof T]: Mutable<T[Key]> }
    : T;

/** What explains and sets who may do what in a world. */
interface AccessSteering extends NamedIdentity {
  readonly access: AccessControl;
}

/** The routes that explain authorization, and set whether it is enforced. */
export const accessRoutes = (app: App, steered: Steered<AccessSteering>): void => {
  app.openapi(read, (context) => context.json(steered(context).access.state(), 200));
  app.openapi(set, (context) => context.json(steered(context).access.set(context.req.valid('json').mode), 200));
  app.openapi(check, (context) => {
    const { identity, operation, uid } = context.req.valid('json');
    const steering = steered(context);
    const caller = identityIn(steering, 'identity', identity);
    return context.json(plain(steering.access.check(caller, operation, uid)), 200);
  });
  serve(app, explain, ({ params }, context) => steered(context).access.explain(params.id));
  app.openapi(matrix, (context) =>
    context.json(plain(steered(context).access.matrix(context.req.valid('query').group)), 200),
  );
  app.openapi(denied, (context) => context.json(plain(steered(context).access.denied()), 200));
  app.openapi(used, async (context) => {
    const { caller, format = 'json' } = context.req.valid('query');
    const steering = steered(context);
    const least = steering.access.used(identityIn(steering, 'caller', caller));
    if (format === 'json') return context.json(plain(least), 200);
    const { fixtureText, terraformText } = await import('./least-roles-text.ts');
    if (format === 'fixture') return context.body(fixtureText(least), 200, { 'Content-Type': 'application/yaml' });
    return context.body(terraformText(least), 200, { 'Content-Type': 'text/plain; charset=utf-8' });
  });
};
