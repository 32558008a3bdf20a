import type { ComponentChildren } from 'preact';
import { Button, SCROLLS } from './bits.tsx';
import { Icon } from './icons.tsx';
import { panelOf, Tabs, type TabsProps } from './tabs.tsx';

/** A panel beside a list: its title and what is below it, tabs if it has some, and the contents, which scroll. */
export const Aside = <T extends string>(props: {
  /** Its name for screen readers. */
  label: string;
  title: ComponentChildren;
  /** Shown before the title, such as a mark, and behind it. */
  mark?: ComponentChildren;
  behind?: ComponentChildren;
  /** Further buttons before the one that closes it. */
  buttons?: ComponentChildren;
  /** Shown below the title; does not scroll. */
  head?: ComponentChildren;
  tabs?: TabsProps<T>;
  children: ComponentChildren;
  onClose: () => void;
}) => {
  const { label, title, mark, behind, buttons, head, tabs, children, onClose } = props;
  return (
    <aside class={`det ${tabs ? '' : 'plain'}`} aria-label={label}>
      <div class="dh">
        <div class="h">
          {mark}
          <h2 class="cut">{title}</h2>
          {behind}
          <span class="sp" />
          {buttons}
          <Button look="q small" label="Close" onClick={onClose}>
            <Icon name="close" />
          </Button>
        </div>
        {head}
      </div>
      {tabs && <Tabs {...tabs} />}
      <div {...(tabs ? panelOf(tabs.tab) : { class: 'db', ...SCROLLS })}>{children}</div>
    </aside>
  );
};
