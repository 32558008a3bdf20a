import { createHash } from 'node:crypto';
import type { Rows } from '../../kernel/rows.ts';
import { TOP } from '../../kernel/uid.ts';
import { omitUndefined } from '../../schema/defined.ts';
import { scimCredentials } from './scim-credentials.ts';

/** The provider of a SCIM token, and when its tokens were revoked; undefined for any other text. */
export const findScimToken = (
  token: string,
  rows: Rows,
): { readonly provider: string; readonly revokeTime?: string } | undefined => {
  if (!token.startsWith('cgscim_')) return undefined;
  const hash = createHash('sha256').update(token).digest('hex');
  const found = rows
    .listWithin(scimCredentials, TOP)
    .find(({ tokenHash, previousTokenHash }) => tokenHash === hash || previousTokenHash === hash);
  return found && { provider: found.uid, ...omitUndefined({ revokeTime: found.revokeTime }) };
};
