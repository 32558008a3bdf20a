import type { Settings } from './context.ts';
import { qualifiedType } from './directory.ts';
import { type ApiError, Code } from './errors.ts';

/** A google.rpc detail message: its name and its canonical JSON. */
export interface TypedDetail {
  readonly type: `google.rpc.${string}`;
  readonly value: Readonly<Record<string, unknown>>;
}

/**
 * The typed details of an error, ErrorInfo first (behaviour §9.2). `service` is the domain of the operation
 * called, or `api` where no operation was found. Errors of v1 have none.
 */
export const detailsOf = (
  error: ApiError,
  service: string,
  settings: Pick<Settings, 'serviceDomain'>,
): readonly TypedDetail[] => {
  if (error.bare) return [];
  const { fieldViolations, preconditions, resource } = error.detail;
  const details: TypedDetail[] = [
    { type: 'google.rpc.ErrorInfo', value: { reason: error.code, domain: `${service}.${settings.serviceDomain}` } },
  ];
  if (fieldViolations) details.push({ type: 'google.rpc.BadRequest', value: { fieldViolations } });
  if (preconditions) details.push({ type: 'google.rpc.PreconditionFailure', value: { violations: preconditions } });
  if (resource) {
    const value = { resourceType: qualifiedType(resource.type, settings), resourceName: resource.name };
    details.push({ type: 'google.rpc.ResourceInfo', value });
  }
  return details;
};

/** An error as JSON tells it. */
export interface ErrorBody {
  readonly code: number;
  readonly message: string;
  readonly details: readonly Readonly<Record<string, unknown>>[];
}

/** An error as JSON: its code as a number, its message, and its details each with its type (behaviour §9.2). */
export const errorBody = (error: ApiError, service: string, settings: Pick<Settings, 'serviceDomain'>): ErrorBody => ({
  code: Code[error.code],
  message: error.message,
  details: detailsOf(error, service, settings).map(({ type, value }) => ({
    '@type': `type.googleapis.com/${type}`,
    ...value,
  })),
});
