import type { RowWriteContext } from '../../kernel/resource.ts';
import { TOP } from '../../kernel/uid.ts';
import { bindRole } from './bind-role.ts';
import { uidOfBuiltInRole } from './built-in-roles.ts';
import type { GroupRow } from './group-message.ts';

/**
 * Makes the creator of a root group its owner (behaviour §5.1). The binding holds wherever the creator's identity
 * lives, since otherwise that root could not be used.
 */
export const bindFounder = (root: GroupRow, context: RowWriteContext): void => {
  const { parent, caller, tx, directory } = context;
  if (parent !== TOP || !tx.get(directory.getResource('identity'), caller.identity)) return;
  bindRole(root.uid, { identityUid: caller.identity, roleUid: uidOfBuiltInRole('owner'), founder: true }, context);
};
