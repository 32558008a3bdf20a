import { useLayoutEffect, useRef } from 'preact/hooks';

/** Handlers by key; one that returns false leaves the key to others. */
export type KeyMap = Readonly<Record<string, (event: KeyboardEvent) => unknown>>;

/** The maps in force. The last is asked first: of what was drawn last, and of parts drawn together the outer one. */
const maps: { readonly current: KeyMap }[] = [];

const WRITES = 'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]';
/** Elements that do something of their own on Enter and Space. */
const PRESSED = 'a[href], button, summary, select, textarea, input';

const handleKey = (event: KeyboardEvent): void => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.target as HTMLElement;
  if (event.key !== 'Escape' && target.matches(WRITES)) return;
  if (event.key === 'Enter' && target.matches(PRESSED)) return;
  const name = event.shiftKey && event.key.length > 1 ? `Shift+${event.key}` : event.key;
  for (const map of maps.toReversed()) {
    const handle = map.current[name];
    if (!handle || handle(event) === false) continue;
    event.preventDefault();
    return;
  }
};

/** Binds keys as long as a part of the page is mounted; single keys work only outside of text fields. */
export const useKeys = (keys: KeyMap): void => {
  const map = useRef(keys);
  map.current = keys;
  // Before what it is for is seen: a key may be pressed at once.
  useLayoutEffect(() => {
    if (maps.length === 0) addEventListener('keydown', handleKey);
    maps.push(map);
    return () => {
      maps.splice(maps.indexOf(map), 1);
      if (maps.length === 0) removeEventListener('keydown', handleKey);
    };
  }, []);
};
