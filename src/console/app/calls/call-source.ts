import type { AuthzCheck, JournalEntry, JournalPage } from '../../../../generated/nouns.ts';
import type { ConsoleContext } from '../frame/console-context.ts';
import type { Call } from './call.ts';

/** The largest number of whole entries that are cached. */
const MAX_CACHED = 50;

const cache = new Map<number, Promise<JournalEntry>>();

/** Reads a call with its messages: from the mock, which is asked once for a call that has ended; a trace lists them whole. */
export const readEntry = async ({ connectTo, isReadOnly }: ConsoleContext, call: Call): Promise<JournalEntry> => {
  const { number, entry, open } = call;
  if (isReadOnly) return entry;
  const query = `journal?world=*&since=${number - 1}&before=${number + 1}&limit=1`;
  const read = async () => (await connectTo('default').steer<JournalPage>('GET', query)).entries[0] ?? entry;
  const reading = cache.get(number) ?? read();
  if (!open && !cache.has(number)) {
    cache.set(number, reading);
    reading.catch(() => cache.delete(number));
    for (const oldest of cache.keys()) if (cache.size > MAX_CACHED) cache.delete(oldest);
  }
  return reading;
};

/** The reason why a call was allowed or refused; undefined if that is not known any more. */
export const readCheck = async (context: ConsoleContext, call: Call): Promise<AuthzCheck | undefined> => {
  const { connectTo, worlds, isReadOnly } = context;
  const isThere = isReadOnly || worlds.get(call.world)?.isEnded === false;
  if (!call.entry.operation || call.open || !isThere) return undefined;
  return connectTo(call.world)
    .steer<AuthzCheck>('GET', `journal/${call.entry.id}:explain`)
    .catch(() => undefined);
};
