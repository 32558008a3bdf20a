import type { IncomingHttpHeaders } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Hono } from 'hono';
import { mountConsole } from '../../console/mount.ts';
import type { RowKind } from '../../console/row-kind.ts';
import { rowKindsOf } from '../../console/row-kinds.ts';
import { allResources, editionNamed } from '../../editions/editions.ts';
import { createHttpApp, type Mount } from '../../faces/rest/http-app.ts';
import type { HttpEnv } from '../../faces/rest/http-env.ts';
import type { WorldCoverage } from '../../features/coverage/world-coverage.ts';
import { secretsIn } from '../../features/journal/row-secrets.ts';
import type { Answering } from '../../features/log/call-log.ts';
import type { CallCounts } from '../../features/metrics/call-counts.ts';
import type { DatabaseUse } from '../../features/metrics/prometheus-text.ts';
import { tracePage } from '../../features/trace/trace-page.ts';
import type { TracePage } from '../../features/trace/trace-routes.ts';
import { type TakeRun, WorldRuns } from '../../features/trace/world-runs.ts';
import type { IssuerDocuments } from '../../identity/issuer-documents.ts';
import { issuerPages } from '../../identity/issuer-pages.ts';
import type { PublishedKey } from '../../identity/signing-keys.ts';
import { DEFAULT_WORLD } from '../../kernel/call-scope.ts';
import { selectOverHttp } from '../../kernel/over-http.ts';
import type { BoundOperation } from '../../kernel/runner.ts';
import { Examples } from '../../openapi/examples.ts';
import { presenceIn } from '../../openapi/needs.ts';
import type { ControlPolicy } from '../../plane/guard.ts';
import { CONTROL_PREFIX } from '../../plane/prefix.ts';
import { errorFor, problemOf } from '../../plane/problems.ts';
import { omitUndefined } from '../../schema/defined.ts';
import { spellingIn, V2 } from '../../schema/edition.ts';
import { profileIn } from '../../schema/profile.ts';
import { fixtureFormat } from '../../seed/fixture-format.ts';
import { allEvents, allJournals } from '../../world/all-worlds.ts';
import type { EndedWorlds } from '../../world/ended-worlds.ts';
import type { World, WorldDeps } from '../../world/world.ts';
import { worldControl } from '../../world/world-control.ts';
import type { Worlds } from '../../world/worlds.ts';
import { controlApp } from '../control-app.ts';
import { type CallGate, gatedApp } from './gated.ts';
import type { Mock } from './mock.ts';
import { webHandler } from './web-app.ts';

/** The dependencies that all worlds of a mock share, whose calls are counted. */
export interface CountedDeps extends WorldDeps {
  readonly meter: CallCounts;
  /** Decides whether answers may leave; missing: they may. */
  readonly gate?: CallGate;
  /** The health of the database that stores the worlds; missing if there is none. */
  readonly use?: () => DatabaseUse;
}

/** The dependencies of the handlers beside the API. */
export interface BesideDeps {
  readonly mock: Mock;
  readonly worlds: Worlds<World>;
  readonly ended: EndedWorlds;
  /** The coverage of all worlds; missing if nothing is recorded. */
  readonly coverage: WorldCoverage | undefined;
  readonly world: CountedDeps;
  readonly worldOf: Answering['worldOf'];
  /** An id that no world has had. */
  readonly newId: () => string;
  readonly policy: ControlPolicy;
  /** The names of the fixtures that the mock was started with. */
  readonly fixtures: readonly string[];
  readonly version: string;
  /** The URL of the address that the process listens on. */
  readonly localUrl: string;
  /** Receives the run of each world that ends. */
  readonly takeRun?: TakeRun | undefined;
  /** Renders the run of a world that has ended only when it is asked for. */
  readonly hasLazyRuns?: boolean | undefined;
}

/** The keys of the issuer for a request that names no world: also those that other worlds in memory have rotated to. */
const keysOfAll = async (worlds: Worlds<World>): Promise<readonly PublishedKey[]> => {
  const lists = await Promise.all(worlds.list().map(({ world }) => world.identity.documents().ownKeys()));
  return [...new Map(lists.flat().map((key) => [key.kid, key])).values()];
};

