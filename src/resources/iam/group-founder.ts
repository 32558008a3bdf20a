import type { RowWriteContext } from '../../kernel/context.ts';
import { freshUid } from '../../kernel/ids.ts';
import { TOP } from '../../kernel/uid.ts';
import { builtInRoleUid } from './built-in-roles.ts';
import type { GroupRow } from './group-message.ts';
import { identify, type RoleBindingRow } from './role-binding-message.ts';

/**
 * Makes the creator of a root group its owner (behaviour §5.1). No event tells of the binding. It reaches the new
 * root wherever the creator's identity lives, since otherwise nobody could ever use that root.
 */
export const bindFounder = (
  root: GroupRow,
  { parent, caller, tx, now, settings, directory }: RowWriteContext,
): void => {
  if (parent !== TOP || !tx.get(directory.named('identity'), caller.identity)) return;
  const roleBindings = directory.named('roleBinding');
  const bound = { identityUid: caller.identity, roleUid: builtInRoleUid('owner') };
  const uid = freshUid(
    tx,
    settings.seed,
    root.uid,
    roleBindings.singular,
    identify(bound),
    (rows, taken) => directory.find(rows, taken) !== undefined,
  );
  const binding: RoleBindingRow = { uid, ...bound, createTime: now, updateTime: now, founder: true };
  tx.put(roleBindings, binding);
};
