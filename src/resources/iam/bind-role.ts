import type { WriteContext } from '../../kernel/context.ts';
import { freshUid } from '../../kernel/ids.ts';
import { parentOf } from '../../kernel/uid.ts';
import { identify, type RoleBindingRow } from './role-binding-message.ts';

/**
 * Gives an identity a role on a group as a part of another call: past the rules of role bindings, and without an
 * event. The binding that there is already is left as it is.
 */
export const bindRole = (
  group: string,
  bound: { readonly identityUid: string; readonly roleUid: string; readonly founder?: true },
  { tx, now, settings, directory }: Pick<WriteContext, 'tx' | 'now' | 'settings' | 'directory'>,
): void => {
  const roleBindings = directory.named('roleBinding');
  const held = tx.by(roleBindings, 'identityUid', bound.identityUid) as readonly RoleBindingRow[];
  if (held.some(({ uid, roleUid }) => roleUid === bound.roleUid && parentOf(uid) === group)) return;
  const uid = freshUid(
    tx,
    settings.seed,
    group,
    roleBindings.singular,
    identify(bound),
    (rows, taken) => directory.find(rows, taken) !== undefined,
  );
  const binding: RoleBindingRow = { uid, ...bound, createTime: now, updateTime: now };
  tx.put(roleBindings, binding);
};
