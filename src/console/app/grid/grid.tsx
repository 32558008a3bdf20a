import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useKeys } from '../frame/keys.ts';
import { FOLDS, useMedia } from '../frame/use-media.ts';

/** Keeps what is read at its place while rows come and go: the chosen row, or else the first in sight. */
const useAnchor = <T,>(props: {
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

/** A column of a table: the words in its head, and what a row has in it. */
export interface Column<T> {
  readonly name: string;
  /** Its head in place of its name, which only screen readers get if this is empty. */
  readonly head?: ComponentChildren;
  readonly look?: string;
  readonly cell: (item: T) => ComponentChildren;
}

/** A table of any length with rows of one height, of which only those in sight are in the page. */
export interface GridProps<T> {
  readonly label: string;
  readonly look: string;
  readonly items: readonly T[];
  /** The height of a row in pixels on a wide screen; 26 unless given. */
  readonly rowHeight?: number;
  readonly columns: readonly Column<T>[];
  readonly keyOf: (item: T) => string | number;
  /** The key of the item that is chosen. */
  readonly selected: string | number | undefined;
  readonly rowLook?: (item: T) => string;
  /** The contents of a row that has no columns, such as a heading; undefined for one that has. */
  readonly line?: (item: T) => ComponentChildren | undefined;
  readonly onSelect: (item: T) => void;
  /** Called on Enter, and when a row is pressed. */
  readonly onOpen?: (item: T) => void;
  /** Keeps the last rows in sight as they come, while they are. */
  readonly follows?: boolean;
  /** The number of all rows, if `items` are only some. */
  readonly total?: number;
  /** Called with the rows in sight, if they are loaded as they are needed. */
  readonly onSight?: (from: number, to: number) => void;
  /** Returns the item of a place, if `items` are loaded as they are needed. */
  readonly itemAt?: (index: number) => T | undefined;
  readonly handle?: RefObject<GridHandle>;
}

/** The actions on a table from outside. */
export interface GridHandle {
  readonly focus: () => void;
  readonly toEnd: () => void;
}

const ROW_HEIGHT = 26;
const PHONE_ROW_HEIGHT = 52;
/** The number of rows that are drawn beyond the rows in sight, on each side. */
const AHEAD = 8;

/** Elements in which letters do something else, and those in which keys that scroll do, too. */
const OWN_LETTERS = 'dialog, [popover], .tree';
const OWN_KEYS = `.det, [role=tablist], ${OWN_LETTERS}`;

const isElsewhere = (event: KeyboardEvent): boolean =>
  (event.target as HTMLElement).closest(event.key.length === 1 ? OWN_LETTERS : OWN_KEYS) !== null;

/** The part of the rows that is in sight, followed. */
const useSight = (box: RefObject<HTMLDivElement>, rowHeight: number) => {
  const [sight, setSight] = useState({ from: 0, height: 900 });
  const read = (): void => {
    const { scrollTop = 0, clientHeight: height = 0 } = box.current ?? {};
    const from = Math.floor(scrollTop / rowHeight);
    setSight((last) => (last.from === from && last.height === height ? last : { from, height }));
  };
  useLayoutEffect(() => {
    read();
    const observer = new ResizeObserver(read);
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
  }, [rowHeight]);
  return { ...sight, read };
};

const Head = <T,>({ columns }: Pick<GridProps<T>, 'columns'>) => (
  <div class="tr th" role="row" aria-rowindex={1}>
    {columns.map(({ name, head = name, look = '' }) => (
      <span key={name} class={look} role="columnheader">
        {head === '' ? <span class="vh">{name}</span> : head}
      </span>
    ))}
  </div>
);

/** Keys that move the choice by a row, by a page of so many, or to an end, and the key that opens it. */
const useMoves = <T,>(
  props: GridProps<T>,
  { at, itemAt, choose }: ReturnType<typeof useChoice<T>>,
  length: number,
  page: number,
): void => {
  const by = (rows: number) => (event: KeyboardEvent) => {
    if (isElsewhere(event) || length === 0) return false;
    let to = Math.max(0, Math.min(length - 1, (at < 0 ? (rows > 0 ? -1 : length) : at) + rows));
    const step = rows > 0 ? 1 : -1;
    const isLine = (index: number): boolean => {
      const item = props.items[index];
      return item !== undefined && props.line?.(item) !== undefined;
    };
    while (isLine(to) && to + step >= 0 && to + step < length) to += step;
    if (!isLine(to)) choose(to);
    return true;
  };
  const [down, up] = [by(1), by(-1)];
  useKeys({
    ArrowDown: down,
    ArrowUp: up,
    j: down,
    k: up,
    PageDown: by(page),
    PageUp: by(-page),
    Home: by(-length),
    End: by(length),
    Enter: (event) => {
      const item = itemAt(at);
      if (isElsewhere(event) || item === undefined || !props.onOpen) return false;
      props.onOpen(item);
      return true;
    },
  });
};

/** The chosen row: by the given key, or by its place if rows are loaded as they are needed. */
const useChoice = <T,>({ items, keyOf, selected, itemAt: loadedAt, onSelect }: GridProps<T>) => {
  const [wanted, setWanted] = useState<number | undefined>(undefined);
  const hasMoved = useRef(false);
  const isPending = useRef(false);
  const itemAt = (index: number): T | undefined => items[index] ?? loadedAt?.(index);
  const found = selected === undefined ? -1 : items.findIndex((item) => keyOf(item) === selected);
  // If rows are loaded as they are needed, the chosen row keeps the place at which it was chosen.
  const there = wanted === undefined ? undefined : itemAt(wanted);
  const isThere = wanted !== undefined && loadedAt !== undefined && (there === undefined || keyOf(there) === selected);
  useEffect(() => {
    if (!isPending.current || there === undefined) return;
    isPending.current = false;
    onSelect(there);
  });
  const choose = (to: number): void => {
    hasMoved.current = true;
    setWanted(to);
    const item = itemAt(to);
    isPending.current = item === undefined;
    if (item !== undefined) onSelect(item);
  };
  return { at: found < 0 && isThere ? wanted : found, itemAt, choose, hasMoved, wanted };
};

/** Keeps the chosen row in sight, and the focus on it if it was in the table. */
const useChoiceInSight = (
  box: RefObject<HTMLDivElement>,
  at: number,
  rowHeight: number,
  hasMoved: { current: boolean },
  keys: readonly unknown[],
): void =>
  useLayoutEffect(() => {
    if (at < 0 || !box.current) return;
    const { scrollTop, clientHeight } = box.current;
    const head = box.current.querySelector<HTMLElement>('.th')?.offsetHeight ?? 0;
    const [top, behind] = [at * rowHeight, (at + 1) * rowHeight + head];
    if (top < scrollTop) box.current.scrollTop = top;
    else if (behind > scrollTop + clientHeight) box.current.scrollTop = behind - clientHeight;
    const isFocused = document.activeElement === document.body || box.current.contains(document.activeElement);
    // A choice from elsewhere, such as by a search that is being written, leaves the focus there.
    if (!hasMoved.current && !isFocused) return;
    hasMoved.current = false;
    box.current.querySelector<HTMLElement>(`[aria-rowindex="${at + 2}"]`)?.focus({ preventScroll: true });
  }, keys);

/** A table of any length: one stop of the Tab key, whose choice follows the arrows. */
export const Grid = <T,>(props: GridProps<T>) => {
  const { label, look, items, columns, keyOf, selected, total = items.length, handle } = props;
  const rowHeight = useMedia(FOLDS.phone) ? PHONE_ROW_HEIGHT : (props.rowHeight ?? ROW_HEIGHT);
  const box = useRef<HTMLDivElement>(null);
  const { from, height, read } = useSight(box, rowHeight);
  const choice = useChoice(props);
  const { at, itemAt, choose, hasMoved, wanted } = choice;
  const rows = Math.ceil(height / rowHeight);
  const first = Math.max(0, from - AHEAD);
  const last = Math.min(total, from + rows + AHEAD);
  const places = Array.from({ length: Math.max(0, last - first) }, (_, nth) => first + nth);
  // The chosen row stays in the page, so that it keeps the focus.
  if (at >= 0 && (at < first || at >= last)) places.push(at);
  useMoves(props, choice, total, Math.max(1, Math.floor(height / rowHeight) - 2));
  useAnchor({ box, items, keyOf, rowHeight, selected: at, follows: props.follows ?? false });
  useChoiceInSight(box, at, rowHeight, hasMoved, [selected, wanted]);
  useEffect(() => props.onSight?.(from, from + rows), [from, height, total]);
  if (handle) {
    handle.current = {
      focus: () => (box.current?.querySelector<HTMLElement>('[role=row][tabindex="0"]') ?? box.current)?.focus(),
      toEnd: () => box.current?.scrollTo(0, box.current.scrollHeight),
    };
  }
  // If none is chosen, the Tab key stops at the first in sight.
  const stop = at >= 0 ? at : Math.min(from, total - 1);
  return (
    <div
      ref={box}
      class={`tbl ${look}`}
      role="grid"
      aria-label={label}
      aria-rowcount={total + 1}
      tabIndex={total === 0 ? 0 : -1}
      onScroll={read}
    >
      <Head columns={columns} />
      <div class="rows" role="rowgroup" style={{ height: `${total * rowHeight}px` }}>
        {places.map((index) => {
          const item = itemAt(index);
          return (
            <GridRow
              key={item === undefined ? `place ${index}` : keyOf(item)}
              grid={props}
              top={index * rowHeight}
              item={item}
              index={index}
              isSelected={index === at || (item !== undefined && keyOf(item) === selected)}
              isStop={index === stop}
              onPress={() => choose(index)}
            />
          );
        })}
      </div>
    </div>
  );
};

const GridRow = <T,>(props: {
  grid: GridProps<T>;
  top: number;
  item: T | undefined;
  index: number;
  isSelected: boolean;
  isStop: boolean;
  onPress: () => void;
}) => {
  const { grid, top, item, index, isSelected, isStop, onPress } = props;
  const style = { top: `${top}px` };
  const line = item === undefined ? '' : grid.line?.(item);
  if (item === undefined || line !== undefined) {
    return (
      <div class="tr line" role="row" aria-rowindex={index + 2} style={style}>
        <span role="gridcell">{item === undefined ? <span class="t3 m">·· ·· ··</span> : line}</span>
      </div>
    );
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the table has the keys
    <div
      class={`tr ${grid.rowLook?.(item) ?? ''}`}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      tabIndex={isStop ? 0 : -1}
      style={style}
      onClick={onPress}
    >
      {grid.columns.map(({ name, look, cell }) => (
        <span key={name} class={look ?? ''} role="gridcell">
          {cell(item)}
        </span>
      ))}
    </div>
  );
};
