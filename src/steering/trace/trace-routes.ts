import { createRoute } from '@hono/zod-openapi';
import * as bodies from '../contract/trace.ts';
import { type App, failures, json, type Steered } from '../plane/route-parts.ts';

const read = createRoute({
  method: 'get',
  path: '/trace',
  operationId: 'world.trace',
  summary: 'Get the run of the world',
  description: 'Where it began, each call in order, the control calls, events and deliveries between, and its end.',
  tags: ['Traces'],
  request: { query: bodies.traceQuery },
  responses: { 200: json(bodies.trace, 'A HAR 1.2, a line for each call.'), ...failures },
});

/** Gives the trace of a world, or of all. */
type TraceOf = (id: string | undefined) => AsyncIterable<string>;

async function* bytesOf(text: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const piece of text) yield encoder.encode(piece);
}

/** The route of traces: the run of a world in one file. */
export const traceRoutes = (
  app: App,
  steered: Steered<{ readonly scope: { readonly id: string } }>,
  traceOf: TraceOf,
): void => {
  app.openapi(read, (context) => {
    const { id } = steered(context).scope;
    const text = traceOf(context.req.valid('query').world === '*' ? undefined : id);
    const answer = context.body(ReadableStream.from(bytesOf(text)), 200, { 'Content-Type': 'application/json' });
    // The body is sent as it is made, and is not looked at.
    return answer as never;
  });
};
