import { customOperation } from '../../../kernel/custom-operation.ts';
import type { Operation } from '../../../schema/operation.ts';
import { V1 } from '../../../v1/edition.ts';

/** The package of the registry's first version, which has none in its name. */
export const PACKAGE = 'chainguard.platform.registry';

/** The gRPC service that has nearly all of the registry in v1. */
export const REGISTRY = `${PACKAGE}.Registry`;

/** The gRPC service that has the reports on vulnerabilities. */
export const VULNERABILITIES = `${PACKAGE}.Vulnerabilities`;

type Described = Pick<Operation, 'summary' | 'description' | 'request' | 'response' | 'capabilities'> &
  Partial<Pick<Operation, 'http' | 'scope' | 'event' | 'fails' | 'replacedBy'>>;

/** Describes a method of v1 that wraps none of v2; without `http` it is reached over gRPC only. */
export const registryOperation = (method: string, described: Described, service = REGISTRY): Operation => ({
  ...customOperation(
    { domain: 'registry', plural: 'repos' },
    {
      id: `v1.${service.slice(service.lastIndexOf('.') + 1)}.${method}`,
      method,
      edition: V1,
      fails: ['NOT_FOUND'],
      ...described,
    },
  ),
  service,
});
