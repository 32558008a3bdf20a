import { writeFile } from 'node:fs/promises';
import type { Trace } from '../../../generated/nouns.ts';
import type { Outcome } from '../../command/outcome.ts';
import type { Steered } from '../../command/steered.ts';
import { refuseFile, type TraceLog } from '../../features/trace/read-trace.ts';
import { inFormFor, traceLines } from './trace-form.ts';

/** Writes the trace of a world, or of all, of a running server into a file: a HAR, or a page. */
export const saveTrace = async (
  { here, connection, world, isEveryWorld }: Steered,
  { out: file }: { readonly out: string },
): Promise<Outcome> => {
  const { log } = isEveryWorld
    ? await connection.control<Trace>('/trace?world=*')
    : await connection.control<Trace>('/trace', { world });
  const pieces = inFormFor(file, traceLines(log as unknown as TraceLog), here);
  await writeFile(file, pieces).catch((error: unknown) => refuseFile(file, error));
  return { value: { file }, text: `wrote ${file}\n` };
};
