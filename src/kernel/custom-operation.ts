import { omitUndefined } from '../schema/defined.ts';
import { V2 } from '../schema/edition.ts';
import type { Operation } from '../schema/operation.ts';
import { serviceOf } from './service-names.ts';

/** The description of a custom method; the rest has defaults. */
export interface CustomMethod
  extends Omit<Operation, 'service' | 'edition' | 'auth' | 'fails' | 'origin' | 'scope'>,
    Partial<Pick<Operation, 'service' | 'edition' | 'auth' | 'fails'>> {
  /** The resource whose gRPC service has the method, by its plural, unless `service` names another. */
  readonly plural?: string;
  /** The path of the request field whose uid the capabilities are checked on. */
  readonly scope?: string | undefined;
}

/** Describes a custom method. By default it is part of v2 and needs a token. */
export const customOperation = ({ plural = '', scope, ...method }: CustomMethod): Operation => ({
  service: serviceOf({ domain: method.domain, plural }),
  edition: V2,
  auth: 'token',
  origin: 'published',
  fails: [],
  ...method,
  ...omitUndefined({ scope }),
});
