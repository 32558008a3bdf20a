import type { ComponentChildren } from 'preact';
import { Button, SCROLLS } from './bits.tsx';
import { Icon } from './icons.tsx';
import { useKeys } from './keys.ts';

const idOf = (name: string): string => `tab-${name.replaceAll(' ', '-')}`;

/** The tabs of what is beside a list, and which of them is open. */
export interface TabsProps<T extends string> {
  readonly label: string;
  readonly tabs: readonly (readonly [name: T, title: string, count?: number | undefined])[];
  readonly tab: T;
  readonly onTab: (tab: T) => void;
}

/** Tabs, through which arrows go. */
const Tabs = <T extends string>({ label, tabs, tab, onTab }: TabsProps<T>) => {
  const at = tabs.findIndex(([name]) => name === tab);
  const step = (by: number) => (event: KeyboardEvent) => {
    if ((event.target as HTMLElement).closest('[role=radiogroup], dialog, [role=dialog]')) return false;
    const [next = tab] = tabs[(at + by + tabs.length) % tabs.length] ?? [];
    onTab(next);
    return true;
  };
  useKeys({ ArrowLeft: step(-1), ArrowRight: step(1) });
  return (
    <div class="tabs" role="tablist" aria-label={label}>
      {tabs.map(([name, title, number]) => (
        <button
          type="button"
          key={name}
          id={idOf(name)}
          role="tab"
          aria-selected={name === tab ? 'true' : 'false'}
          aria-controls="tab-panel"
          tabIndex={name === tab ? 0 : -1}
          class={number === 0 ? 't3' : ''}
          onClick={() => onTab(name)}
        >
          {title}
          {number !== undefined && number > 0 && <span class="num t3"> {number}</span>}
        </button>
      ))}
    </div>
  );
};

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
      <div
        class="db"
        {...SCROLLS}
        {...(tabs && { role: 'tabpanel', id: 'tab-panel', 'aria-labelledby': idOf(tabs.tab) })}
      >
        {children}
      </div>
    </aside>
  );
};
