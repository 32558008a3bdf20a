import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../frame/bits.tsx';
import { errorMessage, violationsOf } from '../frame/error-words.ts';

/** The numbers of the lines of a text beside it, with a mark at each wrong one. */
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

/** The mistakes of a text that an error names, each at its line if that is known. */
const mistakesIn = (text: string, error: unknown) => {
  if (error === undefined) return [];
  const violations = violationsOf(error).map((violation) => ({ ...violation, line: lineOf(text, violation.field) }));
  if (violations.length > 0) return violations;
  // A mistake in the form of JSON, as the browser describes it.
  const [, position] = /position (\d+)/.exec(String(error)) ?? [];
  const line = position === undefined ? undefined : text.slice(0, Number(position)).split('\n').length;
  return [{ field: '', description: errorMessage(error), line }];
};

const Mistakes = ({ mistakes }: { mistakes: ReturnType<typeof mistakesIn> }) => (
  <div role="alert" class="wrongs">
    {mistakes.map(({ field, description, line }) => (
      <p key={`${field} ${description}`} class="bad">
        {field !== '' && line !== undefined && <b>line {line}, </b>}
        {field !== '' && <code>{field}</code>}
        {field !== '' && ': '}
        {description}
      </p>
    ))}
  </div>
);

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
  const mistakes = mistakesIn(text, error);
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
        <LineNumbers lines={lines} wrong={new Set(mistakes.map(({ line }) => line))} box={gutter} />
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
      {mistakes.length > 0 && <Mistakes mistakes={mistakes} />}
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
