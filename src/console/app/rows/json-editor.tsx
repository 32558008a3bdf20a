import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../frame/bits.tsx';
import { errorMessage, violationsOf } from '../frame/outcome.tsx';

/** A field for a text of several lines with their numbers, a mark at each wrong one, and notes at the height of some. */
export const NumberedText = (props: {
  label: string;
  look?: string;
  text: string;
  rows: number;
  wrong: ReadonlySet<number | undefined>;
  notes?: ReadonlyMap<number, string>;
  takesFocus?: boolean;
  placeholder?: string;
  onWrite: (text: string) => void;
  onKeyDown?: JSX.KeyboardEventHandler<HTMLTextAreaElement>;
}) => {
  const { label, look = '', text, rows, wrong, notes, takesFocus, placeholder, onWrite, onKeyDown } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  const gutter = useRef<HTMLPreElement>(null);
  const lines = Array.from(text.split('\n'), (_, nth) => nth + 1);
  useLayoutEffect(() => {
    if (takesFocus) area.current?.focus();
  }, []);
  return (
    <div class={`lines ${look}`}>
      <pre ref={gutter} aria-hidden="true">
        {lines.map((line) => (
          <span key={line} class={wrong.has(line) ? 'bad b' : ''}>
            {wrong.has(line) ? '◆' : ' '}
            {String(line).padStart(3)}
            {'\n'}
          </span>
        ))}
      </pre>
      <textarea
        ref={area}
        aria-label={label}
        rows={rows}
        spellcheck={false}
        placeholder={placeholder}
        value={text}
        onInput={(event) => onWrite(event.currentTarget.value)}
        onScroll={(event) => gutter.current?.scrollTo(0, event.currentTarget.scrollTop)}
        onKeyDown={onKeyDown}
      />
      {notes && (
        <pre class="notes" aria-hidden="true">
          {lines.map((line) => (
            <span key={line} class="bad" title={notes.get(line)}>
              {notes.get(line) ?? ' '}
            </span>
          ))}
        </pre>
      )}
    </div>
  );
};

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
  const mistakes = mistakesIn(text, error);
  const send = async (): Promise<void> => {
    setError(undefined);
    await props.onSend(text).catch(setError);
  };
  return (
    <div class="editor">
      <NumberedText
        label={props.label}
        text={text}
        rows={Math.min(30, Math.max(8, text.split('\n').length + 1))}
        wrong={new Set(mistakes.map(({ line }) => line))}
        takesFocus
        onWrite={setText}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send();
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          props.onCancel();
        }}
      />
      {mistakes.length > 0 && (
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
      )}
      <div class="acts">
        <Button label={props.send} look="pri" run={send} />
        <Button label="Cancel" look="q" run={props.onCancel} />
      </div>
    </div>
  );
};
