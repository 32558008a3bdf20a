import { useMemo } from 'preact/hooks';
import type { AuthzGrant, Fault, FaultPreset, MadeWorld } from '../../../../generated/nouns.ts';
import { CALL, goTo, partOf, withParams } from '../address.ts';
import type { Call } from '../calls/call.ts';
import type { Connection } from '../connection.ts';
import { redeliver } from '../events/event-list.ts';
import { type ConsoleContext, useConsole, useRun } from '../frame/console-context.ts';
import type { Notice } from '../frame/error-words.ts';
import { placeOfRow } from '../rows/row.ts';
import { addFault } from './fail-next.tsx';
import { sentRequest } from './request-tab.tsx';

/** The rows of a grant, which undoing it deletes: the uid of the binding, and of its role if that is new. */
export interface Granted {
  readonly binding: string;
  readonly role?: string;
}

const makeRole = async (connection: Connection, capabilities: readonly string[], group: string): Promise<string> => {
  // v1 names capabilities as the explanation does.
  const path = `/iam/v1/roles/${group}`;
  const name = `console-${capabilities.join('-')}`;
  const { items = [] } = await connection.call<{ items?: readonly { id: string }[] }>(
    '',
    'GET',
    `/iam/v1/roles?name=${encodeURIComponent(name)}`,
  );
  const known = items.find(({ id }) => id.startsWith(`${group}/`));
  return known?.id ?? (await connection.call<{ id: string }>('', 'POST', path, { name, capabilities })).id;
};

const builtInRole = async (connection: Connection, name: string): Promise<string> => {
  type Found = { readonly roles: readonly { readonly uid: string }[] };
  const { roles } = await connection.call<Found>('', 'GET', `/iam/v2/roles?name=${encodeURIComponent(name)}`);
  const builtIn = roles.find(({ uid }) => !uid.includes('/'));
  if (!builtIn) throw new Error(`there is no role ${name}`);
  return builtIn.uid;
};

/** Binds what is granted to an identity, through the API. */
const give = async (connection: Connection, identityUid: string, grant: AuthzGrant): Promise<Granted> => {
  const isCustom = !('role' in grant);
  const roleUid = isCustom
    ? await makeRole(connection, grant.customRole, grant.group)
    : await builtInRole(connection, grant.role);
  const path = `/iam/v2/roleBindings/${grant.group}`;
  const { uid } = await connection.call<{ uid: string }>('', 'POST', path, { identityUid, roleUid });
  return isCustom ? { binding: uid, role: roleUid } : { binding: uid };
};

const takeBack = async (connection: Connection, { binding, role }: Granted): Promise<void> => {
  await connection.call('', 'DELETE', `/iam/v2/roleBindings/${binding}`);
  if (role !== undefined) await connection.call('', 'DELETE', `/iam/v2/roles/${role}`);
};

/** A grant as a fixture, for the groups that are there: what a run should have begun with. */
export const grantFixture = (grant: AuthzGrant, caller: string, groupPath: string): string => {
  const role = 'role' in grant ? grant.role : `${caller}-${grant.customRole.join('-')}`;
  const own = 'role' in grant ? {} : { roles: [{ name: role, capabilities: grant.customRole }] };
  const inner = { ...own, roleBindings: [{ identity: caller, role }] };
  const below = ([name, ...others]: readonly string[]): object =>
    name === undefined ? inner : { groups: [{ name, ...below(others) }] };
  const nested = below(groupPath.split('/'));
  return `${JSON.stringify(nested, null, 2)}\n`;
};

/** The longest time to wait for the call that was sent again, in milliseconds. */
const MAX_WAIT_MS = 5_000;

/** Chooses the first call of the operation that comes behind a number. */
const showNext = ({ calls, address }: ConsoleContext, call: Call, behind: number): void => {
  const end = setTimeout(() => stop(), MAX_WAIT_MS);
  const stop = calls.watch(() => {
    const isNext = ({ number, world, operation }: Call): boolean =>
      number > behind && world === call.world && operation === call.operation;
    const next = calls.list.all.findLast(isNext);
    if (!next) return;
    clearTimeout(end);
    stop();
    goTo(withParams(address, { [CALL]: String(next.number), tab: '' }));
  });
};

