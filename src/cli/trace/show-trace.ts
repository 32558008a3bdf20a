import { writeFile } from 'node:fs/promises';
import { FlagRefusal } from '../../command/command-failure.ts';
import { Exit } from '../../command/exit.ts';
import type { Surroundings } from '../../command/family.ts';
import { isObject } from '../../features/evidence/json-value.ts';
import { readLog, readTrace, refuseFile, type Trace } from '../../features/trace/read-trace.ts';
import { callLine, callText, stepLine, type TracedStep } from './call-view.ts';
import { inFormFor, traceLines } from './trace-form.ts';

/** The lines of a run: its calls with their numbers, and between them what was steered and delivered. */
const linesOf = ({ entries, steps }: Trace): readonly string[] => {
  const known = steps.filter((step): step is TracedStep => isObject(step) && typeof step.kind === 'string');
  // They are listed by worlds, and in the order of their places in each.
  const waiting = known.sort(({ _place: one = 0 }, { _place: other = 0 }) => one - other);
  const takeBefore = (place: number): readonly string[] =>
    waiting
      .splice(0, waiting.findLastIndex(({ _place = 0 }) => _place < place) + 1)
      .flatMap((step) => stepLine(step) ?? []);
  const lines = entries.flatMap((call, index) => [...takeBefore(call._place ?? 0), callLine(call, index)]);
  return [...lines, ...takeBefore(Number.POSITIVE_INFINITY)];
};

/** The options of printing a trace. */
export interface ShowFlags {
  readonly call?: string;
  readonly json?: boolean;
  readonly out?: string;
}

/**
 * Prints the calls of a trace, a line each, with what was steered and delivered between them. With `call`, prints one by
 * its number, for people or with `json` as the trace has it; with `out`, writes the trace as a HAR or a page.
 */
export const showTrace = async (file: string, { call, json, out }: ShowFlags, here: Surroundings): Promise<number> => {
  if (out !== undefined) {
    const pieces = inFormFor(out, traceLines(await readLog(file, here)), here);
    await writeFile(out, pieces).catch((error: unknown) => refuseFile(out, error));
    here.out(`wrote ${out}\n`);
    return Exit.ok;
  }
  const trace = await readTrace(file, here);
  const { entries: calls } = trace;
  if (call === undefined) {
    const lines = json ? calls.map((each) => JSON.stringify(each)) : linesOf(trace);
    for (const line of lines) here.out(`${line}\n`);
    return Exit.ok;
  }
  const index = /^[1-9]\d{0,8}$/.test(call) ? Number(call) - 1 : -1;
  const found = calls[index];
  if (!found) throw new FlagRefusal(`${file}: log.entries: there is no call ${call}, it has ${calls.length}`);
  here.out(`${json ? JSON.stringify(found, null, 2) : callText(found, index)}\n`);
  return Exit.ok;
};
