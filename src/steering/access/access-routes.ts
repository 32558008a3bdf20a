import { createRoute } from '@hono/zod-openapi';
import { invalidField } from '../../kernel/errors.ts';
import * as bodies from '../contract/access.ts';
import { entryPath } from '../contract/journal.ts';
import type { NamedIdentity } from '../plane/named-identity.ts';
import { type App, body, failureOfMissing, failures, json, type Steered } from '../plane/route-parts.ts';
import { serve } from '../plane/serve.ts';
import type { AccessControl } from './access-world.ts';

const tags = ['Authorization'];

const read = createRoute({
  method: 'get',
  path: '/authz',
  operationId: 'authz.mode',
  summary: 'Read whether callers who lack a capability are refused',
  tags,
  responses: { 200: json(bodies.authzState, 'The mode.'), ...failures },
});

const set = createRoute({
  method: 'put',
  path: '/authz',
  operationId: 'authz.setMode',
  summary: 'Set whether callers who lack a capability are refused',
  tags,
  request: { body: body(bodies.setAuthz) },
  responses: { 200: json(bodies.authzState, 'The mode that holds from the next call on.'), ...failures },
});

const check = createRoute({
  method: 'post',
  path: '/authz:check',
  operationId: 'authz.check',
  summary: 'Explain whether an identity may make a call',
  description: 'By the rights of the identity, whatever the mode is, and without the limits of a token.',
  tags,
  request: { body: body(bodies.authzQuestion) },
  responses: { 200: json(bodies.authzCheck, 'The decision, and what led to it.'), ...failures },
});

const explain = createRoute({
  method: 'get',
  path: '/journal/{id}:explain',
  operationId: 'journal.explain',
  summary: 'Explain why a call was allowed or refused',
  description: 'By the rights that the caller had when it called.',
  tags,
  request: { params: entryPath },
  responses: {
    200: json(bodies.authzCheck, 'The decision, and what led to it.'),
    ...failures,
    ...failureOfMissing('There is no such entry; the reason says whether it was dropped.'),
  },
});

const matrix = createRoute({
  method: 'get',
  path: '/authz:matrix',
  operationId: 'authz.matrix',
  summary: 'Show which role, and which identity, may do what at a group',
  tags,
  request: { query: bodies.matrixQuery },
  responses: { 200: json(bodies.authzMatrix, 'Roles and identities by operation.'), ...failures },
});

const denied = createRoute({
  method: 'get',
  path: '/authz:denied',
  operationId: 'authz.denied',
  summary: 'List the calls that would have been refused',
  tags,
  responses: { 200: json(bodies.wouldDeny, 'What was recorded since the mode became "report".'), ...failures },
});

const used = createRoute({
  method: 'get',
  path: '/authz:used',
  operationId: 'authz.used',
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

/** The control of the rights of callers in a world. */
interface AccessSteering extends NamedIdentity {
  readonly access: AccessControl;
}

/** The routes that explain authorization, and set whether it is enforced. */
export const accessRoutes = (app: App, steered: Steered<AccessSteering>): void => {
  serve(app, read, (_, context) => steered(context).access.state());
  serve(app, set, ({ body: { mode } }, context) => steered(context).access.set(mode));
  serve(app, check, ({ body: { identity, operation, uid } }, context) => {
    const steering = steered(context);
    return steering.access.check(identityIn(steering, 'identity', identity), operation, uid);
  });
  serve(app, explain, ({ params: { id } }, context) => steered(context).access.explain(id));
  serve(app, matrix, ({ query: { group } }, context) => steered(context).access.matrix(group));
  serve(app, denied, (_, context) => steered(context).access.denied());
  serve(app, used, async ({ query: { caller, format = 'json' } }, context) => {
    const steering = steered(context);
    const least = steering.access.used(identityIn(steering, 'caller', caller));
    if (format === 'json') return least;
    const { fixtureText, terraformText } = await import('./least-roles-text.ts');
    if (format === 'fixture') return context.body(fixtureText(least), 200, { 'Content-Type': 'application/yaml' });
    return context.body(terraformText(least), 200, { 'Content-Type': 'text/plain; charset=utf-8' });
  });
};