const sendAgain = async (context: ConsoleContext, call: Call): Promise<string> => {
  const entry = await context.source.entry(call);
  const { query, body } = sentRequest(entry);
  showNext(context, call, context.calls.list.all.at(-1)?.number ?? 0);
  const status = await context.connectTo(call.world).again({
    identity: entry.caller?.identity ?? '',
    method: entry.method,
    path: `${entry.path}${query === '' ? '' : `?${query}`}`,
    ...(body !== undefined && { body }),
  });
  return `${call.operation} was sent again as ${call.caller || 'nobody'}, and answered ${status}.`;
};

/** The row that a call changed first, as the place that Rows opens at; only its list if the call has made it. */
const firstRowOf = ({ facts }: ConsoleContext, call: Call): Readonly<Record<string, string>> => {
  const [first] = call.entry.changes;
  if (!first) return {};
  return { ...placeOfRow(facts.kinds, first.type, first.uid), row: first.change === 'created' ? '' : first.uid };
};

const openWorldBefore = async (context: ConsoleContext, call: Call): Promise<Notice> => {
  const wanted = { from: `journal:${call.entry.id}`, at: 'before' };
  const { id } = await context.connectTo(call.world).steer<MadeWorld>('POST', 'worlds', wanted);
  const { address } = context;
  goTo(partOf('rows', address, { world: id, ...firstRowOf(context, call) }));
  const back = withParams(address, { [CALL]: String(call.number) });
  return {
    text: `World ${id} is ${call.world} as it was before call ${call.entry.id}.`,
    actions: [{ label: 'Back to the call', run: () => goTo(back) }],
  };
};

/** The rows of a trace as the call has found them. */
const showRowsBefore = (context: ConsoleContext, call: Call): void => {
  const moment = { world: call.world, [CALL]: String(call.number), at: 'before' };
  goTo(partOf('rows', context.address, { ...moment, ...firstRowOf(context, call) }));
};

/** Shows the rows as a call has found them: of a world that goes on in a world of their own, of a trace as far as it has them. */
export const useWorldBefore = (call: Call): (() => void) | undefined => {
  const context = useConsole();
  const run = useRun();
  if (context.isReadOnly) return () => showRowsBefore(context, call);
  return context.worlds.get(call.world)?.isEnded ? undefined : () => run(() => openWorldBefore(context, call));
};

/** The actions on a call of a world that goes on. Each says in a message how it went. */
export const useCallActions = (call: Call) => {
  const context = useConsole();
  const run = useRun();
  return useMemo(() => {
    if (context.isReadOnly || context.worlds.get(call.world)?.isEnded) return undefined;
    const connection = context.connectTo(call.world);
    const undo = (back: () => Promise<void>) => ({
      label: 'Undo',
      run: () => run(() => back().then(() => 'Undone.')),
    });
    const again = (): void => run(() => sendAgain(context, call));
    return {
      again,
      fail: (fault: Fault | FaultPreset, text: string): void =>
        run(async () => {
          const back = await addFault(connection, fault);
          return { text, icon: 'fault', look: 'fault', actions: [undo(back)] };
        }),
      grant: (grant: AuthzGrant, place: string): void =>
        run(async () => {
          const { identity = '', name = '' } = call.entry.caller ?? {};
          const given = await give(connection, identity, grant);
          const what = 'role' in grant ? grant.role : grant.customRole.join(', ');
          return {
            text: `${name} has ${what} on ${place}, in this world.`,
            actions: [undo(() => takeBack(connection, given)), { label: 'Send again', keyName: 'r', run: again }],
          };
        }),
      redeliver: (event: string): void => run(() => redeliver(connection, event)),
    };
  }, [call.number, context.worlds, context.address.params.world, context.isReadOnly]);
};