const controlsOf = (
  { mock: { kernel }, worlds, ended, coverage, world, newId, policy, fixtures, version, localUrl }: BesideDeps,
  runs: WorldRuns,
) => {
  const { settings, clock, report, journal, order, shippedFixtures, budget, delivery } = world;
  const steps = journal?.heads && {
    hide: journal.heads.secrets.hide,
    machineNow: journal.machineNow,
    readingEpoch: journal.readingEpoch,
    order,
    secretsIn,
  };
  const traceOf = (id: string | undefined) => runs.traceOf(id);
  const control = worldControl({ worlds, world, traceOf, endedWorlds: ended, clock, newId });
  const all = { worlds, ended, order, settings, report };
  const journals = journal && allJournals({ ...all, followers: journal.all });
  const events = allEvents(all);
  const counted = {
    calls: world.meter,
    worlds: () => worlds.list().length,
    deliveries: () => delivery.over,
    journalBytes: () => budget.bytes,
    ...omitUndefined({ use: world.use }),
  };
  const pageOf: TracePage = (trace, name) => tracePage(trace, { name, version, shippedFixtures });
  return controlApp(
    {
      settings,
      kernel,
      machine: clock,
      policy,
      version,
      localUrl,
      fixtures,
      worlds: control,
      journals,
      events,
      coverage,
      steps,
      tracePage: pageOf,
      counted,
    },
    report,
  );
};

/** The kinds of rows of the console, with the examples that the documents have. */
const kindsIn = (operations: readonly BoundOperation[]): readonly RowKind[] => {
  const isRequired = presenceIn(selectOverHttp(operations, V2), { missingIsEmpty: false });
  const examples = new Examples(
    operations.map(({ resource }) => resource),
    isRequired,
  );
  return rowKindsOf(
    operations,
    ({ message, singular }) => examples.message(message, 'input', singular),
    [...fixtureFormat(allResources).kinds.values()].map(({ resource }) => resource),
  );
};

const mountsOf = (deps: BesideDeps, runs: WorldRuns): readonly Mount[] => {
  const { mock, worlds, version } = deps;
  const controls = controlsOf(deps, runs);
  const { scope: world, population } = worlds.get(DEFAULT_WORLD).world;
  const { publicUrl: url, profile } = world.settings;
  const documentsAt = async (headers: IncomingHttpHeaders): Promise<IssuerDocuments> => {
    const own = worlds.at(headers).world.identity.documents();
    return worlds.isNamed(headers) ? own : { ...own, ownKeys: () => keysOfAll(worlds) };
  };
  return [
    ...(deps.world.gate ? [gatedApp(deps.world.gate)] : []),
    // It changes from one request to the next, and with the world that a request names: a cache would mix them up.
    (app) =>
      void app.use(async (context, next) => {
        await next();
        const { headers } = context.res;
        if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
      }),
    (app) => void app.route(CONTROL_PREFIX, controls),
    (app) => void app.route('/', issuerPages(documentsAt)),
    mountConsole({
      version,
      url,
      token: () => population.findAdminToken(),
      kinds: () => kindsIn(mock.kernel.operationsIn(profileIn({ profile }))),
      openApi: async (api) => {
        // Imported at the first use: the writer of YAML takes longer to load than all the rest of a start.
        const { openApiTexts } = await import('../../openapi/document.ts');
        const edition = editionNamed(api);
        const spelling = spellingIn(edition, world.settings);
        // Calls are answered between two turns.
        await nextTurn();
        const texts = openApiTexts(edition, { version, url, profile, spelling });
        await nextTurn();
        return texts;
      },
    }),
  ];
};

/** The HTTP handlers of all that is served beside the API. */
export interface BesideApi {
  /** Answers the requests of a port that are for the control plane, the issuer's pages or the console. */
  readonly app: Hono<HttpEnv>;
  /** Answers every request, without a port. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** The runs of all worlds, for traces. */
  readonly runs: WorldRuns;
}

/** Composes the control plane, the issuer's pages and the console: as much as all the rest of a start, so at the first use. */
export const composeBesideApi = (deps: BesideDeps): BesideApi => {
  const { mock, worlds, worldOf, world, version, takeRun, hasLazyRuns: isLazy = false } = deps;
  const { rest, kernel } = mock;
  const web = { rest, worldOf };
  const runs = new WorldRuns({ worlds, world, kernel, version, isLazy, ...(takeRun && { take: takeRun }) });
  const app = createHttpApp(web, mountsOf(deps, runs));
  app.onError((error, { req }) => problemOf(errorFor(error, world.report, req), world.settings));
  return { app, fetch: webHandler(web, app), runs };
};
