import { CALL, goTo, replaceAddress, withParams } from '../address.ts';
import { type Call, isRetry } from '../calls/call.ts';
import type { FoundCalls } from '../calls/use-calls.ts';
import { useConsole } from '../frame/console-context.ts';

/** The tabs of a call in their order, by their names in the address. */
export const TABS = [
  ['request', 'Request'],
  ['changes', 'Changes'],
  ['why', 'Why'],
  ['events', 'Events'],
  ['attempts', 'Attempts'],
  ['code', 'Code'],
] as const;

export type TabName = (typeof TABS)[number][0];

/** The tab that answers what is asked of a call first. */
const answerTab = (call: Call, tries: readonly Call[]): TabName => {
  if (call.refused) return 'why';
  if (isRetry(call, tries) || call.entry.handled) return 'attempts';
  if (call.unread) return 'request';
  return call.entry.changes.length > 0 ? 'changes' : 'request';
};

/** The tabs that were chosen by hand, by those that answer first. */
const chosen = new Map<TabName, TabName>();

/** The call that the address names, and the ways to another one. */
export const useChosenCall = (search: string, { matching, error, triesOf }: FoundCalls) => {
  const { address, go, set, calls: store } = useConsole();
  // The address has its number, or a world and the id that the call has there.
  const { [CALL]: named, entry, world = '' } = address.params;
  const byId = entry === undefined ? undefined : store.list.find(world, entry)?.number;
  const number = named === undefined ? byId : Number(named);
  const selected = number === undefined ? undefined : store.list.get(number);
  const show = (call: Call): void => {
    const next = withParams(address, { [CALL]: String(call.number), entry: '', tab: '', q: search });
    if (number === undefined) goTo(next);
    else replaceAddress(next);
  };
  const step = (by: 1 | -1, of: (call: Call) => boolean = () => true): void => {
    const from = number ?? (by > 0 ? 0 : Number.POSITIVE_INFINITY);
    const next =
      by > 0
        ? matching.find((call) => call.number > from && of(call))
        : matching.findLast((call) => call.number < from && of(call));
    if (next) show(next);
  };
  const tries = selected ? triesOf(selected) : [];
  const inAddress = TABS.find(([name]) => name === address.params.tab)?.[0];
  const first = selected ? answerTab(selected, tries) : 'request';
  // The tab that answers, or which was chosen for calls like this one.
  const usual = /(?:^|\s)is:retry\b/.test(search) ? 'attempts' : (chosen.get(first) ?? first);
  const tab: TabName = inAddress ?? (selected ? usual : 'request');
  return {
    number,
    selected,
    tries,
    tab,
    isHidden: selected !== undefined && error === undefined && !matching.includes(selected),
    show,
    step,
    close: (): void => go({ [CALL]: '', entry: '', tab: '' }),
    onTab: (name: TabName): void => {
      if (selected) chosen.set(first, name);
      set({ tab: name });
    },
  };
};

/** The call that is open, with the ways to another one and the tab that shows it. */
export type ChosenCall = ReturnType<typeof useChosenCall>;
