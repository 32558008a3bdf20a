import type { Call } from '../calls/call.ts';
import { isRetry } from '../calls/call.ts';

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

/** The kind of a call, by what is asked of it first. */
const kindOf = (call: Call, tries: readonly Call[]): TabName => {
  if (call.refused) return 'why';
  if (isRetry(call, tries) || call.entry.handled) return 'attempts';
  if (call.unread) return 'request';
  return call.entry.changes.length > 0 ? 'changes' : 'request';
};

/** The tabs that were chosen by hand, by the kind of the call. */
const chosen = new Map<TabName, TabName>();

/** The tab at which a call opens: the one that answers, or which was chosen for calls of its kind. */
export const tabFor = (call: Call, tries: readonly Call[], search: string): TabName => {
  if (/(?:^|\s)is:retry\b/.test(search)) return 'attempts';
  const kind = kindOf(call, tries);
  return chosen.get(kind) ?? kind;
};

/** Remembers a tab that was chosen by hand, for calls of the same kind. */
export const rememberTab = (call: Call, tries: readonly Call[], tab: TabName): void =>
  void chosen.set(kindOf(call, tries), tab);
