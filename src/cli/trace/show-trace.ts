import { writeFile } from 'node:fs/promises';
import { withoutControls } from '../../steering/evidence/entry-line.ts';
import type { Surroundings } from '../serve.ts';
import { nameCall } from './compared-call.ts';
import { readLog, readTrace, refuseFile, runOnTrace, type TracedCall, TraceRefusal } from './read-trace.ts';
import { inFormFor, traceLines } from './trace-form.ts';

const lineOf = (call: TracedCall, index: number): string => {
  const { response, _protocol: protocol = '', _caller: caller, _grpc: grpc } = call;
  const words = [
    String(index + 1).padStart(4),
    call.startedDateTime.slice(11, 23),
    `${call.pageref ?? ''}`,
    protocol,
    nameCall(call),
    ...(caller ? [`by ${caller.name || caller.identity}`] : []),
    grpc ? `grpc ${grpc.code}` : String(response.status),
    `${call.time} ms`,
    ...(call._faults ? [`[fault: ${call._faults.map(({ rule }) => rule).join(', ')}]`] : []),
    ...(call._unread ? [`[unread: ${call._unread.join(', ')}]`] : []),
  ];
  return withoutControls(words.join('  '));
};

/** The options of printing a trace. */
export interface ShowFlags {
  readonly call?: string;
  readonly json?: boolean;
  readonly out?: string;
}

/**
 * Prints the calls of a trace, a line each. With `call`, prints all that is known of one, by its number; with `out`, writes
 * the trace as a HAR or a page.
 */
export const showTrace = (file: string, { call, json, out }: ShowFlags, here: Surroundings): Promise<number> =>
  runOnTrace(async () => {
    if (out !== undefined) {
      const pieces = inFormFor(out, traceLines(await readLog(file, here)), here);
      await writeFile(out, pieces).catch((error: unknown) => refuseFile(out, error));
      here.out(`wrote ${out}\n`);
      return;
    }
    const { entries: calls } = await readTrace(file, here);
    if (call === undefined) {
      for (const [index, each] of calls.entries()) here.out(`${json ? JSON.stringify(each) : lineOf(each, index)}\n`);
      return;
    }
    const found = /^[1-9]\d{0,8}$/.test(call) ? calls[Number(call) - 1] : undefined;
    if (!found) throw new TraceRefusal(`${file}: log.entries: there is no call ${call}, it has ${calls.length}`);
    here.out(`${JSON.stringify(found, null, 2)}\n`);
  }, here);
