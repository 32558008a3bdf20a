import { useKeys } from './keys.ts';

const PANEL = 'tab-panel';

const idOf = (name: string): string => `tab-${name.replaceAll(' ', '-')}`;

/** The tabs of what is beside a list, and which of them is open. */
export interface TabsProps<T extends string> {
  readonly label: string;
  readonly tabs: readonly (readonly [name: T, title: string, count?: number | undefined])[];
  readonly tab: T;
  readonly onTab: (tab: T) => void;
}

/** Tabs, through which arrows go. */
export const Tabs = <T extends string>({ label, tabs, tab, onTab }: TabsProps<T>) => {
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
          aria-controls={PANEL}
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

/** The attributes of the panel of a tab, which scrolls. */
export const panelOf = (tab: string) =>
  ({ class: 'db', role: 'tabpanel', id: PANEL, 'aria-labelledby': idOf(tab), tabIndex: 0 }) as const;
