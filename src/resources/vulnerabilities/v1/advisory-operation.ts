import { type CustomMethod, customOperation } from '../../../kernel/custom-operation.ts';
import { rowNotFound } from '../../../kernel/directory.ts';
import type { Context } from '../../../kernel/resource.ts';
import type { Operation } from '../../../schema/operation.ts';
import { V1 } from '../../../v1/edition.ts';
import { type AdvisoryRow, advisoryRows } from '../advisory-message.ts';
import { PACKAGE } from './advisory-event.ts';

/** The path of advisories in v1. */
export const PATH = '/vulnerabilities/v1/advisories';

type Described = Omit<CustomMethod, 'domain' | 'service' | 'id' | 'method' | 'edition'>;

/** Describes an operation on advisories that v2 does not have; `fails` are its failures beside a missing resource. */
export const advisoryOperation = (method: string, { fails = [], ...described }: Described): Operation =>
  customOperation({
    domain: 'vulnerabilities',
    service: `${PACKAGE}.Advisories`,
    ...described,
    id: `v1.Advisories.${method}`,
    method,
    edition: V1,
    fails: ['NOT_FOUND', ...fails],
  });

/** The stored advisory. @throws ApiError NOT_FOUND */
export const getAdvisory = (id: string | undefined, { rows, directory }: Context): AdvisoryRow => {
  const row = rows.get(advisoryRows, id ?? '');
  if (!row) throw rowNotFound(directory.getResource('advisory'), id ?? '');
  return row;
};
