import type { ComponentChildren, RefObject } from 'preact';
import type { KeyMap } from './keys.ts';

/** One of several options, which are chosen by the keys of a field. */
export const Option = (props: {
  id: string;
  look?: string;
  isChosen: boolean;
  title?: string;
  onChoose: () => void;
  children: ComponentChildren;
}) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
  <div
    id={props.id}
    class={`o ${props.look ?? ''}`}
    role="option"
    aria-selected={props.isChosen}
    title={props.title}
    onPointerDown={(event) => event.preventDefault()}
    onClick={props.onChoose}
  >
    {props.children}
  </div>
);

/** A field that finds worlds: `list` and `chosen` are the ids of their options, through which the keys go. */
export const WorldField = (props: {
  text: string;
  input: RefObject<HTMLInputElement>;
  list: string;
  chosen: string | undefined;
  look?: string;
  keys: KeyMap;
  onWrite: (text: string) => void;
  onBlur?: () => void;
}) => (
  <input
    id="find-world"
    ref={props.input}
    class={props.look}
    value={props.text}
    placeholder="title, file or world"
    aria-label="Find a world"
    role="combobox"
    aria-expanded="true"
    aria-controls={props.list}
    aria-activedescendant={props.chosen}
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
