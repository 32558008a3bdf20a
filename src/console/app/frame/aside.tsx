import type { ComponentChildren } from 'preact';
import { Button, SCROLLS } from './bits.tsx';
import { Icon } from './icons.tsx';

/** A panel beside a list: its title and what is below it, and the contents, which scroll. */
export const Aside = (props: {
  /** Its name for screen readers. */
  label: string;
  title: ComponentChildren;
  /** Shown before the title, such as a mark. */
  mark?: ComponentChildren;
  /** Shown below the title; does not scroll. */
  head?: ComponentChildren;
  children: ComponentChildren;
  onClose: () => void;
}) => {
  const { label, title, mark, head, children, onClose } = props;
  return (
    <aside class="det plain" aria-label={label}>
      <div class="dh">
        <div class="h">
          {mark}
          <h2 class="cut">{title}</h2>
          <span class="sp" />
          <Button look="q small" label="Close" onClick={onClose}>
            <Icon name="close" />
          </Button>
        </div>
        {head}
      </div>
      <div class="db" {...SCROLLS}>
        {children}
      </div>
    </aside>
  );
};
