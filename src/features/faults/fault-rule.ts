import type { Operation } from '../../schema/operation.ts';
import { type FaultRule, ON_BODY } from './fault-presets.contract.ts';

/** True if the answer of a call that succeeds has a body; `method` is the HTTP method. */
export const hasBody = ({ response }: Operation, method: string): boolean =>
  response !== undefined && method !== 'HEAD';

/** True for a rule that acts on the body of an answer (behaviour F11, F12, F30, F33). */
export const needsBody = ({ phase, do: effect }: Pick<FaultRule, 'phase' | 'do'>): boolean =>
  phase === 'mid_stream' || ON_BODY.some((key) => effect[key] !== undefined && effect[key] !== 'detail');
