import { operationsIn } from '../kernel/profile-operations.ts';
import type { Resource } from '../kernel/resource.ts';
import type { BoundOperation } from '../kernel/runner.ts';
import { operationsOf } from '../kernel/standard-operations.ts';
import { resources } from '../resources/index.ts';
import { makeAtFirstUse } from '../schema/at-first-use.ts';
import { type Edition, V2 } from '../schema/edition.ts';
import { SPECIFICATION } from '../schema/profile.ts';
import { olderEditions } from './v1.ts';

/** Every resource, of any edition. */
export const allResources: readonly Resource[] = [...resources, ...olderEditions.flatMap((older) => older.resources)];

/** Every operation of v2 that is described, of any profile. */
export const currentOperations: readonly BoundOperation[] = resources.flatMap(operationsOf);

/** Every operation of older editions. They are expanded at the first use: a fifth of what a start would run. */
export const olderOperations = makeAtFirstUse((): readonly BoundOperation[] =>
  olderEditions.flatMap((older) => older.operationsOf(currentOperations)),
);

/**
 * Every operation that is described, of any profile, v2's first. Expanded once: their messages are declared once
 * in a process.
 */
export const describedOperations = makeAtFirstUse((): readonly BoundOperation[] => [
  ...currentOperations,
  ...olderOperations(),
]);

/** Every described operation by its id. */
export const operationsById = makeAtFirstUse(
  (): ReadonlyMap<string, BoundOperation> => new Map(describedOperations().map((bound) => [bound.operation.id, bound])),
);

/** Every operation of the default profile. */
export const allOperations = makeAtFirstUse(() => operationsIn(SPECIFICATION, describedOperations()));

/** Every edition, the current one first. */
export const editions: readonly Edition[] = [V2, ...olderEditions.map(({ edition }) => edition)];

/** The edition of a name. @throws Error when there is none */
export const editionNamed = (name: string): Edition => {
  const found = editions.find((edition) => edition.name === name);
  if (!found) throw new Error(`no edition is named ${name}`);
  return found;
};
