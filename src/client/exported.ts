// The types that a user of a mock works with, whether it runs in this process or elsewhere.

export type * from '../../generated/nouns.ts';
export type { World as WorldView } from '../../generated/nouns.ts';
export { MockError } from '../connection/mock-error.ts';
export type { Authz } from '../features/access/authz.client.ts';
export type { Clock } from '../features/clock/clock.client.ts';
export type { CoverageFormat, ReadCoverage } from '../features/coverage/coverage.client.ts';
export type { EventDeliveries, Sink } from '../features/delivery/event-deliveries.client.ts';
export type { EventExpectOptions, Events } from '../features/events/events.client.ts';
export type { Faults, Surprise } from '../features/faults/faults.client.ts';
export type { ExpectOptions, Journal } from '../features/journal/journal.client.ts';
export type { Consistency } from '../features/lag/consistency.client.ts';
export type { Quotas } from '../features/quota/quota.client.ts';
export type { Tokens } from '../features/tokens/tokens.client.ts';
export type {
  ProbeBaseline,
  ProbeCall,
  ProbeFiles,
  ProbeReport,
  ProbeSummary,
  ProbeTrial,
  ProbeVerdict,
} from '../probe/report.ts';
export type { NamedTest, WorldOptions } from '../world/world-options.client.ts';
export type { Mock } from './mock.ts';
export type { Snapshot, TokenOptions, World } from './world.ts';
