import { type PropsWithChildren, useState } from 'hono/jsx/dom';
import { CallError } from './connection.ts';
import { jsonText } from './json.ts';
import type { Outcome } from './use-action.ts';

const messageOf = (error: unknown): string =>
  error instanceof CallError ? `${error.status} ${error.message}` : String(error);

/** A number with its noun, of which the plural ends in `s`. */
export const formatCount = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** An error as the service words it; nothing where there is none. */
export const Failure = ({ error }: { error: unknown }) =>
  error === undefined ? null : (
    <p class="failure" role="alert">
      {messageOf(error)}
    </p>
  );

/** Shows the outcome of an action. */
export const Report = ({ outcome: { text, error } }: { outcome: Outcome }) => (
  <div class="report" aria-live="polite">
    {text !== undefined && <p class="done">{text}</p>}
    <Failure error={error} />
  </div>
);

/** A button that copies a text, and says so; `of` names the text where the button's own words do not. */
export const CopyButton = (props: { text: () => string | Promise<string>; label?: string; of?: string }) => {
  const [state, setState] = useState('');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(await props.text());
      setState('Copied');
    } catch {
      setState('Not copied');
    }
  };
  const words = state || (props.label ?? 'Copy');
  return (
    <button type="button" onClick={copy} aria-label={props.of === undefined ? undefined : `${words} ${props.of}`}>
      {words}
    </button>
  );
};

/** A text as it is, with a button that copies it. */
export const Snippet = ({ text, of }: { text: string; of: string }) => (
  <div class="snippet">
    <pre tabindex={0}>
      <code>{text}</code>
    </pre>
    <CopyButton text={() => text} of={of} />
  </div>
);

/** A value as JSON under a name. */
export const Json = ({ value, name }: { value: unknown; name: string }) =>
  value === undefined ? null : (
    <div>
      <h4>{name}</h4>
      <Snippet text={jsonText(value)} of={name} />
    </div>
  );

/** A field of a form with its label. */
export const Field = (props: {
  label: string;
  name: string;
  value?: string;
  type?: string;
  placeholder?: string;
  list?: string;
  required?: boolean;
}) => (
  <label class="field">
    <span>{props.label}</span>
    <input
      name={props.name}
      type={props.type ?? 'text'}
      value={props.value ?? ''}
      placeholder={props.placeholder ?? ''}
      list={props.list}
      required={props.required ?? false}
      autocomplete="off"
      spellcheck={false}
    />
  </label>
);

/** A field of a form for a text of several lines, with its label. */
export const TextArea = (props: {
  label: string;
  name: string;
  rows: number;
  value?: string;
  placeholder?: string;
}) => (
  <label class="field wide">
    <span>{props.label}</span>
    <textarea
      name={props.name}
      rows={props.rows}
      spellcheck={false}
      value={props.value ?? ''}
      placeholder={props.placeholder ?? ''}
    />
  </label>
);

/**
 * A choice with its label. With a value it shows that; without one it begins with the first, and keeps the choice,
 * since a select with a value is set to it whenever its pane is drawn.
 */
export const Choice = (props: {
  label: string;
  name: string;
  options: readonly (readonly [value: string, text: string])[];
  value?: string;
  onChoose?: (value: string) => void;
}) => (
  <label class="field">
    <span>{props.label}</span>
    <select
      name={props.name}
      {...(props.value !== undefined && { value: props.value })}
      onChange={(event: Event) => props.onChoose?.((event.target as HTMLSelectElement).value)}
    >
      {props.options.map(([value, text]) => (
        <option value={value}>{text}</option>
      ))}
    </select>
  </label>
);

/** A form that hands over its fields as text, without those that are empty. */
export const Form = ({
  label,
  onSend,
  children,
}: PropsWithChildren<{ label: string; onSend: (fields: Readonly<Record<string, string>>) => void }>) => (
  <form
    aria-label={label}
    onSubmit={(event: Event) => {
      event.preventDefault();
      const fields = [...new FormData(event.target as HTMLFormElement)];
      onSend(Object.fromEntries(fields.flatMap(([key, value]) => (value === '' ? [] : [[key, String(value)]]))));
    }}
  >
    {children}
  </form>
);
