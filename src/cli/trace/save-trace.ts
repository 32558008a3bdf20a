import { writeFile } from 'node:fs/promises';
import type { Trace } from '../../steering/contract/nouns.ts';
import type { Outcome } from '../steering/outcome.ts';
import type { Steered } from '../steering/steered.ts';
import { refuseFile } from './read-trace.ts';

/** Writes the trace of a world, or of all, of a running server into a file. */
export const saveTrace = async (
  { connection, world, isEveryWorld }: Steered,
  { out: file }: { readonly out: string },
): Promise<Outcome> => {
  const trace = isEveryWorld ? await connection.control<Trace>('/trace?world=*') : await world.trace();
  await writeFile(file, `${JSON.stringify(trace)}\n`).catch((error: unknown) => refuseFile(file, error));
  return { value: { file }, text: `wrote ${file}\n` };
};
