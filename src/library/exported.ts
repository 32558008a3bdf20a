// What a user of a mock works with, whether it runs in this process or elsewhere.
export type {
  AuthzLag,
  CodeName,
  Fault,
  FaultDetail,
  FaultEffect,
  FaultMatch,
  FaultPhase,
  FaultPreset,
  FaultWithHits,
  Lag,
  LagReading,
  LatencyRange,
  ListedFaultEffect,
  ListedFaultMatch,
  ListedQuotaMatch,
  ListLag,
  OperationId,
  Quota,
  QuotaMatch,
  QuotaWindow,
  QuotaWithWindows,
  SlowRate,
} from '../steering/contract/nouns.ts';
export type {
  Authz,
  AuthzCheck,
  AuthzMatrix,
  AuthzMode,
  AuthzQuestion,
  LeastRoles,
  RoleNeed,
  WouldDeny,
} from './authz.ts';
export type { AdvancedClock, Clock, ClockReading, Timer } from './clock.ts';
export type { Consistency } from './consistency.ts';
export type {
  Coverage,
  CoverageAnswer,
  CoverageClient,
  CoverageFormat,
  CoverageOperation,
  CoverageVersion,
  MetAnswer,
  ReadCoverage,
} from './coverage.ts';
export type {
  Delivery,
  DeliveryAttempt,
  DeliveryCheck,
  DeliveryPlan,
  DeliveryVerdict,
  EventDeliveries,
  SetDeliveryPlan,
  Sink,
  SinkAnswer,
  SinkReading,
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
export type { Faults } from './faults.ts';
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
export type { Quotas } from './quota.ts';
export type { NamedRow, Snapshot, SnapshotRecord, StateDifference } from './snapshot.ts';
export type { AppliedFixture, TokenOptions, World, WorldOptions } from './world.ts';
