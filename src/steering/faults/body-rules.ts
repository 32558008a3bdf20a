import type { Operation } from '../../schema/operation.ts';
import type { FaultRule } from './fault-control.ts';

/** True if the answer of a call that succeeds has a body; `method` is the HTTP method. */
export const hasBody = ({ response }: Operation, method: string): boolean =>
  response !== undefined && method !== 'HEAD';

/** True for a rule that acts on the body of an answer (behaviour F11, F12). */
export const needsBody = ({ phase, do: { truncate, slow } }: FaultRule): boolean =>
  phase === 'mid_stream' || truncate !== undefined || slow !== undefined;
