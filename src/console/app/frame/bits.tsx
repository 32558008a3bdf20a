import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Sentence } from '../../../features/evidence/sentence.ts';
import { partOf, writeAddress } from '../address.ts';
import { copyText, useConsole } from './console-context.ts';
import { useKeys } from './keys.ts';
import { type Action, useAct } from './outcome.tsx';
import { plainLine, showHidden } from './text.ts';

const STROKE = { fill: 'none', stroke: 'currentColor', 'stroke-width': 1.5 } as const;

const FILL = { fill: 'currentColor' } as const;

/** The marks, each of its own shape, so that none needs its colour. */
const SHAPES = {
  bad: () => <path d="M6 .6 11.4 6 6 11.4.6 6z" {...FILL} />,
  deny: () => (
    <g {...STROKE}>
      <circle cx="6" cy="6" r="4.6" />
      <path d="M2.9 9.1 9.1 2.9" />
    </g>
  ),
  fault: () => <path d="M7 .8 2.2 7H5.4L4.8 11.2 9.8 4.8H6.5z" {...FILL} />,
  retry: () => (
    <g>
      <path d="M10 6a4 4 0 1 1-1.3-3" {...STROKE} />
      <path d="M9.6.6v3.2H6.4z" {...FILL} />
    </g>
  ),
  unread: () => <rect x="1.5" y="2.5" width="9" height="7" {...STROKE} stroke-width="1.3" stroke-dasharray="2 1.5" />,
  ok: () => <path d="M2 6.4 4.8 9 10 3.2" {...STROKE} />,
  run: () => (
    <g>
      <circle cx="6" cy="6" r="4.2" {...STROKE} />
      <path d="M6 1.8a4.2 4.2 0 0 1 0 8.4z" {...FILL} />
    </g>
  ),
  find: () => (
    <g {...STROKE} stroke-width="1.4">
      <circle cx="5" cy="5" r="3.6" />
      <path d="m7.7 7.7 3.3 3.3" />
    </g>
  ),
  clock: () => (
    <g {...STROKE} stroke-width="1.3">
      <circle cx="6" cy="6" r="4.6" />
      <path d="M6 3.2V6l2 1.4" />
    </g>
  ),
  down: () => <path d="m2 4 4 4 4-4" {...STROKE} />,
  up: () => <path d="m2 8 4-4 4 4" {...STROKE} />,
  right: () => <path d="m4 2 4 4-4 4" {...STROKE} />,
  close: () => <path d="m2 2 8 8M10 2 2 10" {...STROKE} />,
  dot: () => <circle cx="6" cy="6" r="3" {...FILL} />,
} as const;

/** A mark of the page. */
export type IconName = keyof typeof SHAPES;

/** Draws a mark; with a title it is an image with that name, without one a decoration. */
export const Icon = ({ name, title, look = '' }: { name: IconName; title?: string; look?: string }) =>
  title === undefined ? (
    <svg class={`i ${look}`} viewBox="0 0 12 12" aria-hidden="true">
      {SHAPES[name]()}
    </svg>
  ) : (
    <svg class={`i ${look}`} viewBox="0 0 12 12" role="img" aria-label={title}>
      <title>{title}</title>
      {SHAPES[name]()}
    </svg>
  );

/** The attribute of an element that scrolls, so that the keyboard reaches it. */
export const SCROLLS = { tabIndex: 0 } as const;

/** Names with their values, each pair in a line, without pairs that are `false`. */
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

/** The keys whose names are too long for a button. */
const SHORT_KEYS: Readonly<Record<string, string>> = { Enter: '↵', Delete: 'del', Escape: 'esc' };

/** A key as it is written on a button. */
export const Key = ({ name }: { name: string }) => <kbd aria-hidden="true">{SHORT_KEYS[name] ?? name}</kbd>;

/** The button of an action, and its key. */
export const Button = ({ label, name, run, keyName, look = '', isPressed, isOff = false }: Action) => {
  const act = useAct();
  const press = (): void => act(run);
  useKeys(keyName === undefined || isOff ? {} : { [keyName]: press });
  return (
    <button
      type="button"
      class={`btn ${look}`}
      onClick={press}
      aria-label={name}
      aria-pressed={isPressed}
      aria-keyshortcuts={keyName}
      disabled={isOff}
    >
      {label}
      {keyName !== undefined && <Key name={keyName} />}
    </button>
  );
};

/** A link to a part of the page, for the same world unless `params` names one. */
export const PartLink = (props: {
  to: string;
  params?: Readonly<Record<string, string>> | undefined;
  look?: string;
  children: ComponentChildren;
}) => (
  <a class={props.look} href={writeAddress(partOf(props.to, useConsole().address, props.params))}>
    {props.children}
  </a>
);

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

/** A button that copies a text, and says so. */
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
  return (
    <Button
      label={
        <span aria-live="polite">
          {words || children}
          {of !== undefined && <span class="vh"> {of}</span>}
        </span>
      }
      {...rest}
      run={copy}
    />
  );
};

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
