import type { ComponentChildren } from 'preact';
import { Button, Icon, SCROLLS } from './bits.tsx';
import { useKeys } from './keys.ts';

const idOf = (name: string): string => `tab-${name.replaceAll(' ', '-')}`;

interface AsideProps<T extends string> {
  /** Its name for screen readers. */
  readonly label: string;
  readonly title: ComponentChildren;
  /** Stands before the title, such as a mark, and behind it. */
  readonly mark?: ComponentChildren;
  readonly behind?: ComponentChildren;
  /** Further buttons before the one that closes it. */
  readonly buttons?: ComponentChildren;
  /** Stands below the title, and does not scroll. */
  readonly head?: ComponentChildren;
  /** The tabs of the contents, through which arrows go, and which of them is open. */
  readonly tabs?: {
    readonly label: string;
    readonly tabs: readonly (readonly [name: T, title: string, count?: number | undefined])[];
    readonly tab: T;
    readonly onTab: (tab: T) => void;
  };
  readonly children: ComponentChildren;
  readonly onClose: () => void;
}

/** A panel beside a list: its title and what is below it, tabs if it has some, and the contents, which scroll. */
export const Aside = <T extends string>(props: AsideProps<T>) => {
  const { label, title, mark, behind, buttons, head, tabs, children, onClose } = props;
  const step = (by: number) => (event: KeyboardEvent) => {
    if (!tabs || (event.target as HTMLElement).closest('[role=radiogroup], dialog, [role=dialog]')) return false;
    const { tabs: all, tab, onTab } = tabs;
    const at = all.findIndex(([name]) => name === tab);
    onTab(all[(at + by + all.length) % all.length]?.[0] ?? tab);
    return true;
  };
  useKeys({ ArrowLeft: step(-1), ArrowRight: step(1) });
  return (
    <aside class={`det ${tabs ? '' : 'plain'}`} aria-label={label}>
      <div class="dh">
        <div class="h">
          {mark}
          <h2 class="cut">{title}</h2>
          {behind}
          <span class="sp" />
          {buttons}
          <Button label={<Icon name="close" />} look="q small" name="Close" run={onClose} />
        </div>
        {head}
      </div>
      {tabs && (
        <div class="tabs" role="tablist" aria-label={tabs.label}>
          {tabs.tabs.map(([name, tabTitle, number]) => (
            <button
              type="button"
              key={name}
              id={idOf(name)}
              role="tab"
              aria-selected={name === tabs.tab}
              aria-controls="tab-panel"
              tabIndex={name === tabs.tab ? 0 : -1}
              class={number === 0 ? 't3' : ''}
              onClick={() => tabs.onTab(name)}
            >
              {tabTitle}
              {number !== undefined && number > 0 && <span class="num t3"> {number}</span>}
            </button>
          ))}
        </div>
      )}
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
