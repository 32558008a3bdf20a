import type { Resource } from '../kernel/resource.ts';
import type { Tx } from '../kernel/rows.ts';

/** Puts the rows that exist in every world, unless they exist. */
export const putBuiltInRows = (resources: readonly Resource[], tx: Tx): void => {
  for (const resource of resources) {
    for (const row of resource.builtIn ?? []) if (!tx.get(resource, row.uid)) tx.put(resource, row);
  }
};
