import { routesTagged } from '../../plane/route.ts';
import { type App, json, type Steered } from '../../plane/route-parts.ts';
import { serve } from '../../plane/serve.ts';
import { textAnswer } from '../../plane/stream-answer.ts';
import * as bodies from './trace.contract.ts';

const read = routesTagged('Traces')('GET /trace', 'world.trace', {
  summary: 'Get the run of the world',
  description: 'The beginning, each call in order, the control calls, events and deliveries between, and the end.',
  query: bodies.traceQuery,
  answer: {
    description: 'A HAR 1.2, a line for each call; or a page.',
    content: { ...json(bodies.trace, '').content, 'text/html': { schema: bodies.tracePage } },
  },
});

/** Makes the page of a trace, in one file; `name` is its title. */
export type TracePage = (trace: AsyncIterable<string>, name: string) => Promise<string>;

const PAGE_HEADERS = { 'Content-Type': 'text/html; charset=utf-8', 'X-Content-Type-Options': 'nosniff' };

/** The route of traces: the run of a world, or of all, in one file. */
export const traceRoutes = (
  app: App,
  steered: Steered<{ readonly scope: { readonly id: string } }>,
  {
    worlds,
    tracePage,
  }: {
    readonly worlds: { readonly trace: (id: string | undefined) => AsyncIterable<string> };
    readonly tracePage: TracePage;
  },
): void => {
  serve(app, read, async ({ query: { world, format } }, context) => {
    const { id } = steered(context).scope;
    const text = worlds.trace(world === '*' ? undefined : id);
    if (format === 'html')
      return context.body(await tracePage(text, world === '*' ? 'all worlds' : id), 200, PAGE_HEADERS);
    return textAnswer(context, text, 'application/json');
  });
};
