import { v1 } from '../resources/v1.ts';
import { resourcesOfV1 } from '../resources/v1-resources.ts';
import { V1 } from '../v1/edition.ts';
import { v1OperationsOf } from '../v1/operations.ts';
import type { OlderEdition } from './older-edition.ts';

/** The editions that are served beside v2. Only this file imports v1: without it, v2 remains. */
export const olderEditions: readonly OlderEdition[] = [
  {
    edition: V1,
    resources: resourcesOfV1,
    operationsOf: (inV2) => v1.flatMap((part) => v1OperationsOf(part, inV2)),
  },
];
