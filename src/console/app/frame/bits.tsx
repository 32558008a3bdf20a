import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Sentence } from '../../../features/evidence/sentence.ts';
import { copyText } from './console-context.ts';
import { useKeys } from './keys.ts';

/** The attribute of an element that scrolls, so that the keyboard reaches it. */
export const SCROLLS = { tabIndex: 0 } as const;

/** Names with their values, each pair in a line; what is `false` is left out. */
export const Pairs = (props: {
  pairs: readonly (false | undefined | readonly [name: ComponentChildren, value: ComponentChildren])[];
  look?: string;
}) => (
  <dl class={`kv ${props.look ?? ''}`}>
    {props.pairs.map(
      (pair) =>
        pair && (
          <>
            <dt>{pair[0]}</dt>
            <dd class="wrap">{pair[1]}</dd>
          </>
        ),
    )}
  </dl>
);

/** The words in the place of an empty list: a title, a sentence, and the actions to take. */
export const Empty = (props: { title: ComponentChildren; text?: ComponentChildren; children?: ComponentChildren }) => (
  <div class="empty">
    <h1>{props.title}</h1>
    {props.text !== undefined && <p class="t2">{props.text}</p>}
    <div class="acts">{props.children}</div>
  </div>
);

/** A key as it is written on a button. */
export const Key = ({ name }: { name: string }) => <kbd aria-hidden="true">{name}</kbd>;

/** A button with its key; `look` is `pri` for the one that is meant most, `q` for a quiet one. */
export const Button = (props: {
  children: ComponentChildren;
  onClick: () => unknown;
  keyName?: string;
  look?: string;
  label?: string;
  isPressed?: boolean;
  isOff?: boolean;
}) => {
  const { children, onClick, keyName, look = '', label, isPressed, isOff } = props;
  return (
    <button
      type="button"
      class={`btn ${look}`}
      onClick={() => void onClick()}
      aria-label={label}
      aria-pressed={isPressed === undefined ? undefined : isPressed ? 'true' : 'false'}
      aria-keyshortcuts={keyName}
      disabled={isOff ?? false}
    >
      {children}
      {keyName !== undefined && <Key name={keyName === 'Enter' ? '↵' : keyName === 'Delete' ? 'del' : keyName} />}
    </button>
  );
};

/** A sentence with its names as such. */
export const Said = ({ sentence }: { sentence: Sentence }) => (
  <>
    {sentence.map((piece) =>
      typeof piece === 'string' ? (
        showHidden(piece)
      ) : piece.as === 'code' ? (
        <code class="b">{showHidden(piece.strong)}</code>
      ) : (
        <b class={piece.as ?? ''}>
          <bdi>{showHidden(piece.strong)}</bdi>
        </b>
      ),
    )}
  </>
);

const HIDDEN = /(?!\n|\t)[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
/** The largest number of characters of a text in a line of a list. */
const MAX_SHOWN = 200;

/** A text in which characters that would hide, or turn others around, are written out. */
export const showHidden = (text: string): string =>
  text.replace(HIDDEN, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** A text of others in one line, of a bounded length. */
export const plainLine = (text: string): string =>
  showHidden(text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);

/** A text by others, isolated from the texts around it; with a look in an element that has it. */
export const Text = ({ children, look, title }: { children: string; look?: string; title?: string }) => {
  const text = <bdi>{plainLine(children)}</bdi>;
  return look === undefined ? (
    text
  ) : (
    <span class={look} title={title}>
      {text}
    </span>
  );
};

/** A text in one line, cut at a place in its middle if it does not fit. */
export const MidCut = ({ text, at }: { text: string; at: number }) => (
  <div class="mid m t2" title={text}>
    <span>{text.slice(0, at)}</span>
    <span>{text.slice(at)}</span>
  </div>
);

/** A name by others, which stands out. */
export const Name = ({ children, look }: { children: string; look?: string }) => (
  <b class={look}>
    <Text>{children}</Text>
  </b>
);

/** A button that copies a text, and says so; its key does, too, unless the part around it has that for itself. */
export const Copy = (props: {
  text: () => string | Promise<string>;
  children: string;
  look?: string;
  keyName?: string;
  /** The name of the copied thing, for screen readers. */
  of?: string;
}) => {
  const [words, setWords] = useState('');
  const { text, children, of, ...rest } = props;
  const copy = async (): Promise<void> => setWords((await copyText(text())) ? 'Copied' : 'Not copied');
  useKeys(rest.keyName === undefined ? {} : { [rest.keyName]: () => void copy() });
  return (
    <Button {...rest} onClick={copy}>
      <span aria-live="polite">
        {words || children}
        {of !== undefined && <span class="vh"> {of}</span>}
      </span>
    </Button>
  );
};

/** A number with its noun, of which the plural ends in `s` unless it is given. */
export const count = (number: number, noun: string, several = `${noun}s`): string =>
  `${group(number)} ${number === 1 ? noun : several}`;

/** The verb behind so many. */
export const isOrAre = (number: number): string => (number === 1 ? 'is' : 'are');

/** The verb of what is over behind so many. */
export const wasOrWere = (number: number): string => (number === 1 ? 'was' : 'were');

/** A number with commas between its thousands. */
export const group = (number: number): string => String(number).replace(/\B(?=(\d{3})+$)/g, ',');
