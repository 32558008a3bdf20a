import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useConsole } from '../frame/console-context.ts';
import type { Call } from './call.ts';
import type { CallStore } from './call-store.ts';
import { compileSearch, type Search, type SearchContext } from './search.ts';

/** Draws again whenever the calls have changed; returns all of them. */
export const useCallStore = (store: CallStore): readonly Call[] => {
  const [, setTurn] = useState(0);
  useEffect(() => store.watch(() => setTurn((turn) => turn + 1)), [store]);
  return store.list.all;
};

/** The calls of a world, or of all, that a search finds; while the text is no search, the calls of the last that was one. */
export const useFoundCalls = (search: string) => {
  const { calls: store, world, worlds } = useConsole();
  const every = useCallStore(store);
  const context = useMemo<SearchContext>(() => {
    const testOf = (id: string): string => {
      const known = worlds.get(id);
      return known ? `${known.title}\n${known.file}\n${id}` : id;
    };
    const calls = world === undefined ? every : every.filter((call) => worlds.holds(world, call));
    const triesOf = (call: Call): readonly Call[] => store.list.triesOf(call);
    return { calls, triesOf, testOf, beginMillis: calls[0]?.millis ?? 0 };
  }, [every, world, worlds]);
  const understood = useRef<Exclude<Search, { readonly error: string }>>({ matches: () => true, hasOwn: false });
  return useMemo(() => {
    const compiled = compileSearch(search, context);
    if ('matches' in compiled) understood.current = compiled;
    const { matches, hasOwn } = understood.current;
    // Without the page's own, unless they are asked for.
    const all = hasOwn ? context.calls : context.calls.filter(({ own }) => !own);
    const error = 'error' in compiled ? compiled.error : undefined;
    return { all, matching: all.filter(matches), error, context, triesOf: context.triesOf };
  }, [search, context]);
};

export type FoundCalls = ReturnType<typeof useFoundCalls>;

/** True while calls of the chosen world, or of all, are still to be loaded. */
export const useIsLoading = (): boolean => {
  const { calls: store, world, worlds } = useConsole();
  if (store.following.state === 'loading') return true;
  if (!store.isLoadingOlder) return false;
  const known = world === undefined ? undefined : worlds.get(world);
  if (!known) return true;
  // Its journal says how many there are: the older ones of other worlds are not waited for.
  return store.list.all.filter((call) => worlds.holds(known.id, call)).length < known.journal;
};
