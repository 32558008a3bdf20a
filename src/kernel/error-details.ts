import { type Edition, V2 } from '../schema/edition.ts';
import { textOf } from '../schema/field-violation.ts';
import type { Settings } from './context.ts';
import { qualifyType } from './directory.ts';
import { type ApiError, Code, type TypedDetail } from './errors.ts';

const isErrorInfo = ({ type }: TypedDetail): boolean => type === 'google.rpc.ErrorInfo';
/**
 * The typed details of an error, ErrorInfo first; none in an edition without details (behaviour §9.2). `service` is the
 * domain of the operation called, or `api` if no operation was found.
 */
export const detailsOf = (
  error: ApiError,
  service: string,
  settings: Pick<Settings, 'serviceDomain'>,
  { errorDetails }: Pick<Edition, 'errorDetails'>,
): readonly TypedDetail[] => {
  if (!errorDetails || error.detail.isBare) return [];
  const { reason = error.code, fieldViolations, preconditions, resource, retryAfter, typed = [] } = error.detail;
  const details: TypedDetail[] = [
    { type: 'google.rpc.ErrorInfo', value: { reason, domain: `${service}.${settings.serviceDomain}` } },
  ];
  if (fieldViolations) {
    const rendered = fieldViolations.map(({ field, description }) => ({ field, description: textOf(description) }));
    details.push({ type: 'google.rpc.BadRequest', value: { fieldViolations: rendered } });
  }
  if (preconditions) details.push({ type: 'google.rpc.PreconditionFailure', value: { violations: preconditions } });
  if (resource) {
    const value = { resourceType: qualifyType(resource.type, settings), resourceName: resource.name };
    details.push({ type: 'google.rpc.ResourceInfo', value });
  }
  if (retryAfter !== undefined) {
    details.push({ type: 'google.rpc.RetryInfo', value: { retryDelay: `${retryAfter}s` } });
  }
  const given = new Set(typed.map(({ type }) => type));
  return [
    ...typed.filter(isErrorInfo),
    ...details.filter(({ type }) => !given.has(type)),
    ...typed.filter((detail) => !isErrorInfo(detail)),
  ];
};

/** Renders an error as JSON: its code as a number, its message, and its details with their types (behaviour §9.2). */
export const errorBody = (
  error: ApiError,
  service: string,
  settings: Pick<Settings, 'serviceDomain'>,
  edition = V2,
): {
  readonly code: number;
  readonly message: string;
  readonly details: readonly Readonly<Record<string, unknown>>[];
} => ({
  code: Code[error.code],
  message: error.message,
  details: detailsOf(error, service, settings, edition).map(({ type, value }) => ({
    '@type': `type.googleapis.com/${type}`,
    ...value,
  })),
});
