import { type Child, useState } from 'hono/jsx/dom';
import type { Row } from './row.ts';
import type { RowPages } from './row-pages.ts';

/** The height of a row, in pixels, as the style has it. */
const ROW_HEIGHT = 36;
/** The number of rows by which the drawn part moves. */
const STEP = 6;
/** How many rows are drawn: those in sight, and a step on each side. */
const DRAWN = 24;

/** Moves the focus from a row that is about to leave the page to the list, whose keys go on scrolling. */
const keepFocus = (list: HTMLElement, from: number): void => {
  const row = document.activeElement?.closest('li');
  const index = Number(row?.ariaPosInSet) - 1;
  if (row && list.contains(row) && (index < from || index >= from + DRAWN)) list.focus({ preventScroll: true });
};

/**
 * A list of any length, of which only the rows in sight are in the page. A scroll draws this list only, with a cost
 * that does not grow with the list. `draw` returns the contents of a row, and has no state.
 */
export const VirtualList = (props: { rows: RowPages; label: string; draw: (row: Row) => Child }) => {
  const { rows, label, draw } = props;
  const [top, setTop] = useState(0);
  const total = rows.total();
  const last = Math.min(top + DRAWN, total);
  const handleScroll = (event: Event): void => {
    const list = event.currentTarget as HTMLElement;
    const from = Math.max(0, Math.floor(list.scrollTop / ROW_HEIGHT / STEP) - 1) * STEP;
    if (from === top) return;
    keepFocus(list, from);
    setTop(from);
    rows.show(from, from + DRAWN);
  };
  return (
    <div class="virtual" tabindex={0} onScroll={handleScroll}>
      <ul aria-label={label} style={{ height: `${Math.max(total, 1) * ROW_HEIGHT}px` }}>
        {Array.from({ length: Math.max(0, last - top) }, (_, offset) => {
          const index = top + offset;
          const row = rows.rowAt(index);
          return (
            <li key={index} aria-setsize={total} aria-posinset={index + 1} style={{ top: `${index * ROW_HEIGHT}px` }}>
              {row ? draw(row) : <span class="quiet">…</span>}
            </li>
          );
        })}
      </ul>
    </div>
  );
};
