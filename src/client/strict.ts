/** The findings for which a strict world fails a test that passes otherwise. */
export interface Strictness {
  /** Fields that a client sent and the operation did not read. */
  readonly unreadFields?: boolean;
  /** Faults that never fired. */
  readonly unusedFaults?: boolean;
  /** Calls to the world `default` while the test ran, of whichever test. */
  readonly defaultWorld?: boolean;
  /** Calls that match no operation. */
  readonly unknownOperations?: boolean;
}

const ALL = { unreadFields: true, unusedFaults: true, defaultWorld: true, unknownOperations: true } as const;

/** The kinds of findings that fail a test. */
export const strictKinds = (strict: boolean | Strictness): readonly (keyof Strictness)[] => {
  const chosen: Strictness = typeof strict === 'object' ? strict : strict ? ALL : {};
  return (Object.keys(ALL) as (keyof Strictness)[]).filter((kind) => chosen[kind] === true);
};
