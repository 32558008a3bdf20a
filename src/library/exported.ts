// What a user of a mock works with, whether it runs in this process or elsewhere.
export type {
  AttemptStatus,
  AuthzLag,
  CodeName,
  Fault,
  FaultAttempt,
  FaultDetail,
  FaultEffect,
  FaultMatch,
  FaultPhase,
  FaultPreset,
  FaultReport,
  FaultWithHits,
  Lag,
  LagReading,
  LatencyRange,
  ListedFaultEffect,
  ListedFaultMatch,
  ListedQuotaMatch,
  ListLag,
  LogicalCall,
  OperationId,
  Quota,
  QuotaMatch,
  QuotaWindow,
  QuotaWithWindows,
  SlowRate,
  UnfiredFault,
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
