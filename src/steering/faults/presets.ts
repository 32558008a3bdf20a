import type { FaultPreset } from '../contract/nouns.ts';
import type { FaultRule } from './fault-control.ts';

/** The rules of each preset; their matches are added to the match that the caller wants. */
export const presetRules: Readonly<Record<FaultPreset['preset'], readonly FaultRule[]>> = {
  flaky: [
    { match: { every: 3 }, phase: 'before', do: { code: 'UNAVAILABLE', retryAfter: 1 } },
    { match: { every: 5 }, phase: 'after_commit', do: { code: 'UNAVAILABLE', retryAfter: 1 } },
  ],
  brownout: [
    { match: {}, phase: 'before', do: { latency: { min: 200, max: 1_000 } } },
    { match: { every: 4 }, phase: 'before', do: { code: 'DEADLINE_EXCEEDED' } },
  ],
  quota: [{ match: { attempt: 1 }, phase: 'before', do: { code: 'RESOURCE_EXHAUSTED', retryAfter: 1 } }],
  maintenance: [
    {
      match: {},
      phase: 'before_auth',
      do: { code: 'UNAVAILABLE', message: 'Unavailable: down for maintenance', retryAfter: 120 },
    },
  ],
};
