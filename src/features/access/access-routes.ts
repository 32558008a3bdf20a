import type { Kernel } from '../../kernel/call.ts';
import { identityIn, type NamedIdentity } from '../../plane/named-identity.ts';
import { routesTagged } from '../../plane/route.ts';
import { type App, failureOfMissing, json, type Steered } from '../../plane/route-parts.ts';
import { serve } from '../../plane/serve.ts';
import { entryPath } from '../journal/journal.contract.ts';
import * as bodies from './access.contract.ts';
import { accessControl } from './access-control.ts';
import type { AccessWorld } from './access-world.ts';

const route = routesTagged('Authorization');

const read = route('GET /authz', 'authz.mode', {
  summary: 'Read whether callers who lack a capability are refused',
  answer: json(bodies.authzState, 'The mode.'),
});

const set = route('PUT /authz', 'authz.setMode', {
  summary: 'Set whether callers who lack a capability are refused',
  body: bodies.setAuthz,
  answer: json(bodies.authzState, 'The mode that holds from the next call on.'),
});

const check = route('POST /authz:check', 'authz.check', {
  summary: 'Explain whether an identity may make a call',
  description: 'By the rights of the identity, whatever the mode is, and without the limits of a token.',
  body: bodies.authzQuestion,
  answer: json(bodies.authzCheck, 'The decision, and what led to it.'),
});

const explain = route('GET /journal/{id}:explain', 'journal.explain', {
  summary: 'Explain why a call was allowed or refused',
  description: 'By the rights that the caller had when it called.',
  params: entryPath,
  answer: json(bodies.authzCheck, 'The decision, and what led to it.'),
  failures: failureOfMissing('There is no such entry; the reason says whether it was dropped.'),
});

const matrix = route('GET /authz:matrix', 'authz.matrix', {
  summary: 'Show which role, and which identity, may do what at a group',
  query: bodies.matrixQuery,
  answer: json(bodies.authzMatrix, 'Roles and identities by operation.'),
});

const denied = route('GET /authz:denied', 'authz.denied', {
  summary: 'List the calls that would have been refused',
  answer: json(bodies.wouldDeny, 'The calls that were recorded since the mode became "report".'),
});

const used = route('GET /authz:used', 'authz.used', {
  summary: "Get the least roles with which a caller's recorded calls pass",
  query: bodies.usedQuery,
  answer: {
    description: 'Custom roles with their bindings.',
    content: {
      'application/json': { schema: bodies.leastRoles },
      'application/yaml': { schema: { type: 'string', description: 'A fixture.' } },
      'text/plain': { schema: { type: 'string', description: 'Terraform.' } },
    },
  },
});

/** The routes that explain authorization, and set whether it is enforced. */
export const accessRoutes = (
  app: App,
  steered: Steered<AccessWorld & { readonly population: NamedIdentity }>,
  { kernel }: { readonly kernel: Kernel },
): void => {
  const accessIn = (context: Parameters<typeof steered>[0]) => accessControl(kernel, steered(context));
  serve(app, read, (_, context) => accessIn(context).state());
  serve(app, set, ({ body: { mode } }, context) => accessIn(context).set(mode));
  serve(app, check, ({ body: { identity, operation, uid } }, context) =>
    accessIn(context).check(identityIn(steered(context).population, 'identity', identity), operation, uid),
  );
  serve(app, explain, ({ params: { id } }, context) => accessIn(context).explain(id));
  serve(app, matrix, ({ query: { group } }, context) => accessIn(context).matrix(group));
  serve(app, denied, (_, context) => accessIn(context).denied());
  serve(app, used, async ({ query: { caller, format = 'json' } }, context) => {
    const least = accessIn(context).used(identityIn(steered(context).population, 'caller', caller));
    if (format === 'json') return least;
    const { fixtureText, terraformText } = await import('./least-roles-text.ts');
    if (format === 'fixture') return context.body(fixtureText(least), 200, { 'Content-Type': 'application/yaml' });
    return context.body(terraformText(least), 200, { 'Content-Type': 'text/plain; charset=utf-8' });
  });
};
