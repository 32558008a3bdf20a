import type { RefObject } from 'preact';
import { useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { CALL, WORLD } from '../address.ts';
import { useCallStore } from '../calls/use-calls.ts';
import { Icon, Option, Text } from './bits.tsx';
import { useConsole } from './console-context.ts';
import { type KeyMap, useKeys } from './keys.ts';
import { group, hasWords, plainLine } from './text.ts';
import { type KnownWorld, STANDING_NAMES, STANDINGS } from './world-book.ts';

/** The largest number of worlds that are listed at once. */
const MAX_LISTED = 500;

/** Worlds under their standings, each with its number of calls; `at` is the id of the one that the keys have reached. */
const WorldOptions = (props: {
  list: string;
  /** True if all worlds can be chosen, too. */
  hasAll: boolean;
  listed: readonly KnownWorld[];
  at: string;
  onChoose: (id: string) => void;
}) => {
  const { list, hasAll, listed, at, onChoose } = props;
  const { world: current, worlds, calls } = useConsole();
  const every = useCallStore(calls);
  const counts = useMemo(() => {
    const made = new Map<string, number>();
    for (const call of every) {
      if (!call.own && worlds.holds(call.world, call)) made.set(call.world, (made.get(call.world) ?? 0) + 1);
    }
    return made;
  }, [every, worlds]);
  return (
    <>
      {hasAll && (
        <Option
          id={`${list}/`}
          look={at === '' ? 'at' : ''}
          isChosen={current === undefined}
          onChoose={() => onChoose('')}
        >
          <i class="i" />
          <span class="cut">All worlds</span>
        </Option>
      )}
      {STANDING_NAMES.map((name) => {
        const own = listed.filter(({ standing }) => standing === name);
        const [words, mark] = STANDINGS[name];
        return own.length === 0 ? null : (
          <div key={name} role="group" aria-labelledby={`${list}-${name}`}>
            <div class={`grp ${name === 'failed' ? 'bad' : ''}`} id={`${list}-${name}`} role="presentation">
              {group(own.length)} {words}
            </div>
            {own.map(({ id, title, file }) => (
              <Option
                key={id}
                id={`${list}/${id}`}
                look={id === at ? 'at' : ''}
                title={plainLine(`${file} ${title}`)}
                isChosen={id === current}
                onChoose={() => onChoose(id)}
              >
                <Icon {...mark} />
                <Text look={`cut ${name === 'failed' ? 'b' : ''}`}>{title}</Text>
                {title !== id && <Text look="m t3 cut id">{id}</Text>}
                <span class="num t3">{group(counts.get(id) ?? 0)}</span>
              </Option>
            ))}
          </div>
        );
      })}
    </>
  );
};

/** The field that finds worlds, with the keys that go through them. */
const WorldField = (props: {
  field: RefObject<HTMLInputElement>;
  list: string;
  text: string;
  at: string;
  keys: KeyMap;
  onWrite: (text: string) => void;
  onBlur: () => void;
}) => (
  <input
    ref={props.field}
    value={props.text}
    placeholder="title, file or world"
    aria-label="Find a world"
    role="combobox"
    aria-expanded="true"
    aria-controls={props.list}
    aria-activedescendant={`${props.list}/${props.at}`}
    aria-keyshortcuts="w"
    autocomplete="off"
    spellcheck={false}
    onInput={(event) => props.onWrite(event.currentTarget.value)}
    onKeyDown={(event) => {
      const handle = props.keys[event.key];
      if (!handle) return;
      handle(event);
      event.preventDefault();
      event.stopPropagation();
    }}
    onBlur={props.onBlur}
  />
);

/** The worlds that have each word of a text, in the order in which they are drawn, and the keys go through them. */
const findWorlds = (worlds: readonly KnownWorld[], text: string): readonly KnownWorld[] => {
  const found = worlds.filter(({ title, file, id }) => hasWords(`${title} ${file} ${id}`, text));
  return STANDING_NAMES.flatMap((name) => found.filter(({ standing }) => standing === name));
};

/** Finds a world by its title, its file or its id, and chooses it; the id is empty for all. */
export const WorldList = (props: {
  onChoose: (id: string) => void;
  /** Called when the field loses the focus, with true for the Escape key; without it the list stays open. */
  onLeave?: (isByKey: boolean) => void;
}) => {
  const { onChoose, onLeave } = props;
  const { worlds } = useConsole();
  const [text, setText] = useState('');
  const [place, setPlace] = useState(0);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const found = useMemo(() => findWorlds(worlds.all, text), [worlds, text]);
  const listed = found.slice(0, MAX_LISTED);
  const ids = [...(text === '' ? [''] : []), ...listed.map(({ id }) => id)];
  const at = ids[place] ?? '';
  const write = (written: string): void => {
    setText(written);
    setPlace(0);
  };
  const keys = {
    ArrowDown: () => setPlace(Math.min(ids.length - 1, place + 1)),
    ArrowUp: () => setPlace(Math.max(0, place - 1)),
    Enter: () => ids.length > 0 && onChoose(at),
    Escape: () => (onLeave ? onLeave(true) : text === '' ? input.current?.blur() : write('')),
  };
  // At once: the next key is for it.
  useLayoutEffect(() => {
    if (onLeave) input.current?.focus();
  }, []);
  useLayoutEffect(() => list.current?.querySelector('.at')?.scrollIntoView({ block: 'nearest' }), [at]);
  useKeys({ w: () => !onLeave && input.current?.checkVisibility() === true && input.current.select() });
  return (
    <>
      <search class="bar">
        <div class="find">
          <Icon name="find" />
          <WorldField
            field={input}
            list={id}
            text={text}
            at={at}
            keys={keys}
            onWrite={write}
            onBlur={() => onLeave?.(false)}
          />
        </div>
      </search>
      <div class="tbl" role="listbox" id={id} aria-label="Worlds" ref={list} tabIndex={0}>
        <WorldOptions list={id} hasAll={text === ''} listed={listed} at={at} onChoose={onChoose} />
      </div>
      <p class="t3 hint">
        {found.length > listed.length && `${group(found.length - listed.length)} more: write a part of a title. `}
        {found.length === 0 && text !== '' && 'No world has this in its title, file or name.'}
      </p>
    </>
  );
};

/** Chooses the world that the page is about: all, or one by its title, its file or its id. `onChoose` opens that one. */
export const WorldPicker = ({ onChoose }: { onChoose?: (id: string) => void }) => {
  const { world, worlds, go } = useConsole();
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
    else go({ [WORLD]: id, [CALL]: '', entry: '', row: '', group: '', event: '' });
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
      {isOpen && (
        <div class="pop worlds idx">
          <WorldList onChoose={choose} onLeave={close} />
        </div>
      )}
    </div>
  );
};
