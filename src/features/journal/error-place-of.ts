import { describedOperations } from '../../editions/editions.ts';
import { type ErrorPlace, errorPlaces } from '../../faces/rest/error-place.ts';
import { makeAtFirstUse } from '../../schema/at-first-use.ts';
import type { PackedEntry } from './packed-entry.ts';

const placeOf = makeAtFirstUse(() => errorPlaces(describedOperations().map(({ operation }) => operation)));

/**
 * The service that the error of a call names, and the edition that renders it. Over REST the path says so even if no
 * operation matches; undefined for an unknown method of gRPC, whose error has no details.
 */
export const errorPlaceOf = ({ operation, protocol, target }: PackedEntry): ErrorPlace | undefined => {
  if (operation) return operation;
  return protocol === 'rest' ? placeOf()(target.split('?', 1)[0] ?? '') : undefined;
};
