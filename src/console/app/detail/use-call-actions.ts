import { useMemo } from 'preact/hooks';
import type { AuthzGrant, Fault, FaultPreset, Faults, MadeWorld } from '../../../../generated/nouns.ts';
import { CALL, goTo, partOf, withParams } from '../address.ts';
import type { Call } from '../calls/call.ts';
import { readEntry } from '../calls/call-source.ts';
import type { Connection } from '../connection.ts';
import { type ConsoleContext, useConsole } from '../frame/console-context.ts';
import type { Notice } from '../frame/outcome.tsx';
import { placeOfRow } from '../rows/row.ts';
import { nestInGroups } from './code-tab.tsx';
import { sentRequest } from './request-tab.tsx';

/** The uid of a role that gives a grant: a built-in one, or one of the console's own, made if it is not there. */
const roleFor = async (connection: Connection, grant: AuthzGrant): Promise<string> => {
  if ('role' in grant) {
    type Found = { readonly roles: readonly { readonly uid: string }[] };
    const path = `/iam/v2/roles?name=${encodeURIComponent(grant.role)}`;
    const builtIn = (await connection.call<Found>('', 'GET', path)).roles.find(({ uid }) => !uid.includes('/'));
    if (!builtIn) throw new Error(`there is no role ${grant.role}`);
    return builtIn.uid;
  }
  const { customRole: capabilities, group } = grant;
  type Found = { readonly items?: readonly { readonly id: string }[] };
  const name = `console-${capabilities.join('-')}`;
  // v1 names capabilities as the explanation does.
  const { items = [] } = await connection.call<Found>('', 'GET', `/iam/v1/roles?name=${encodeURIComponent(name)}`);
  const known = items.find(({ id }) => id.startsWith(`${group}/`));
  if (known) return known.id;
  return (await connection.call<{ id: string }>('', 'POST', `/iam/v1/roles/${group}`, { name, capabilities })).id;
};

/** A grant as a fixture, for the groups that are there: what a run should have begun with. */
export const grantFixture = (grant: AuthzGrant, caller: string, groupPath: string): string => {
  const role = 'role' in grant ? grant.role : `${caller}-${grant.customRole.join('-')}`;
  const own = 'role' in grant ? {} : { roles: [{ name: role, capabilities: grant.customRole }] };
  const nested = nestInGroups(groupPath.split('/'), { ...own, roleBindings: [{ identity: caller, role }] });
  return `${JSON.stringify(nested, null, 2)}\n`;
};

/** The longest time to wait for the call that was sent again, in milliseconds. */
const MAX_WAIT_MS = 5_000;

/** Sends a call once more, and shows the call that this makes. */
const sendAgain = async (context: ConsoleContext, call: Call): Promise<string> => {
  const { calls, address, connectTo } = context;
  const entry = await readEntry(context, call);
  const { query, body } = sentRequest(entry);
  const behind = calls.list.all.at(-1)?.number ?? 0;
  const end = setTimeout(() => stop(), MAX_WAIT_MS);
  const stop = calls.watch(() => {
    const next = calls.list.all.findLast(
      ({ number, world, operation }) => number > behind && world === call.world && operation === call.operation,
    );
    if (!next) return;
    clearTimeout(end);
    stop();
    goTo(withParams(address, { [CALL]: String(next.number), tab: '' }));
  });
  const status = await connectTo(call.world).again({
    identity: entry.caller?.identity ?? '',
    method: entry.method,
    path: `${entry.path}${query === '' ? '' : `?${query}`}`,
    ...(body !== undefined && { body }),
  });
  return `${call.operation} was sent again as ${call.caller || 'nobody'}, and answered ${status}.`;
};

/** Shows the rows as a call has found them: of a world that goes on in a world of their own, of a trace as far as it has them. */
export const useWorldBefore = (call: Call): (() => unknown) | undefined => {
  const { address, isReadOnly, worlds, connectTo, facts } = useConsole();
  const [first] = call.entry.changes;
  // The place of the row that it changed first; only its list if the call has made it.
  const place = first && {
    ...placeOfRow(facts.kinds, first.type, first.uid),
    row: first.change === 'created' ? '' : first.uid,
  };
  if (isReadOnly) {
    const moment = { world: call.world, [CALL]: String(call.number), at: 'before' };
    return () => goTo(partOf('rows', address, { ...moment, ...place }));
  }
  if (worlds.get(call.world)?.isEnded) return undefined;
  return async (): Promise<Notice> => {
    const wanted = { from: `journal:${call.entry.id}`, at: 'before' };
    const { id } = await connectTo(call.world).steer<MadeWorld>('POST', 'worlds', wanted);
    goTo(partOf('rows', address, { world: id, ...place }));
    const back = withParams(address, { [CALL]: String(call.number) });
    return {
      text: `World ${id} is ${call.world} as it was before call ${call.entry.id}.`,
      actions: [{ label: 'Back to the call', run: () => goTo(back) }],
    };
  };
};

/** The actions on a call of a world that goes on, each of which resolves to the message that says how it went. */
export const useCallActions = (call: Call) => {
  const context = useConsole();
  return useMemo(() => {
    if (context.isReadOnly || context.worlds.get(call.world)?.isEnded) return undefined;
    const connection = context.connectTo(call.world);
    const undo = (back: () => Promise<unknown>) => ({ label: 'Undo', run: () => back().then(() => 'Undone.') });
    const again = (): Promise<string> => sendAgain(context, call);
    return {
      again,
      fail: async (fault: Fault | FaultPreset, text: string): Promise<Notice> => {
        // It stands behind the others, whose hits go on.
        const { faults } = await connection.steer<Faults>('POST', 'faults', [fault]);
        const back = (): Promise<unknown> =>
          connection.steer('DELETE', `faults/${encodeURIComponent(faults.at(-1)?.id ?? '')}`);
        return { text, icon: 'fault', look: 'fault', actions: [undo(back)] };
      },
      grant: async (grant: AuthzGrant, place: string): Promise<Notice> => {
        const { identity = '', name = '' } = call.entry.caller ?? {};
        const roleUid = await roleFor(connection, grant);
        const path = `/iam/v2/roleBindings/${grant.group}`;
        const body = { identityUid: identity, roleUid };
        const { uid } = await connection.call<{ uid: string }>('', 'POST', path, body);
        const back = async (): Promise<void> => {
          await connection.call('', 'DELETE', `/iam/v2/roleBindings/${uid}`);
          if (!('role' in grant)) await connection.call('', 'DELETE', `/iam/v2/roles/${roleUid}`);
        };
        const what = 'role' in grant ? grant.role : grant.customRole.join(', ');
        return {
          text: `${name} has ${what} on ${place}, in this world.`,
          actions: [undo(back), { label: 'Send again', keyName: 'r', run: again }],
        };
      },
    };
  }, [call.number, context.worlds, context.address.params.world, context.isReadOnly]);
};
