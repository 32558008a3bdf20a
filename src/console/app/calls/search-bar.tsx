import type { ComponentChildren, RefObject } from 'preact';
import { useState } from 'preact/hooks';
import { Key } from '../frame/bits.tsx';
import { Icon } from '../frame/icons.tsx';
import { useKeys } from '../frame/keys.ts';
import { Option } from '../frame/options.tsx';
import type { Suggestion } from './search.ts';

const MAX_SUGGESTIONS = 8;

/** The end of the search that is being written: it completes what is before the caret. */
export interface SearchBarProps {
  readonly value: string;
  readonly label: string;
  readonly placeholder: string;
  /** The number of finds, in words. */
  readonly count: string;
  readonly input: RefObject<HTMLInputElement>;
  readonly onInput: (value: string) => void;
  /** Called on Enter: on to what is found. */
  readonly onEnter: () => void;
  /** Called on Escape; the focus leaves the field unless given. */
  readonly onEscape?: () => void;
  readonly suggest?: (value: string, caret: number) => readonly Suggestion[];
  readonly hint?: string;
  readonly children?: ComponentChildren;
}

/** The suggestions for what is being written, and the keys that choose among them. */
const useSuggestions = (props: SearchBarProps) => {
  const { value, input, onInput, onEnter, suggest } = props;
  const { onEscape = () => input.current?.blur() } = props;
  const [isOpen, setIsOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const caret = input.current?.selectionStart ?? value.length;
  const found = isOpen && suggest ? suggest(value, caret).slice(0, MAX_SUGGESTIONS) : [];
  const take = ({ text, from, to, isWhole }: Suggestion): void => {
    const before = value.slice(0, from);
    const next = `${before}${text}${isWhole ? ' ' : ''}${value.slice(to).trimStart()}`;
    onInput(next);
    setAt(-1);
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
      else onEscape();
    }
  };
  useKeys({ '/': () => input.current?.select() });
  const write = (text: string): void => {
    setIsOpen(true);
    setAt(-1);
    onInput(text);
  };
  return { found, at, take, write, onKeyDown, close: () => setIsOpen(false) };
};

/** One field for text and keys, with a list of values that complete it. */
export const SearchBar = (props: SearchBarProps) => {
  const { value, label, placeholder, count, input, hint, children } = props;
  const { found, at, take, write, onKeyDown, close } = useSuggestions(props);
  return (
    <search class="bar">
      <label class="find">
        <Icon name="find" />
        <span class="vh">{label}</span>
        <input
          ref={input}
          value={value}
          placeholder={placeholder}
          spellcheck={false}
          autocomplete="off"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={found.length > 0 ? 'true' : 'false'}
          aria-controls="suggestions"
          aria-activedescendant={at >= 0 && found[at] ? `suggestion-${at}` : undefined}
          onInput={(event) => write(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onBlur={close}
        />
        <output aria-live="polite">{count}</output>
      </label>
      {children}
      <div class="pop" id="suggestions" role="listbox" aria-label="Suggestions" hidden={found.length === 0}>
        {found.map((one, nth) => (
          <Option key={one.text} id={`suggestion-${nth}`} look="m" isChosen={nth === at} onChoose={() => take(one)}>
            <span>{one.text}</span>
            <span class="t3">{one.about}</span>
          </Option>
        ))}
        <div class="o t3 hint" aria-hidden="true">
          <span>{hint}</span>
          <span>
            <Key name="Tab" /> takes it
          </span>
        </div>
      </div>
    </search>
  );
};
