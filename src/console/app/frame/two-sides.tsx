import type { ComponentChildren } from 'preact';
import { SCROLLS } from './bits.tsx';
import { Messages } from './messages.tsx';

/** A part without a list: what it is about under its bar, and beside that what is set for it, if anything. Both scroll. */
export const TwoSides = (props: {
  title: string;
  /** The names of both sides for screen readers. */
  label: string;
  besideLabel?: string;
  bar?: ComponentChildren;
  beside?: ComponentChildren;
  children: ComponentChildren;
}) => {
  const { title, label, besideLabel, bar, beside, children } = props;
  return (
    <div class={`view ${beside === undefined ? '' : 'split stack'}`}>
      <h1 class="vh">{title}</h1>
      <div class="pg scrolls" {...SCROLLS} role="group" aria-label={label}>
        {bar !== undefined && <div class="bar">{bar}</div>}
        <Messages />
        {children}
      </div>
      {beside !== undefined && (
        <aside class="det plain still" aria-label={besideLabel}>
          <div class="db" {...SCROLLS}>
            {beside}
          </div>
        </aside>
      )}
    </div>
  );
};
