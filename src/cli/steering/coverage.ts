import { formatOf, type ReportFlags } from '../coverage-options.ts';
import { writeWhole } from '../written-file.ts';
import type { Outcome } from './outcome.ts';
import type { Steered } from './steered.ts';

/** Returns the coverage of a world, or of all, or writes it into a file. */
export const printCoverage = async (
  { mock, world, isEveryWorld, here }: Steered,
  flags: ReportFlags & { readonly json?: boolean },
): Promise<Outcome> => {
  const read = isEveryWorld ? mock.coverage : world.coverage;
  const format = flags.json && flags.out === undefined ? 'json' : formatOf(flags);
  const value = format === 'json' ? await read() : undefined;
  const text = format === 'json' ? `${JSON.stringify(value, null, 2)}\n` : await read(format);
  if (flags.out === undefined) return { value, text };
  return { value: { file: flags.out, format }, text: await writeWhole(flags.out, text, here) };
};
