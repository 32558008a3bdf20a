import { useMemo } from 'preact/hooks';
import type { AuthzGrant, Fault, FaultPreset, MadeWorld } from '../../../../generated/nouns.ts';
import { CALL, partOf, withParams } from '../address.ts';
import type { Call } from '../calls/call.ts';
import type { Connection } from '../connection.ts';
import { type ConsoleContext, useConsole } from '../frame/console-context.ts';
import { failureNotice, wordsOf } from '../frame/error-words.ts';
import { placeOfRow } from '../rows/row.ts';
import { goTo } from '../use-address.ts';
import { addFault } from './fail-next.tsx';
import { give, takeBack } from './grant.ts';
import { sentRequest } from './sent-body.ts';

/** How long the call that was sent again is waited for, in milliseconds. */
const MAX_WAIT_MS = 5_000;

/** The actions on a call. Each says in a message how it went. */
export interface CallActions {
  readonly again: () => void;
  readonly fail: (fault: Fault | FaultPreset, message: string) => void;
  readonly grant: (grant: AuthzGrant, place: string) => void;
  readonly redeliver: (event: string) => void;
}

interface Means {
  readonly context: ConsoleContext;
  readonly connection: Connection;
  readonly call: Call;
  /** Runs an action, and says why if it fails. */
  readonly run: (action: () => Promise<void>) => void;
  /** The action of a message that takes back what was done. */
  readonly undo: (back: () => Promise<void>) => { readonly label: string; readonly run: () => void };
}

/** Chooses the first call of the operation that comes behind a number. */
const showNext = ({ context: { calls, address }, call }: Means, behind: number): void => {
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

const sendAgain = async (means: Means): Promise<void> => {
  const { context, connection, call } = means;
  const entry = await context.source.entry(call);
  const { query, body } = sentRequest(entry);
  showNext(means, context.calls.list.all.at(-1)?.number ?? 0);
  const status = await connection.again({
    identity: entry.caller?.identity ?? '',
    method: entry.method,
    path: `${entry.path}${query === '' ? '' : `?${query}`}`,
    ...(body !== undefined && { body }),
  });
  context.say({ text: `${call.operation} was sent again as ${call.caller || 'nobody'}, and answered ${status}.` });
};

/** The row that a call changed first, as the place that Rows opens at; only its list if the call has made it. */
const firstRowOf = ({ context: { facts }, call }: Means): Readonly<Record<string, string>> => {
  const [first] = call.entry.changes;
  if (!first) return {};
  return { ...placeOfRow(facts.kinds, first.type, first.uid), row: first.change === 'created' ? '' : first.uid };
};

const openWorldBefore = async (means: Means): Promise<void> => {
  const { context, connection, call } = means;
  const from = `journal:${call.entry.id}`;
  const { id } = await connection.steer<MadeWorld>('POST', 'worlds', { from, at: 'before' });
  const { address, say } = context;
  goTo(partOf('rows', address, { world: id, ...firstRowOf(means) }));
  const back = withParams(address, { [CALL]: String(call.number) });
  say({
    text: `World ${id} is ${call.world} as it was before call ${call.entry.id}.`,
    actions: [{ label: 'Back to the call', run: () => goTo(back) }],
  });
};

/** The rows of a trace as the call has found them. */
const showRowsBefore = (means: Means): void => {
  const { context, call } = means;
  const moment = { world: call.world, [CALL]: String(call.number), at: 'before' };
  goTo(partOf('rows', context.address, { ...moment, ...firstRowOf(means) }));
};

const failNext = async (
  { context, connection, undo }: Means,
  fault: Fault | FaultPreset,
  message: string,
): Promise<void> => {
  const back = await addFault(connection, fault);
  context.say({ text: message, icon: 'fault', look: 'fault', actions: [undo(back)] });
};

const grantTo = async (means: Means, grant: AuthzGrant, place: string): Promise<void> => {
  const { context, connection, call, run, undo } = means;
  const { identity = '', name = '' } = call.entry.caller ?? {};
  const given = await give(connection, identity, grant);
  const what = 'role' in grant ? grant.role : grant.customRole.join(', ');
  context.say({
    text: `${name} has ${what} on ${place}, in this world.`,
    actions: [
      undo(() => takeBack(connection, given)),
      { label: 'Send again', keyName: 'r', run: () => run(() => sendAgain(means)) },
    ],
  });
};

const redeliver = async ({ context, connection }: Means, event: string): Promise<void> => {
  type Sent = { readonly deliveries: readonly { readonly url: string; readonly state: string }[] };
  const path = `events/${encodeURIComponent(event)}:redeliver`;
  const { deliveries } = await connection.steer<Sent>('POST', path, {});
  const sent = deliveries.map(({ url, state }) => `Sent once more to ${url}: ${state}.`);
  context.say({ text: sent.join(' ') || 'It has no receiver.' });
};

const meansFor = (context: ConsoleContext, call: Call): Means => {
  const run = (action: () => Promise<void>): void =>
    void action().catch((error: unknown) => context.say(failureNotice(wordsOf(error))));
  const undo: Means['undo'] = (back) => ({
    label: 'Undo',
    run: () =>
      run(async () => {
        await back();
        context.say({ text: 'Undone.' });
      }),
  });
  return { context, connection: context.connectTo(call.world), call, run, undo };
};

/** Shows the rows as a call has found them: of a world that goes on in a world of their own, of a trace as far as it has them. */
export const useWorldBefore = (call: Call): (() => void) | undefined => {
  const context = useConsole();
  if (!context.isReadOnly && context.worlds.get(call.world)?.isEnded) return undefined;
  const means = meansFor(context, call);
  return context.isReadOnly ? () => showRowsBefore(means) : () => means.run(() => openWorldBefore(means));
};

/** The actions on a call of a world that goes on. */
export const useCallActions = (call: Call | undefined): CallActions | undefined => {
  const context = useConsole();
  return useMemo(() => {
    if (!call || context.isReadOnly || context.worlds.get(call.world)?.isEnded) return undefined;
    const means = meansFor(context, call);
    return {
      again: () => means.run(() => sendAgain(means)),
      fail: (fault, message) => means.run(() => failNext(means, fault, message)),
      grant: (grant, place) => means.run(() => grantTo(means, grant, place)),
      redeliver: (event) => means.run(() => redeliver(means, event)),
    };
  }, [call?.number, context.worlds, context.address.params.world, context.isReadOnly]);
};
