/** Files that still break a rule, as `path: rule`. */
export const KNOWN_VIOLATIONS: readonly string[] = [
  'steering/contract/delivery.ts: steering/contract may not import steering/delivery (steering/delivery/delivery-control.ts)',
  'steering/contract/faults.ts: steering/contract may not import kernel (kernel/errors.ts)',
  'steering/contract/faults.ts: steering/contract may not import kernel (kernel/faults.ts)',
  'steering/contract/faults.ts: steering/contract may not import steering/faults (steering/faults/fault-control.ts)',
  'steering/contract/journal.ts: steering/contract may not import kernel (kernel/errors.ts)',
  'steering/contract/lag.ts: steering/contract may not import kernel (kernel/consistency.ts)',
  'steering/contract/quota.ts: steering/contract may not import kernel (kernel/quota.ts)',
];

/** Files that still import each other in a circle. */
export const KNOWN_CYCLES: readonly string[] = [];

/** Rooms that still import each other in a circle. */
export const KNOWN_ROOM_CYCLES: readonly string[] = [
  'steering/clock <-> steering/contract <-> steering/delivery <-> steering/faults <-> steering/plane',
];
