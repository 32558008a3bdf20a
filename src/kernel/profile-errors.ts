import { bodyOf, type Endpoint, stepsAlong } from '../schema/field-path.ts';
import type { AnyMessage } from '../schema/field-types.ts';
import { respellViolation } from '../schema/field-violation.ts';
import type { Profile } from '../schema/profile.ts';
import { messagesIn } from '../schema/profile-messages.ts';
import { type ApiError, invalid } from './errors.ts';

/** A path with the names that differ; all others, such as those of a query, stay as they are. */
const pathIn = (of: AnyMessage, path: string): string =>
  stepsAlong(of, path)
    .map(({ field, index, text }) => (field && field.json !== field.name ? `${field.json}${index}` : text))
    .join('.');

/** An error of an operation whose violations name fields as answers of the profile do (behaviour §9.2.4, C3). */
export const errorIn = (profile: Profile, endpoint: Endpoint, error: ApiError): ApiError => {
  const { fieldViolations } = error.detail;
  if (!fieldViolations) return error;
  const of = messagesIn(profile)(bodyOf(endpoint));
  return invalid(fieldViolations.map((violation) => respellViolation(violation, (path) => pathIn(of, path))));
};
