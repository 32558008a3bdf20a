import { basename } from 'node:path';
import type { Surroundings } from '../../command/family.ts';
import type { TraceLog } from '../../features/trace/read-trace.ts';

/** A trace in pieces, a line for each call, so that one which is cut off can be read as far as it goes. */
export async function* traceLines({ entries, ...head }: TraceLog): AsyncGenerator<string> {
  yield `{"log":{${JSON.stringify(head).slice(1, -1)},\n"entries":[\n`;
  for (const [nth, entry] of entries.entries()) yield `${nth === 0 ? '' : ',\n'}${JSON.stringify(entry)}`;
  yield '\n]}}\n';
}

/** The process that writes a trace. */
export type Writer = Pick<Surroundings, 'version' | 'shippedFixtures'>;

/** A trace as a page for a file, which needs no mock to be looked at. */
async function* pageFor(file: string, trace: AsyncIterable<string>, here: Writer): AsyncGenerator<string> {
  const { tracePage } = await import('../../features/trace/trace-page.ts');
  yield await tracePage(trace, { name: basename(file), ...here });
}

/** A trace in the form that the name of its file asks for: a page where that ends in `.html`, else as it is. */
export const inFormFor = (file: string, trace: AsyncIterable<string>, here: Writer): AsyncIterable<string> =>
  /\.html?$/i.test(file) ? pageFor(file, trace, here) : trace;
