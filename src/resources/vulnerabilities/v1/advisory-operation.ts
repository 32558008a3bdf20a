import type { Context } from '../../../kernel/context.ts';
import { missing } from '../../../kernel/directory.ts';
import { customOperation } from '../../../kernel/standard-operations.ts';
import type { HttpRule, Operation } from '../../../schema/operation.ts';
import { type AdvisoryRow, advisoryRows } from '../advisory-message.ts';
import { PACKAGE } from './advisory-event.ts';

/** Where advisories lie in v1. */
export const PATH = '/vulnerabilities/v1/advisories';

interface Described
  extends Pick<Operation, 'summary' | 'description' | 'request' | 'response' | 'capabilities' | 'scope'> {
  /** The name of the gRPC method. */
  readonly method: string;
  readonly http: HttpRule;
}

/** Describes an operation that v1 has for advisories and v2 has not. */
export const advisoryOperation = ({ method, scope, ...told }: Described): Operation => ({
  ...customOperation(
    { domain: 'vulnerabilities', plural: 'advisories' },
    {
      ...told,
      id: `v1.Advisories.${method}`,
      method,
      version: 'v1',
      fails: ['NOT_FOUND'],
      ...(scope === undefined ? {} : { scope }),
    },
  ),
  service: `${PACKAGE}.Advisories`,
});

/** An advisory that the kernel has found already. @throws ApiError NOT_FOUND */
export const storedAdvisory = (id: string | undefined, { rows, directory }: Context): AdvisoryRow => {
  const row = rows.get(advisoryRows, id ?? '');
  if (!row) throw missing(directory.named('advisory'), id ?? '');
  return row;
};
