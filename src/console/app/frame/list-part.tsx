import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { type Suggestion, toggleTerm } from '../calls/search.ts';
import { Grid, type GridHandle, type GridProps } from '../grid/grid.tsx';
import { Button, Icon, Key, Option } from './bits.tsx';
import { useKeys } from './keys.ts';
import { Messages } from './messages.tsx';
import { group } from './text.ts';

const MAX_SUGGESTIONS = 8;

/** A search of a list, in one field, with values that complete what is before the caret. */
interface Search {
  readonly value: string;
  readonly label: string;
  readonly placeholder: string;
  /** The number of finds, in words. */
  readonly count: string;
  readonly set: (value: string) => void;
  /** Called while it is being written; `set` unless given. Escape in the field then clears it first. */
  readonly onWrite?: (value: string) => void;
  /** A button that narrows the list by a term, with the number of its finds. */
  readonly narrow?: readonly [label: string, term: string, count: number];
  readonly suggest?: (value: string, caret: number) => readonly Suggestion[];
  readonly hint?: string;
}

interface SearchBarProps {
  readonly search: Search;
  readonly input: RefObject<HTMLInputElement>;
  readonly onEnter: () => void;
  readonly children: ComponentChildren;
}

/** The suggestions for what is being written, and the keys that choose among them. */
const useSuggestions = ({ search, input, onEnter }: SearchBarProps) => {
  const { value, set, onWrite, suggest } = search;
  const [isOpen, setIsOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const caret = input.current?.selectionStart ?? value.length;
  const found = isOpen && suggest ? suggest(value, caret).slice(0, MAX_SUGGESTIONS) : [];
  const write = (text: string): void => {
    setIsOpen(true);
    setAt(-1);
    (onWrite ?? set)(text);
  };
  const take = ({ text, from, to, isWhole }: Suggestion): void => {
    const before = value.slice(0, from);
    const next = `${before}${text}${isWhole ? ' ' : ''}${value.slice(to).trimStart()}`;
    write(next);
    const place = before.length + text.length + (isWhole ? 1 : 0);
    queueMicrotask(() => input.current?.setSelectionRange(place, place));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const chosen = found[at];
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (found.length === 0) return;
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setAt((at + step + found.length + 1) % (found.length + 1));
    } else if (event.key === 'Tab' && !event.shiftKey && found.length > 0 && value.trim() !== '') {
      event.preventDefault();
      take(chosen ?? (found[0] as Suggestion));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (chosen) take(chosen);
      setIsOpen(false);
      onEnter();
    } else if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      if (found.length > 0) setIsOpen(false);
      else if (onWrite && value !== '') set('');
      else input.current?.blur();
    }
  };
  return { found, at, take, write, onKeyDown, close: () => setIsOpen(false) };
};

/** The field of a search with the values that complete it. */
const SearchBar = (props: SearchBarProps) => {
  const { search, input, children } = props;
  const { value, set, narrow } = search;
  const { found, at, take, write, onKeyDown, close } = useSuggestions(props);
  useKeys({ '/': () => input.current?.select() });
  const [narrowLabel, term = '', finds = 0] = narrow ?? [];
  return (
    <search class="bar">
      <label class="find">
        <Icon name="find" />
        <span class="vh">{search.label}</span>
        <input
          ref={input}
          value={value}
          placeholder={search.placeholder}
          spellcheck={false}
          autocomplete="off"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={found.length > 0}
          aria-controls="suggestions"
          aria-activedescendant={at >= 0 && found[at] ? `suggestion-${at}` : undefined}
          onInput={(event) => write(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onBlur={close}
        />
        <output aria-live="polite">{search.count}</output>
      </label>
      {narrow && (
        <Button
          label={
            <>
              {narrowLabel} <span class="num t3">{group(finds)}</span>
            </>
          }
          look="q wide"
          keyName="e"
          isPressed={value.split(/\s+/).includes(term)}
          run={() => set(toggleTerm(value, term))}
        />
      )}
      {children}
      <div class="pop" id="suggestions" role="listbox" aria-label="Suggestions" hidden={found.length === 0}>
        {found.map((one, nth) => (
          <Option key={one.text} id={`suggestion-${nth}`} look="m" isChosen={nth === at} onChoose={() => take(one)}>
            <span>{one.text}</span>
            <span class="t3">{one.about}</span>
          </Option>
        ))}
        <div class="o t3 hint" aria-hidden="true">
          <span>{search.hint}</span>
          <span>
            <Key name="Tab" /> takes it
          </span>
        </div>
      </div>
    </search>
  );
};

interface ListPartProps<T> {
  readonly title: string;
  /** The class of the part, and the class of the search and the table. */
  readonly look: string;
  readonly body?: string;
  readonly search: Search;
  /** Buttons behind the search. */
  readonly tools?: ComponentChildren;
  readonly table: Omit<GridProps<T>, 'handle'> & { readonly key?: string };
  /** Drawn in place of the table if it is loaded, and has no row. */
  readonly empty: ComponentChildren;
  /** False while rows may still come; true unless given. */
  readonly isLoaded?: boolean;
  readonly error?: unknown;
  /** Shows the chosen item, if the search hides it. */
  readonly onShowHidden?: (() => void) | undefined;
  /** Closes what is open beside the table; undefined if nothing is. */
  readonly onClose: (() => void) | undefined;
  /** Opens the first row, called on Enter in the search; the table then has the focus. */
  readonly onFirst?: () => unknown;
  /** Drawn before the search and the table, between both, and below them. */
  readonly side?: ComponentChildren;
  readonly above?: ComponentChildren;
  readonly foot?: (toEnd: () => void) => ComponentChildren;
  /** Drawn beside the table. */
  readonly children?: ComponentChildren;
}

/**
 * A part of the page with a list: its search, a table of what that finds, and one item of it beside the table. Escape
 * closes what is beside the list, and then clears the search. Enter in the search opens the first result as soon as that
 * is there; until then another search, or a focus elsewhere, takes that back.
 */
export const ListPart = <T,>(props: ListPartProps<T>) => {
  const { title, look, body = 'pg', search, tools, empty, onClose, isLoaded = true } = props;
  const { key: tableKey, ...table } = props.table;
  const isEmpty = (table.total ?? table.items.length) === 0;
  const isPending = isEmpty && !isLoaded;
  const input = useRef<HTMLInputElement>(null);
  const grid = useRef<GridHandle>(null);
  /** The search whose first result is to be opened. */
  const [waits, setWaits] = useState<string | undefined>(undefined);
  const openFirst = (): void => {
    props.onFirst?.();
    queueMicrotask(() => grid.current?.focus());
  };
  useEffect(() => {
    if (waits === undefined) return;
    const isWanted = waits === search.value && document.activeElement === input.current;
    if (isWanted && isPending) return;
    setWaits(undefined);
    if (isWanted) openFirst();
  });
  useKeys({
    Escape: () => {
      if (onClose) onClose();
      else if (search.value !== '') search.set('');
      else return false;
      return true;
    },
  });
  return (
    <div class={`view ${look}`}>
      <h1 class="vh">{title}</h1>
      {props.side}
      <div class={body}>
        <SearchBar search={search} input={input} onEnter={() => (isPending ? setWaits(search.value) : openFirst())}>
          {tools}
        </SearchBar>
        {props.above}
        <Messages error={props.error} hidden={props.onShowHidden} />
        {isEmpty && isLoaded ? <div class="tbl">{empty}</div> : <Grid key={tableKey} {...table} handle={grid} />}
        {props.foot?.(() => grid.current?.toEnd())}
      </div>
      {props.children}
    </div>
  );
};
