import { useRef } from 'preact/hooks';
import type { ClockReading } from '../../../../generated/nouns.ts';
import { type Address, CALL, goTo, partOf, writeAddress } from '../address.ts';
import { dayText } from '../calls/time-text.ts';
import { WATCHED_EVERY_MS } from '../use-loaded.ts';
import { useConsole, useSteered } from './console-context.ts';
import { Icon } from './icons.tsx';
import { useKeys } from './keys.ts';
import { ThemeSwitch } from './theme.tsx';
import { WorldPicker } from './world-picker.tsx';

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

export type Part = (typeof PARTS)[number];

export type PartName = Part[0] | 'start';

/** The clock of the world, which goes on. */
const WorldClock = () => {
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

/** The addresses of the parts: of the same world, and of a trace also of the same call. */
const usePartAddress = (): ((name: string) => Address) => {
  const { address, isReadOnly } = useConsole();
  const { [CALL]: call = '' } = address.params;
  return (name) => partOf(name, address, isReadOnly ? { [CALL]: call } : {});
};

/** The links to the parts; `onChoose` is called for each that is chosen, the one that is open included. */
const PartLinks = ({ parts, onChoose }: { parts: readonly Part[]; onChoose?: () => void }) => {
  const { address, worlds, isReadOnly } = useConsole();
  const addressOf = usePartAddress();
  const failed = worlds.all.filter(({ result }) => result === 'failed').length;
  return (
    <>
      {parts.map(([name, title]) => (
        <a
          key={name}
          href={writeAddress(addressOf(name))}
          aria-current={name === address.part ? 'page' : undefined}
          onClick={onChoose}
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

/** The parts of the page in its bar; the digit of its place opens each. */
export const PartsBar = ({ parts }: { parts: readonly Part[] }) => {
  const addressOf = usePartAddress();
  useKeys(Object.fromEntries(parts.map(([name], nth) => [String(nth + 1), () => goTo(addressOf(name))])));
  return (
    <nav aria-label="Parts">
      <PartLinks parts={parts} />
    </nav>
  );
};

/** The same in a menu, if the bar has no room for them. */
export const PartsMenu = ({ parts }: { parts: readonly Part[] }) => {
  const menu = useRef<HTMLDivElement>(null);
  return (
    <>
      <button type="button" class="btn q narrow" popovertarget="menu">
        Menu
      </button>
      <div id="menu" popover="auto" class="pop menu" ref={menu}>
        <nav aria-label="Parts, in the menu">
          <PartLinks parts={parts} onChoose={() => menu.current?.hidePopover()} />
        </nav>
      </div>
    </>
  );
};

/** The bar at the top: the name, the world, the parts, the clock of the world, and the theme. */
export const TopBar = () => {
  const { address, world, worlds } = useConsole();
  const isThere = world !== undefined && worlds.get(world)?.isEnded === false;
  return (
    <header class="top">
      <b>
        <a class="home" href={writeAddress(partOf('start', address))}>
          platform-mock
        </a>
      </b>
      <WorldPicker />
      <PartsBar parts={PARTS} />
      <span class="sp" />
      {isThere && <WorldClock />}
      <ThemeSwitch />
      <PartsMenu parts={PARTS} />
    </header>
  );
};
