import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Trace } from '../../../generated/nouns.ts';
import { STDOUT, type Surroundings } from '../../command/family.ts';
import type { Outcome } from '../../command/outcome.ts';
import type { Steered } from '../../command/steered.ts';
import { refuseFile, type TraceLog } from '../../features/trace/read-trace.ts';

/** A trace in pieces, a line for each call, so that one which is cut off can be read as far as it goes. */
async function* traceLines({ entries, ...head }: TraceLog): AsyncGenerator<string> {
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

/** A trace in the form that the name of its file asks for: a page if that ends in `.html`, else as it is. */
export const inFormFor = (file: string, trace: AsyncIterable<string>, here: Writer): AsyncIterable<string> =>
  /\.html?$/i.test(file) ? pageFor(file, trace, here) : trace;

/** Writes the log of a trace into a file, in the form that its name asks for. @throws FlagRefusal */
export const writeLog = (file: string, log: TraceLog, here: Writer): Promise<void> =>
  writeFile(file, inFormFor(file, traceLines(log), here), { flag: STDOUT.test(file) ? 'a' : 'w' }).catch(
    (error: unknown) => refuseFile(file, error),
  );

/** Writes the trace of a world, or of all, of a running server into a file: a HAR, or a page. */
export const saveTrace = async (
  { here, connection, world, isEveryWorld }: Steered,
  { out: file }: { readonly out: string },
): Promise<Outcome> => {
  const { log } = isEveryWorld
    ? await connection.control<Trace>('/trace?world=*')
    : await connection.control<Trace>('/trace', { world });
  await writeLog(file, log as unknown as TraceLog, here);
  return { value: { file }, text: `wrote ${file}\n` };
};
