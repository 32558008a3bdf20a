import type { Edition } from '../schema/edition.ts';

/** The older interface (behaviour §12.4 V1, V3, V10). */
export const V1: Edition = {
  name: 'v1',
  spelling: 'proto',
  errorDetails: false,
  identifier: 'id',
  missingIsEmpty: true,
};
