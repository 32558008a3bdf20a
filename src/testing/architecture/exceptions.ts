/** Files that still break a rule, as `path: rule`. */
export const KNOWN_VIOLATIONS: readonly string[] = [
  'steering/access/access-check.ts: steering/access may not import steering/world (steering/world/steering-contract.ts)',
  'steering/access/access-control.ts: steering/access may not import steering/world (steering/world/steering-contract.ts)',
  'steering/access/access-control.ts: steering/access may not import steering/world (steering/world/universe.ts)',
  'steering/access/access-matrix.ts: steering/access may not import steering/world (steering/world/steering-contract.ts)',
  'steering/access/access-routes.ts: steering/access may not import steering/world (steering/world/steering-contract.ts)',
  'steering/access/call-access.ts: steering/access may not import steering/world (steering/world/steering-contract.ts)',
  'steering/access/call-access.ts: steering/access may not import steering/world (steering/world/universe.ts)',
  'steering/access/least-roles-text.ts: steering/access may not import steering/world (steering/world/steering-contract.ts)',
  'steering/access/least-roles.ts: steering/access may not import steering/world (steering/world/steering-contract.ts)',
  'steering/contract/access.ts: steering/contract may not import kernel (kernel/access-policy.ts)',
  'steering/contract/bodies.ts: steering/contract may not import kernel (kernel/token-service.ts)',
  'steering/contract/bodies.ts: steering/contract may not import kernel (kernel/uid.ts)',
  'steering/contract/coverage.ts: steering/contract may not import kernel (kernel/errors.ts)',
  'steering/contract/coverage.ts: steering/contract may not import steering/coverage (steering/coverage/coverage-control.ts)',
  'steering/contract/delivery.ts: steering/contract may not import steering/delivery (steering/delivery/delivery-control.ts)',
  'steering/contract/faults.ts: steering/contract may not import kernel (kernel/errors.ts)',
  'steering/contract/faults.ts: steering/contract may not import kernel (kernel/faults.ts)',
  'steering/contract/faults.ts: steering/contract may not import steering/faults (steering/faults/fault-control.ts)',
  'steering/contract/journal.ts: steering/contract may not import kernel (kernel/errors.ts)',
  'steering/contract/lag.ts: steering/contract may not import kernel (kernel/consistency.ts)',
  'steering/contract/quota.ts: steering/contract may not import kernel (kernel/quota.ts)',
  'steering/coverage/coverage-routes.ts: steering/coverage may not import steering/world (steering/world/steering-contract.ts)',
  'steering/events/event-routes.ts: steering/events may not import steering/world (steering/world/steering-contract.ts)',
  'steering/journal/journal-routes.ts: steering/journal may not import steering/world (steering/world/steering-contract.ts)',
  'steering/plane/await-answer.ts: steering/plane may not import steering/world (steering/world/steering-contract.ts)',
  'steering/plane/problems.ts: steering/plane may not import steering/clock (steering/clock/world-clock.ts)',
  'steering/plane/problems.ts: steering/plane may not import steering/world (steering/world/steering-contract.ts)',
  'steering/plane/route-parts.ts: steering/plane may not import steering/world (steering/world/steering-contract.ts)',
  'steering/snapshots/snapshot-control.ts: steering/snapshots may not import steering/world (steering/world/steering-contract.ts)',
  'steering/snapshots/snapshot-control.ts: steering/snapshots may not import steering/world (steering/world/universe.ts)',
  'steering/snapshots/snapshot-routes.ts: steering/snapshots may not import steering/world (steering/world/steering-contract.ts)',
  'steering/snapshots/snapshot-routes.ts: steering/snapshots may not import steering/world (steering/world/world-routes.ts)',
  'steering/snapshots/state-difference.ts: steering/snapshots may not import steering/world (steering/world/steering-contract.ts)',
  'steering/tokens/token-routes.ts: steering/tokens may not import steering/world (steering/world/steering-contract.ts)',
];

/** Files that still import each other in a circle. */
export const KNOWN_CYCLES: readonly string[] = [];

/** Rooms that still import each other in a circle. */
export const KNOWN_ROOM_CYCLES: readonly string[] = [
  'steering/access <-> steering/clock <-> steering/contract <-> steering/coverage <-> steering/delivery <-> steering/events <-> steering/faults <-> steering/journal <-> steering/lag <-> steering/plane <-> steering/quota <-> steering/snapshots <-> steering/world',
];
