import { type FC, useState } from 'hono/jsx/dom';
import type { Row } from './row-kinds.ts';
import type { Rows } from './use-rows.ts';

/** The height of a row, in pixels, as the style has it. */
const ROW_HEIGHT = 36;
/** How many rows are drawn: more than the list is high. */
const DRAWN = 24;

/** A list of any length, of which only the rows in sight are in the page. */
export const VirtualList = (props: { rows: Rows; label: string; draw: FC<{ row: Row }> }) => {
  const { rows, label, draw: Draw } = props;
  const [top, setTop] = useState(0);
  const last = Math.min(top + DRAWN, rows.total);
  const scrolled = (event: Event): void => {
    const from = Math.max(0, Math.floor((event.target as HTMLElement).scrollTop / ROW_HEIGHT) - 4);
    setTop(from);
    rows.show(from, from + DRAWN);
  };
  return (
    <div class="virtual" tabindex={0} onScroll={scrolled}>
      <ul aria-label={label} style={{ height: `${Math.max(rows.total, 1) * ROW_HEIGHT}px` }}>
        {Array.from({ length: Math.max(0, last - top) }, (_, offset) => {
          const index = top + offset;
          const row = rows.rowAt(index);
          return (
            <li
              key={index}
              aria-setsize={rows.total}
              aria-posinset={index + 1}
              style={{ top: `${index * ROW_HEIGHT}px` }}
            >
              {row ? <Draw row={row} /> : <span class="quiet">…</span>}
            </li>
          );
        })}
      </ul>
    </div>
  );
};
