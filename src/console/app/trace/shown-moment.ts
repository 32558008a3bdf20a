import { type Address, CALL, partOf, WORLD, withParams } from '../address.ts';
import type { ShownMoment } from '../frame/console-context.ts';
import { goTo } from '../use-address.ts';
import type { Moment } from './rows-at.ts';
import type { Shown, TraceConnection } from './shown-trace.ts';

/** The moment of a world that an address names: before or after a call; undefined for its end. */
export const momentIn = ({ [CALL]: call, at }: Address['params']): Moment | undefined =>
  call !== undefined && (at === 'before' || at === 'after') ? { call: Number(call), at } : undefined;

/** Which moment the rows are of, what of them is missing, and the ways to others. */
export const shownMoment = (
  { held, world }: TraceConnection,
  { calls: { list }, worlds }: Shown,
  address: Address,
): ShownMoment => {
  const { all } = list;
  const moment = momentIn(address.params);
  const { gaps, partial } = held();
  const call = moment && all.find(({ number }) => number === moment.call);
  const own = all.filter((each) => each.world === world);
  const to = (number: number | undefined, at: string) => (): void =>
    goTo(withParams(address, { [WORLD]: world, [CALL]: number === undefined ? '' : String(number), at, row: '' }));
  const title = worlds.get(world)?.title ?? world;
  const first = own[0]?.number;
  const other = moment?.at === 'before' ? 'after' : 'before';
  const ways = moment
    ? [
        { label: `${other === 'after' ? 'After' : 'Before'} it`, run: to(moment.call, other) },
        { label: 'At the end', run: to(undefined, '') },
        { label: 'The call', run: () => goTo(partOf('calls', address, { [CALL]: String(moment.call) })) },
      ]
    : first === undefined
      ? []
      : [{ label: 'At the beginning', run: to(first, 'before') }];
  const text = moment
    ? `World ${title} as it was ${moment.at} call ${moment.call}${call ? `, ${call.operation}` : ''}.`
    : `World ${title} as it was at its end.`;
  return {
    notice: { text, icon: 'clock', actions: ways },
    gaps,
    isPartial: (uid) => partial.has(uid),
    isBehind: ({ number }) => moment === undefined || number < moment.call + (moment.at === 'after' ? 1 : 0),
  };
};

/** The world that a part about one shows: that of the address, else of its call, else of the first test that failed, else the first. */
export const worldToShow = ({ worlds, calls }: Shown, { [WORLD]: world, [CALL]: call }: Address['params']): string => {
  if (world) return world;
  const number = Number(call);
  const ofCall = calls.list.all.find((each) => each.number === number)?.world;
  const first = worlds.all.find(({ result }) => result === 'failed') ?? worlds.all[0];
  return ofCall ?? first?.id ?? 'default';
};
