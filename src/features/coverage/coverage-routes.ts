import { routesTagged } from '../../plane/route.ts';
import { type App, json, type Steered } from '../../plane/route-parts.ts';
import { serve } from '../../plane/serve.ts';
import { demandJournal } from '../journal/journal-control.ts';
import * as bodies from './coverage.contract.ts';
import { renderCoverage } from './render.ts';
import type { WorldCoverage } from './world-coverage.ts';

const route = routesTagged('Coverage');

const read = route('GET /coverage', 'world.coverage', {
  summary: 'Report what the clients of the world have met of the interface',
  description: 'Faulted answers do not count as covered, but as handled failures.',
  query: bodies.coverageQuery,
  answer: {
    description: 'By operation and client: the answers, their reasons, and the pages that were read.',
    content: {
      'application/json': { schema: bodies.coverage },
      'text/markdown': { schema: { type: 'string', description: 'A report for people, or a step summary.' } },
    },
  },
});

const clear = route('DELETE /coverage', 'world.clearCoverage', {
  summary: 'Delete the coverage of the world',
  query: bodies.worldsQuery,
  answer: json(bodies.coverageCleared, 'Nothing is covered; nothing else has changed.'),
});

/** The counts of a world, or of all; missing if the journal is off. */
interface Covered {
  readonly coverage: WorldCoverage | undefined;
}

/** The routes of coverage: the answers that clients have met. */
export const coverageRoutes = (app: App, steered: Steered<Covered>, { coverage: all }: Covered): void => {
  const coverageOf = (world: '*' | undefined, { coverage }: Covered): WorldCoverage =>
    demandJournal(world === '*' ? all : coverage);
  serve(app, read, ({ query: { format = 'json', world } }, context) => {
    const report = coverageOf(world, steered(context)).report();
    if (format === 'json') return report;
    return context.body(renderCoverage(format, report), 200, { 'Content-Type': 'text/markdown; charset=utf-8' });
  });
  serve(app, clear, ({ query: { world } }, context) => {
    coverageOf(world, steered(context)).clear();
    return { status: 'cleared' as const };
  });
};
