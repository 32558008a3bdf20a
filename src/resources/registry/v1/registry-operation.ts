import { customOperation } from '../../../kernel/standard-operations.ts';
import type { Operation } from '../../../schema/operation.ts';

/** The package of the registry's first version, which has none in its name. */
export const PACKAGE = 'chainguard.platform.registry';

/** The gRPC service that has nearly all of the registry in v1. */
export const REGISTRY = `${PACKAGE}.Registry`;

type Described = Pick<Operation, 'summary' | 'description' | 'request' | 'response' | 'capabilities'> &
  Partial<Pick<Operation, 'http' | 'scope' | 'event' | 'fails'>>;

/** Describes a method that v1 has beyond what stands for one of v2; without `http` it is reached over gRPC alone. */
export const registryOperation = (method: string, described: Described, service = REGISTRY): Operation => ({
  ...customOperation(
    { domain: 'registry', plural: 'repos' },
    {
      id: `v1.${service.slice(service.lastIndexOf('.') + 1)}.${method}`,
      method,
      version: 'v1',
      fails: ['NOT_FOUND'],
      ...described,
    },
  ),
  service,
});
