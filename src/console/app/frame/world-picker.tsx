import type { ComponentProps } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { CALL, goTo, WORLD, withParams } from '../address.ts';
import { useCallStore } from '../calls/use-calls.ts';
import { Icon, Text } from './bits.tsx';
import { useConsole } from './console-context.ts';
import { useKeys } from './keys.ts';
import { Option, WorldField } from './options.tsx';
import { findWorlds, type KnownWorld } from './world-book.ts';

/** The largest number of worlds that are listed. */
const MAX_LISTED = 12;

/** The place of a world in the list, and its mark: the failed are first, then the worlds that go on. */
const standingOf = ({ result, isEnded }: KnownWorld): readonly [rank: number, mark: ComponentProps<typeof Icon>] => {
  if (result === 'failed') return [0, { name: 'bad', look: 'bad', title: 'Failed' }];
  if (isEnded) return [2, { name: 'ok', look: 't3', title: 'Ended' }];
  return [1, { name: 'run', look: 't2', title: 'Going on' }];
};

const Search = ({ onChoose, onClose }: { onChoose: (id: string) => void; onClose: (isByKey: boolean) => void }) => {
  const { worlds, calls } = useConsole();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const counts = new Map<string, number>();
  for (const call of useCallStore(calls)) {
    if (!call.own && worlds.holds(call.world, call)) counts.set(call.world, (counts.get(call.world) ?? 0) + 1);
  }
  const found = findWorlds(worlds.all, text)
    .toSorted((one, other) => standingOf(one)[0] - standingOf(other)[0])
    .slice(0, MAX_LISTED);
  const further = worlds.all.length - found.length;
  // At once: the next key is for it.
  useLayoutEffect(() => input.current?.focus(), []);
  const keys = {
    Escape: () => onClose(true),
    ArrowDown: () => setAt(Math.min(found.length, at + 1)),
    ArrowUp: () => setAt(Math.max(0, at - 1)),
    Enter: () => onChoose((at === 0 && text !== '' ? found[0] : found[at - 1])?.id ?? ''),
  };
  const write = (written: string): void => {
    setText(written);
    setAt(0);
  };
  return (
    <div class="pop worlds">
      <WorldField
        text={text}
        input={input}
        list="worlds"
        chosen={`world-${at}`}
        look="field"
        keys={keys}
        onWrite={write}
        onBlur={() => onClose(false)}
      />
      <div role="listbox" id="worlds" aria-label="Worlds">
        {[undefined, ...found].map((world, nth) => (
          <Option
            key={world?.id ?? '*'}
            id={`world-${nth}`}
            isChosen={nth === at}
            onChoose={() => onChoose(world?.id ?? '')}
          >
            {world ? <Icon {...standingOf(world)[1]} /> : <i class="i" />}
            <span class="cut">{world ? <Text>{world.title}</Text> : 'All worlds'}</span>
            {world && world.title !== world.id && <Text look="m t3 cut">{world.id}</Text>}
            <span class="num t3">{world ? (counts.get(world.id) ?? 0) : ''}</span>
          </Option>
        ))}
      </div>
      {further > 0 && <p class="t3 hint">{further} more: write a part of a title</p>}
    </div>
  );
};

/** Chooses the world that the page is about: all, or one by its title, its file or its id. `onChoose` opens that one. */
export const WorldPicker = ({ onChoose }: { onChoose?: (id: string) => void }) => {
  const { address, world, worlds } = useConsole();
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = (isByKey: boolean): void => {
    setIsOpen(false);
    if (isByKey) button.current?.focus();
  };
  const toggle = (): void => setIsOpen(!isOpen);
  useKeys({ w: () => button.current?.checkVisibility() === true && toggle() });
  const choose = (id: string): void => {
    close(true);
    if (onChoose && id !== '') onChoose(id);
    else goTo(withParams(address, { [WORLD]: id, [CALL]: '', entry: '', row: '', group: '', event: '' }));
  };
  const known = world === undefined ? undefined : worlds.get(world);
  return (
    <div class="picker">
      <button
        ref={button}
        type="button"
        class="btn world q"
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-keyshortcuts="w"
        onClick={toggle}
      >
        <span class="vh">World:</span>
        <Text look="cut">{world === undefined ? 'All worlds' : (known?.title ?? world)}</Text>
        <Icon name="down" />
      </button>
      {isOpen && <Search onChoose={choose} onClose={close} />}
    </div>
  );
};
