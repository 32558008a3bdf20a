import * as bodies from '../contract/coverage.ts';
import { demandKept } from '../journal/journal-control.ts';
import { routesTagged } from '../plane/route.ts';
import { type App, json, type Steered } from '../plane/route-parts.ts';
import { serve } from '../plane/serve.ts';
import type { CoverageControl, CoverageFormat } from './coverage-control.ts';
import { renderCoverage } from './render.ts';

const route = routesTagged('Coverage');

/** The media type of each form but JSON. */
const TYPES = {
  markdown: 'text/markdown; charset=utf-8',
  html: 'text/html; charset=utf-8',
  junit: 'application/xml; charset=utf-8',
  github: 'text/markdown; charset=utf-8',
} as const satisfies Readonly<Record<Exclude<CoverageFormat, 'json'>, string>>;

const text = (description: string) => ({ schema: { type: 'string' as const, description } });

const read = route('GET /coverage', 'world.coverage', {
  summary: 'Report what the clients of the world have met of the interface',
  description: 'Faulted answers do not count as covered, but as handled failures.',
  query: bodies.coverageQuery,
  answer: {
    description: 'By operation and client: the answers, their reasons, and the pages that were read.',
    content: {
      'application/json': { schema: bodies.coverage },
      'text/markdown': text('A report for people, or a step summary.'),
      'text/html': text('A page that needs nothing else.'),
      'application/xml': text('The form of JUnit.'),
    },
  },
});

const clear = route('DELETE /coverage', 'world.clearCoverage', {
  summary: 'Delete the coverage of the world',
  query: bodies.worldsQuery,
  answer: json(bodies.coverageCleared, 'Nothing is covered; nothing else has changed.'),
});

/** The routes of coverage: the answers that clients have met. */
export const coverageRoutes = (
  app: App,
  steered: Steered<{ readonly coverage: CoverageControl | undefined }>,
  all: CoverageControl | undefined,
): void => {
  const coverageOf = (
    world: '*' | undefined,
    { coverage }: { readonly coverage: CoverageControl | undefined },
  ): CoverageControl => demandKept(world === '*' ? all : coverage);
  serve(app, read, ({ query: { format = 'json', world } }, context) => {
    const report = coverageOf(world, steered(context)).report();
    if (format === 'json') return report;
    return context.body(renderCoverage(format, report), 200, { 'Content-Type': TYPES[format] });
  });
  serve(app, clear, ({ query: { world } }, context) => {
    coverageOf(world, steered(context)).clear();
    return { status: 'cleared' as const };
  });
};
