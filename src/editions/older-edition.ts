import type { Resource } from '../kernel/resource.ts';
import type { BoundOperation } from '../kernel/runner.ts';
import type { Edition } from '../schema/edition.ts';
import type { Spelling } from '../schema/encode-json.ts';

/** The spelling of names of fields in v1: as its messages do, or as JSON does (behaviour §12.4 V1). */
export type V1Casing = 'snake' | 'camel';

/** The spelling of each casing. */
export const SPELLINGS: Readonly<Record<V1Casing, Spelling>> = { snake: 'proto', camel: 'json' };

/** An edition of the API that is served beside v2, on the same rows. */
export interface OlderEdition {
  readonly edition: Edition;
  /** Rows that v2 does not show. */
  readonly resources: readonly Resource[];
  /** Its operations, some of which wrap operations of v2. */
  readonly operationsOf: (inV2: readonly BoundOperation[]) => readonly BoundOperation[];
}
