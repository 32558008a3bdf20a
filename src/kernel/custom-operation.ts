import { omitUndefined } from '../schema/defined.ts';
import { V2 } from '../schema/edition.ts';
import type { Operation } from '../schema/operation.ts';
import type { Resource } from './resource.ts';
import { serviceOf } from './service-names.ts';

interface CustomMethod
  extends Pick<Operation, 'id' | 'summary' | 'description' | 'request' | 'response' | 'capabilities'>,
    Partial<Pick<Operation, 'http' | 'method' | 'edition' | 'replacedBy' | 'event' | 'auth' | 'fails' | 'service'>> {
  /** The path of the request field whose uid the capabilities are checked on. */
  readonly scope?: string | undefined;
}

/** Describes a custom method. By default it is part of v2 and needs a token. */
export const customOperation = (
  resource: Pick<Resource, 'domain' | 'plural' | 'service'>,
  { scope, ...method }: CustomMethod,
): Operation => ({
  service: serviceOf(resource),
  domain: resource.domain,
  edition: V2,
  auth: 'token',
  origin: 'published',
  fails: [],
  ...method,
  ...omitUndefined({ scope }),
});
