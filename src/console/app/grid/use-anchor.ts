import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Keeps what is read at its place while rows come and go: the chosen row, or else the first in sight. */
export const useAnchor = <T>(props: {
  box: RefObject<HTMLDivElement>;
  items: readonly T[];
  keyOf: (item: T) => string | number;
  rowHeight: number;
  /** The place of the chosen row; negative if none is. */
  selected: number;
  follows: boolean;
}): void => {
  const { box, items, keyOf, rowHeight, selected, follows } = props;
  const anchor = useRef<{ key: string | number; offset: number } | undefined>(undefined);
  const isAtEnd = useRef(true);
  const isFirst = useRef(true);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const wasFirst = isFirst.current;
    isFirst.current = false;
    if (wasFirst && selected >= 0) {
      element.scrollTop = selected * rowHeight - element.clientHeight / 2;
      return;
    }
    if (follows && isAtEnd.current) {
      element.scrollTop = element.scrollHeight;
      return;
    }
    const { key, offset } = anchor.current ?? {};
    const place = key === undefined ? -1 : items.findIndex((item) => keyOf(item) === key);
    if (place >= 0 && offset !== undefined) element.scrollTop = place * rowHeight - offset;
  }, [items]);
  // Measures after each drawing, and on each scroll.
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const note = (): void => {
      const { scrollTop, clientHeight, scrollHeight } = element;
      isAtEnd.current = scrollTop + clientHeight >= scrollHeight - rowHeight;
      const isInSight =
        selected >= 0 && selected * rowHeight >= scrollTop && selected * rowHeight < scrollTop + clientHeight;
      const place = isInSight ? selected : Math.min(items.length - 1, Math.ceil(scrollTop / rowHeight));
      const item = items[place];
      anchor.current = item === undefined ? undefined : { key: keyOf(item), offset: place * rowHeight - scrollTop };
    };
    note();
    element.addEventListener('scroll', note, { passive: true });
    return () => element.removeEventListener('scroll', note);
  });
};
