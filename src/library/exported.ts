// What a user of a mock works with, whether it runs in this process or elsewhere.
export type {
  AdvancedClock,
  AppliedFixture,
  AuthzBinding,
  AuthzCaller,
  AuthzCheck,
  AuthzDenial,
  AuthzGrant,
  AuthzMatrix,
  AuthzMode,
  AuthzNeed,
  AuthzQuestion,
  AuthzStep,
  ChangedRow,
  ClockMode,
  ClockReading,
  Coverage,
  CoverageAnswer,
  CoverageClient,
  CoverageOperation,
  CoverageVersion,
  LeastRoles,
  MetAnswer,
  NamedRow,
  PageWalks,
  ProfileName,
  RoleNeed,
  SetClock,
  SnapshotRecord,
  StateDifference,
  Timer,
  Timers,
  TokenFlaw,
  TokenLimits,
  UnknownPath,
  WouldDeny,
} from '../steering/contract/nouns.ts';
export type { Authz } from './authz.ts';
export type { Clock } from './clock.ts';
export type { Consistency, Lag, LagReading } from './consistency.ts';
export type { CoverageFormat, ReadCoverage } from './coverage.ts';
export type {
  Delivery,
  DeliveryAttempt,
  DeliveryPlan,
  DeliveryVerdict,
  EventDeliveries,
  Sink,
  SinkRequest,
} from './event-deliveries.ts';
export type {
  EventExpectOptions,
  EventMatch,
  EventPage,
  Events,
  EventToEmit,
  EventType,
  WorldEvent,
} from './events.ts';
export type { Fault, FaultEffect, FaultMatch, FaultPreset, Faults, FaultWithHits } from './faults.ts';
export type {
  ExpectOptions,
  Journal,
  JournalChange,
  JournalEntry,
  JournalMatch,
  JournalPage,
} from './journal.ts';
export type { Mock } from './mock.ts';
export { MockError } from './mock-error.ts';
export type { Quota, Quotas, QuotaWithWindows } from './quota.ts';
export type { Snapshot } from './snapshot.ts';
export type { TokenOptions, World, WorldOptions } from './world.ts';
