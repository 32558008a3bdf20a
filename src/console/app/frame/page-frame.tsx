import type { ComponentChildren } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import type { ClockReading } from '../../../../generated/nouns.ts';
import { type Address, CALL, goTo, partOf, replaceAddress, withParams, writeAddress } from '../address.ts';
import { Icon } from './bits.tsx';
import { type ConsoleContext, Context, useConsole, useSteered, WATCHED_EVERY_MS } from './console-context.ts';
import { Dialog } from './dialog.tsx';
import { useKeys } from './keys.ts';
import { ActContext, type Action, failureNotice, type Notice, runAction, wordsOf } from './outcome.tsx';
import { dayText } from './text.ts';
import { ThemeSwitch } from './theme.tsx';

/** The parts of the page in their order, each with its name in the address and its title; the digit of its place opens it. */
export const PARTS = [
  ['calls', 'Calls'],
  ['tests', 'Tests'],
  ['rows', 'Rows'],
  ['events', 'Events'],
  ['faults', 'Faults'],
  ['access', 'Access'],
  ['fixtures', 'Fixtures'],
  ['coverage', 'Coverage'],
] as const;

/** The clock of the world, which goes on. */
export const WorldClock = () => {
  const { value } = useSteered<ClockReading>('clock', WATCHED_EVERY_MS);
  if (!value) return null;
  return (
    <span class="t2 clk" title={`The clock of the world, ${value.mode}`}>
      <Icon name="clock" title="The clock of the world" />
      <span class="num">{dayText(value.now)}</span>
      {value.mode !== 'real' && <span class="t3">{value.mode}</span>}
    </span>
  );
};

/** The keys with their actions; without `where`, in every part. */
const KEYS: readonly (readonly [keys: string, does: string, where?: 'mock' | 'trace'])[] = [
  ['↑ ↓ j k', 'row above, row below'],
  ['Home End PgUp PgDn', 'first, last, a page up, a page down'],
  ['[ ]', 'failed row before, failed row next'],
  ['← →', 'tab of the detail'],
  ['Enter', 'open; into the detail'],
  ['Esc', 'close what is on top, then the detail, then the search'],
  ['/', 'search'],
  ['e', 'errors only'],
  ['p', 'pause, continue', 'mock'],
  ['w', 'choose the world'],
  ['r', 'send the call again', 'mock'],
  ['g', 'grant what is missing', 'mock'],
  ['f', 'fail next time', 'mock'],
  ['b', 'the world before the call', 'mock'],
  ['b', 'the rows before the call', 'trace'],
  ['o', 'send the event once more', 'mock'],
  ['c', 'copy as curl, or copy the open item'],
  ['y', 'copy as a test'],
  ['d', 'what has changed in the world', 'mock'],
  ['s', 'save a snapshot of the world', 'mock'],
  ['i', 'edit the row', 'mock'],
  ['n', 'new row, world, event, fault', 'mock'],
  ['Delete', 'end the world, delete the row', 'mock'],
];

const KeysDialog = ({ parts, isReadOnly, onClose }: { parts: number; isReadOnly: boolean; onClose: () => void }) => {
  // A trace can only be looked at.
  const other = isReadOnly ? 'mock' : 'trace';
  const lines = [...KEYS.filter(([, , where]) => where !== other), [`1 – ${parts}`, 'the parts'] as const];
  return (
    <Dialog id="keys" look="keys" title="Keys" onClose={onClose}>
      <dl class="kv">
        {lines.map(([keys, does]) => (
          <>
            <dt>
              {keys.split(' ').map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </>
        ))}
      </dl>
      <p class="t3">Single keys do this outside of what is written in.</p>
    </Dialog>
  );
};

/** The address of a part: of the same world, and of a trace also of the same call. */
const addressOf = (name: string, { address, isReadOnly }: Pick<ConsoleContext, 'address' | 'isReadOnly'>): Address =>
  partOf(name, address, isReadOnly ? { [CALL]: address.params[CALL] ?? '' } : {});

/** The links to the parts; `onChoose` is called for each that is chosen, the one that is open included. */
const PartLinks = (props: { parts: readonly (typeof PARTS)[number][]; onChoose?: () => void }) => {
  const context = useConsole();
  const { address, worlds, isReadOnly } = context;
  const failed = worlds.all.filter(({ standing }) => standing === 'failed').length;
  return (
    <>
      {props.parts.map(([name, title]) => (
        <a
          key={name}
          href={writeAddress(addressOf(name, context))}
          aria-current={name === address.part ? 'page' : undefined}
          onClick={props.onChoose}
        >
          {title}
          {name === 'tests' && failed > 0 && (
            <span class="cnt" title={`${failed} failed`}>
              <Icon name="bad" title="failed" />
              {failed}
            </span>
          )}
        </a>
      ))}
      {!isReadOnly && <a href="/docs">API</a>}
    </>
  );
};

/** The page around the open part: its bar, what all in it share, its message, and the list of keys. */
export const PageFrame = (props: {
  shared: Omit<ConsoleContext, 'go' | 'set' | 'notice' | 'say'>;
  parts: readonly (typeof PARTS)[number][];
  /** Drawn in the bar before the parts, behind them, and at its end. */
  start: ComponentChildren;
  about?: ComponentChildren;
  end: ComponentChildren;
  look?: string;
  children: ComponentChildren;
}) => {
  const { shared, parts, start, about, end, look, children } = props;
  const [notice, say] = useState<Notice | undefined>(undefined);
  const [isHelp, setIsHelp] = useState(false);
  const context = useMemo(() => {
    const go = (params: Address['params']): void => goTo(withParams(shared.address, params));
    const set = (params: Address['params']): void => replaceAddress(withParams(shared.address, params));
    return { ...shared, go, set, notice, say };
  }, [shared, notice]);
  const act = (run: Action['run']): void =>
    runAction(
      run,
      (said) => say(typeof said === 'string' ? { text: said } : said),
      (error) => say(failureNotice(wordsOf(error))),
    );
  const menu = useRef<HTMLDivElement>(null);
  useKeys({
    ...Object.fromEntries(parts.map(([name], nth) => [String(nth + 1), () => goTo(addressOf(name, shared))])),
    '?': () => setIsHelp(true),
  });
  return (
    <Context.Provider value={context}>
      <header class="top">
        {start}
        <nav aria-label="Parts">
          <PartLinks parts={parts} />
        </nav>
        {about}
        <span class="sp" />
        {end}
        <ThemeSwitch />
        <button type="button" class="btn q narrow" popovertarget="menu">
          Menu
        </button>
        <div id="menu" popover="auto" class="pop menu" ref={menu}>
          <nav aria-label="Parts, in the menu">
            <PartLinks parts={parts} onChoose={() => menu.current?.hidePopover()} />
          </nav>
        </div>
      </header>
      <main class={look} id="content" tabIndex={-1}>
        <ActContext.Provider value={act}>{children}</ActContext.Provider>
      </main>
      {isHelp && <KeysDialog parts={parts.length} isReadOnly={shared.isReadOnly} onClose={() => setIsHelp(false)} />}
    </Context.Provider>
  );
};
