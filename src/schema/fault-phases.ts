/** The points of a call at which a fault acts (behaviour F3). */
export const FAULT_PHASES = ['before_auth', 'before', 'after_commit', 'mid_stream', 'after_refusal'] as const;
/** One of these points. */
export type FaultPhase = (typeof FAULT_PHASES)[number];
