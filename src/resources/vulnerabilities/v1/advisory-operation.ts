import { customOperation } from '../../../kernel/custom-operation.ts';
import { rowNotFound } from '../../../kernel/directory.ts';
import type { Context } from '../../../kernel/resource.ts';
import { omitUndefined } from '../../../schema/defined.ts';
import type { HttpRule, Operation } from '../../../schema/operation.ts';
import { V1 } from '../../../v1/edition.ts';
import { type AdvisoryRow, advisoryRows } from '../advisory-message.ts';
import { PACKAGE } from './advisory-event.ts';

/** The path of advisories in v1. */
export const PATH = '/vulnerabilities/v1/advisories';

interface Described
  extends Pick<Operation, 'summary' | 'description' | 'request' | 'response' | 'capabilities' | 'scope'> {
  /** The name of the gRPC method. */
  readonly method: string;
  readonly http: HttpRule;
  /** Its failures beside a missing resource. */
  readonly fails?: Operation['fails'];
}

/** Describes an operation on advisories that v2 does not have. */
export const advisoryOperation = ({ method, scope, fails = [], ...described }: Described): Operation => ({
  ...customOperation(
    { domain: 'vulnerabilities', plural: 'advisories' },
    {
      ...described,
      id: `v1.Advisories.${method}`,
      method,
      edition: V1,
      fails: ['NOT_FOUND', ...fails],
      ...omitUndefined({ scope }),
    },
  ),
  service: `${PACKAGE}.Advisories`,
});

/** The stored advisory. @throws ApiError NOT_FOUND */
export const getAdvisory = (id: string | undefined, { rows, directory }: Context): AdvisoryRow => {
  const row = rows.get(advisoryRows, id ?? '');
  if (!row) throw rowNotFound(directory.getResource('advisory'), id ?? '');
  return row;
};
