import type { IncomingHttpHeaders } from 'node:http';
import { errorAnswer, type RestAnswer } from '../../faces/rest/answer.ts';
import { CallCounts } from '../../features/metrics/call-counts.ts';
import { type DatabaseUse, metricsText } from '../../features/metrics/prometheus-text.ts';
import { ApiError } from '../../kernel/errors.ts';
import { guardControl } from '../../plane/guard.ts';
import { CONTROL_PREFIX } from '../../plane/prefix.ts';
import type { Options } from './assemble.ts';
import type { CallOfProcess, Peers } from './port.ts';

/** What there is to answer with. */
export interface ProcessParts {
  readonly options: Pick<Options, 'version' | 'serviceDomain' | 'control' | 'machineNow'>;
  readonly peers: Pick<Peers, 'ask'>;
  readonly use: () => DatabaseUse;
}

const LIVE: RestAnswer = { status: 200, body: '{"status":"live"}' };

/** The metrics of a process that has no worlds. */
const metricsOf = async ({ options: { version, machineNow }, use }: ProcessParts): Promise<RestAnswer> => {
  const nothing = { calls: new CallCounts(machineNow), worlds: () => 0, deliveries: () => ({}), journalBytes: () => 0 };
  const { type, read } = metricsText({ ...nothing, version, controlCalls: () => ({}), use });
  return { status: 200, body: await read(), type };
};

/** Answers a call that is about a process, while that owns nothing: it is ready if the owner is. */
export const answerOfProcess = async (
  path: CallOfProcess,
  headers: IncomingHttpHeaders,
  parts: ProcessParts,
): Promise<RestAnswer> => {
  const { options, peers } = parts;
  if (path === 'live') return LIVE;
  try {
    if (path === 'ready') return await peers.ask(`${CONTROL_PREFIX}/ready`, { host: headers.host ?? '' });
    guardControl(options.control, { headers });
    return await metricsOf(parts);
  } catch (error) {
    const away = new ApiError('UNAVAILABLE', 'no process that owns the worlds can be reached', { retryAfter: 1 });
    return errorAnswer(error instanceof ApiError ? error : away, 'api', options);
  }
};
