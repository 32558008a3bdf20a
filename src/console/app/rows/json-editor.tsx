import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../frame/bits.tsx';
import { errorMessage, violationsOf } from '../frame/error-words.ts';

/** The numbers of the lines of a text beside it, with a mark at those that are wrong. */
export const LineNumbers = (props: {
  lines: number;
  wrong: ReadonlySet<number | undefined>;
  box?: RefObject<HTMLPreElement>;
}) => {
  const { lines, wrong, box } = props;
  return (
    <pre ref={box ?? null} aria-hidden="true">
      {Array.from({ length: lines }, (_, nth) => (
        <span key={String(nth)} class={wrong.has(nth + 1) ? 'bad b' : ''}>
          {wrong.has(nth + 1) ? '◆' : ' '}
          {String(nth + 1).padStart(3)}
          {'\n'}
        </span>
      ))}
    </pre>
  );
};

/** The mistakes of a text, each at the height of its line. */
export const LineNotes = ({ lines, notes }: { lines: number; notes: ReadonlyMap<number, string> }) => (
  <pre class="notes" aria-hidden="true">
    {Array.from({ length: lines }, (_, nth) => (
      <span key={String(nth)} class="bad" title={notes.get(nth + 1)}>
        {notes.get(nth + 1) ?? ' '}
      </span>
    ))}
  </pre>
);

/** The line, from 1, of a text of JSON that has the last key of a field's path; undefined if none has. */
const lineOf = (text: string, field: string): number | undefined => {
  const keys = field.split('.').map((part) => part.replace(/\[\d+\]$/, ''));
  const lines = text.split('\n');
  let from = 0;
  let found: number | undefined;
  for (const key of keys) {
    const at = lines.findIndex((line, nth) => nth >= from && line.includes(`"${key}":`));
    if (at < 0) continue;
    found = at + 1;
    from = at;
  }
  return found;
};

const LINE = /position (\d+)/;

/** The line of a mistake in the form of JSON, as the browser describes it. */
const lineOfMistake = (text: string, error: unknown): number | undefined => {
  const [, position] = LINE.exec(String(error)) ?? [];
  return position === undefined ? undefined : text.slice(0, Number(position)).split('\n').length;
};

const Wrongs = ({ text, error }: { text: string; error: unknown }) => {
  const violations = violationsOf(error);
  return (
    <div role="alert" class="wrongs">
      {violations.length === 0 && <p class="bad">{errorMessage(error)}</p>}
      {violations.map(({ field, description }) => (
        <p key={`${field} ${description}`} class="bad">
          {lineOf(text, field) !== undefined && <b>line {lineOf(text, field)}, </b>}
          <code>{field}</code>: {description}
        </p>
      ))}
    </div>
  );
};

/** The lines of a text that an error is about. */
const wrongLines = (text: string, error: unknown): ReadonlySet<number | undefined> => {
  const violations = violationsOf(error);
  const mistake = error === undefined || violations.length > 0 ? undefined : lineOfMistake(text, error);
  return new Set([...violations.map(({ field }) => lineOf(text, field)), mistake]);
};

/** A text of JSON that is edited, and sent; what is wrong with it is said at its line. */
export const JsonEditor = (props: {
  text: string;
  label: string;
  send: string;
  onSend: (text: string) => Promise<void>;
  onCancel: () => void;
}) => {
  const [text, setText] = useState(props.text);
  const [error, setError] = useState<unknown>(undefined);
  const area = useRef<HTMLTextAreaElement>(null);
  const gutter = useRef<HTMLPreElement>(null);
  const lines = text.split('\n').length;
  useLayoutEffect(() => area.current?.focus(), []);
  const send = async (): Promise<void> => {
    try {
      setError(undefined);
      await props.onSend(text);
    } catch (reason) {
      setError(reason);
    }
  };
  return (
    <div class="editor">
      <div class="lines">
        <LineNumbers lines={lines} wrong={wrongLines(text, error)} box={gutter} />
        <textarea
          ref={area}
          aria-label={props.label}
          spellcheck={false}
          rows={Math.min(30, Math.max(8, lines + 1))}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          onScroll={(event) => {
            if (gutter.current) gutter.current.scrollTop = event.currentTarget.scrollTop;
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send();
            if (event.key !== 'Escape') return;
            event.stopPropagation();
            props.onCancel();
          }}
        />
      </div>
      {error !== undefined && <Wrongs text={text} error={error} />}
      <div class="acts">
        <Button look="pri" onClick={send}>
          {props.send}
        </Button>
        <Button look="q" onClick={props.onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
};
