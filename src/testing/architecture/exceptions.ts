/** Files that still break a rule, as `path: rule`. */
export const KNOWN_VIOLATIONS: readonly string[] = [
  'steering/contract/access.ts: steering/contract may not import kernel (kernel/access-policy.ts)',
  'steering/contract/bodies.ts: steering/contract may not import kernel (kernel/token-service.ts)',
  'steering/contract/bodies.ts: steering/contract may not import kernel (kernel/uid.ts)',
  'steering/contract/coverage.ts: steering/contract may not import kernel (kernel/errors.ts)',
  'steering/contract/coverage.ts: steering/contract may not import steering/coverage (steering/coverage/coverage-control.ts)',
];

/** Files that still import each other in a circle. */
export const KNOWN_CYCLES: readonly string[] = [];

/** Rooms that still import each other in a circle. */
export const KNOWN_ROOM_CYCLES: readonly string[] = [
  'steering/clock <-> steering/contract <-> steering/delivery <-> steering/faults <-> steering/plane',
];
