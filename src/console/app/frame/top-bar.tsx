import { useEffect, useRef } from 'preact/hooks';
import type { ClockReading } from '../../../steering/contract/nouns.ts';
import { partOf, writeAddress } from '../address.ts';
import { dayText } from '../calls/time-text.ts';
import { goTo } from '../use-address.ts';
import { useLoaded, WATCHED_EVERY_MS } from '../use-loaded.ts';
import { useConsole } from './console-context.ts';
import { Icon } from './icons.tsx';
import { useKeys } from './keys.ts';
import { PARTS } from './parts-list.ts';
import { ThemeSwitch } from './theme-switch.tsx';
import { WorldPicker } from './world-picker.tsx';

const WorldClock = () => {
  const { connection } = useConsole();
  const { value } = useLoaded(() => connection.steer<ClockReading>('GET', 'clock'), [connection], WATCHED_EVERY_MS);
  return value ? (
    <span class="t2 clk" title={`The clock of the world, ${value.mode}`}>
      <Icon name="clock" title="The clock of the world" />
      <span class="num">{dayText(value.now)}</span>
      {value.mode !== 'real' && <span class="t3">{value.mode}</span>}
    </span>
  ) : null;
};

const Parts = ({ failed }: { failed: Readonly<Record<string, number>> }) => {
  const { address } = useConsole();
  return (
    <>
      {PARTS.map(([name, title]) => (
        <a
          key={name}
          href={writeAddress(partOf(name, address))}
          aria-current={name === address.part ? 'page' : undefined}
        >
          {title}
          {(failed[name] ?? 0) > 0 && (
            <span class="cnt" title={`${failed[name]} failed`}>
              <Icon name="bad" title="failed" />
              {failed[name]}
            </span>
          )}
        </a>
      ))}
      <a href="/docs">API</a>
    </>
  );
};

/** The bar at the top: the name, the world, the parts, the clock of the world, and the theme. */
export const TopBar = ({ failed }: { failed: Readonly<Record<string, number>> }) => {
  const { address, world, worlds } = useConsole();
  const isThere = world !== undefined && worlds.get(world)?.isEnded === false;
  const menu = useRef<HTMLDivElement>(null);
  // A link in it was pressed.
  useEffect(() => menu.current?.hidePopover(), [address.part]);
  useKeys(Object.fromEntries(PARTS.map(([name], nth) => [String(nth + 1), () => goTo(partOf(name, address))])));
  return (
    <header class="top">
      <b>
        <a class="home" href={writeAddress(partOf('start', address))}>
          platform-mock
        </a>
      </b>
      <WorldPicker />
      <nav aria-label="Parts">
        <Parts failed={failed} />
      </nav>
      <span class="sp" />
      {isThere && <WorldClock />}
      <ThemeSwitch />
      <button type="button" class="btn q narrow" popovertarget="menu">
        Menu
      </button>
      <div id="menu" popover="auto" class="pop menu" ref={menu}>
        <nav aria-label="Parts, in the menu">
          <Parts failed={failed} />
        </nav>
      </div>
    </header>
  );
};
