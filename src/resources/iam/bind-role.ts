import { makeFreshUid } from '../../kernel/ids.ts';
import type { WriteContext } from '../../kernel/resource.ts';
import { parentOf } from '../../kernel/uid.ts';
import { identify, type RoleBindingRow } from './role-binding-message.ts';

/**
 * Grants an identity a role on a group as part of another call, without the rules and the event of role bindings. An
 * existing binding is left as it is.
 */
export const bindRole = (
  group: string,
  bound: { readonly identityUid: string; readonly roleUid: string; readonly founder?: true },
  write: Pick<WriteContext, 'tx' | 'now' | 'settings' | 'directory'>,
): void => {
  const { tx, now, directory } = write;
  const roleBindings = directory.getResource('roleBinding');
  const held = tx.by(roleBindings, 'identityUid', bound.identityUid) as readonly RoleBindingRow[];
  if (held.some(({ uid, roleUid }) => roleUid === bound.roleUid && parentOf(uid) === group)) return;
  const uid = makeFreshUid(write, group, roleBindings.singular, identify(bound));
  const binding: RoleBindingRow = { uid, ...bound, createTime: now, updateTime: now };
  tx.put(roleBindings, binding);
};
