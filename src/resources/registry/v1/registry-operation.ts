import { type CustomMethod, customOperation } from '../../../kernel/custom-operation.ts';
import type { Operation } from '../../../schema/operation.ts';
import { V1 } from '../../../v1/edition.ts';

/** The package of the registry's first version, which has none in its name. */
export const PACKAGE = 'chainguard.platform.registry';

/** The gRPC service that has nearly all of the registry in v1. */
export const REGISTRY = `${PACKAGE}.Registry`;

type Described = Omit<CustomMethod, 'domain' | 'service' | 'id' | 'method' | 'edition'>;

/**
 * Describes a method of v1 that wraps none of v2; without `http` it is reached over gRPC only. The reports on
 * vulnerabilities have a service of their own.
 */
export const registryOperation = (
  method: string,
  { of = 'Registry', ...described }: Described & { readonly of?: 'Registry' | 'Vulnerabilities' },
): Operation =>
  customOperation({
    domain: 'registry',
    service: `${PACKAGE}.${of}`,
    id: `v1.${of}.${method}`,
    method,
    edition: V1,
    fails: ['NOT_FOUND'],
    ...described,
  });
