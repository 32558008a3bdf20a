import { OpenAPIHono } from '@hono/zod-openapi';
import type { WorldCoverage } from '../features/coverage/world-coverage.ts';
import { isSinkDelivery } from '../features/delivery/sink-routes.ts';
import type { AllEvents } from '../features/events/event-log.ts';
import type { AllJournals } from '../features/journal/journal-control.ts';
import type { Counted } from '../features/metrics/prometheus-text.ts';
import { beginStep, type StepParts } from '../features/trace/note-step.ts';
import type { TracePage } from '../features/trace/trace-routes.ts';
import type { Kernel } from '../kernel/call.ts';
import { DEFAULT_WORLD, WORLD_HEADER } from '../kernel/call-scope.ts';
import type { Report } from '../kernel/caller-error.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Settings } from '../kernel/context.ts';
import { invalid } from '../kernel/errors.ts';
import type { DocumentTexts } from '../openapi/document.ts';
import { ControlCalls } from '../plane/control-calls.ts';
import { type ControlPolicy, guardControl } from '../plane/guard.ts';
import { CONTROL_PREFIX } from '../plane/prefix.ts';
import { errorFor, problemOf } from '../plane/problems.ts';
import { type App, type ControlEnv, placeIn, type Steered } from '../plane/route-parts.ts';
import { refuseDuplicates, takeBody } from '../plane/taken-body.ts';
import { answerCode, codeName, operationId } from '../plane/words.contract.ts';
import type { HealthParts } from '../world/health-routes.ts';
import type { World } from '../world/world.ts';
import type { WorldControl } from '../world/world-control.ts';
import { ROUTES } from './routes.ts';

/** The largest body that is accepted, in bytes: a fixture. Larger ones can be loaded at the start, or generated. */
const BODY_LIMIT = 16 * 1024 * 1024;
const OPEN: ReadonlySet<string> = new Set([`${CONTROL_PREFIX}/live`, `${CONTROL_PREFIX}/ready`]);
/** About the process, and no world: answered even while no world can be entered. */
const METRICS = `${CONTROL_PREFIX}/metrics`;

/** The dependencies of the control plane, handed in by the composition root. */
export interface ControlParts extends Omit<HealthParts, 'calls'> {
  readonly settings: Settings;
  /** The kernel that answers the calls of every world. */
  readonly kernel: Kernel;
  /** The clock of the machine. */
  readonly machine: Clock;
  readonly policy: ControlPolicy;
  readonly worlds: WorldControl;
  /** The journals of all worlds; missing if nothing is recorded. */
  readonly journals: AllJournals | undefined;
  readonly events: AllEvents;
  /** The coverage of all worlds; missing if nothing is recorded. */
  readonly coverage: WorldCoverage | undefined;
  /** The means of noting control calls; missing if nothing is recorded. */
  readonly steps: StepParts | undefined;
  readonly tracePage: TracePage;
  readonly counted: Omit<Counted, 'version' | 'controlCalls'>;
}

const documentRoute = (app: App, { version }: ControlParts): void => {
  app.openAPIRegistry.registerComponent('securitySchemes', 'controlToken', { type: 'http', scheme: 'bearer' });
  let texts: Promise<DocumentTexts> | undefined;
  const read = (): Promise<DocumentTexts> => {
    texts ??= import('./document-text.ts').then(({ documentTexts }) => documentTexts(app, CONTROL_PREFIX, version));
    return texts;
  };
  for (const form of ['yaml', 'json'] as const) {
    app.get(`/openapi.${form}`, async (context) =>
      context.body((await read())[form](), 200, { 'Content-Type': `application/${form}` }),
    );
  }
};

/** Lets a request in, and notes it in the world that it names. */
const enterWorlds = (app: App, { policy, worlds, steps }: ControlParts): void => {
  app.use('*', async (context, next) => {
    if (OPEN.has(context.req.path)) return next();
    const { headers } = context.env;
    const { method, path } = context.req;
    // Deliveries to a sink have the token of the delivery, and no other.
    const { token: _, ...withoutToken } = policy;
    guardControl(isSinkDelivery(method, path) ? withoutToken : policy, { headers });
    if (path === METRICS) return next();
    const { scope, journal } = worlds.at(headers);
    const { id } = scope;
    const isNoted = journal && steps && !isSinkDelivery(method, path);
    const step = isNoted ? beginStep(context, scope, steps) : undefined;
    await next();
    if (step) journal?.steps.add(await step());
    if (id !== DEFAULT_WORLD) context.header(WORLD_HEADER, id);
  });
};

/** The control plane, by which a test steers the mock, with its document. */
export const controlApp = (parts: ControlParts, report: Report): App => {
  const { settings, worlds } = parts;
  const app: App = new OpenAPIHono<ControlEnv>({
    defaultHook: (result) => {
      if (result.success) return undefined;
      const violations = result.error.issues.map(({ path, message }) => ({
        field: placeIn(path) || 'body',
        description: message,
      }));
      return problemOf(invalid(violations), settings);
    },
  });
  const calls = new ControlCalls(app, CONTROL_PREFIX);
  app.use('*', async (context, next) => {
    await next();
    if (context.res.status < 400) calls.count(context.req.method, context.req.path);
  });
  enterWorlds(app, parts);
  // A receiver of deliveries gets what was sent, whatever its type.
  app.use('*', takeBody(BODY_LIMIT, isSinkDelivery));
  app.use('*', refuseDuplicates);
  app.onError((error, { req }) => problemOf(errorFor(error, report, req), settings));
  const steered: Steered<World> = ({ env }) => worlds.at(env.headers);
  // Described once, before a property refers to them with a description of its own.
  app.openAPIRegistry.register('AnswerCode', answerCode);
  app.openAPIRegistry.register('CodeName', codeName);
  app.openAPIRegistry.register('OperationId', operationId);
  for (const addTo of ROUTES) addTo(app, steered, { ...parts, calls });
  documentRoute(app, parts);
  return app;
};
