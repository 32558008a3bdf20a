import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { wordsOf } from './error-words.ts';

/** The number in a text; the text if it has none, so that it is sent as it is, and refused. */
export const numberIn = (text: string): number | string => (Number.isNaN(Number(text)) ? text : Number(text));

/** The outcome of the last action of a part of the page. */
export interface Outcome {
  readonly text?: string;
  readonly error?: unknown;
}

/** Runs actions, with the outcome of the last one; an action resolves to its report. */
export const useAction = (): readonly [Outcome, (action: () => Promise<string>) => void] => {
  const [outcome, setOutcome] = useState<Outcome>({});
  const run = (action: () => Promise<string>): void => {
    action().then(
      (text) => setOutcome({ text }),
      (error: unknown) => setOutcome({ error }),
    );
  };
  return [outcome, run];
};

/** An error as the service words it; nothing if there is none. */
export const Failure = ({ error }: { error: unknown }) =>
  error === undefined ? null : (
    <p class="bad wrap" role="alert">
      {wordsOf(error)}
    </p>
  );

/** Shows the outcome of an action. */
export const Report = ({ outcome: { text, error } }: { outcome: Outcome }) => (
  <div class="report" aria-live="polite">
    {text !== undefined && <p class="wrap">{text}</p>}
    <Failure error={error} />
  </div>
);

export const Field = (props: {
  label: string;
  name: string;
  value?: string;
  type?: string;
  placeholder?: string;
  list?: string;
  required?: boolean;
  /** True for the field that is written in first. */
  takesFocus?: boolean;
}) => (
  <label class="row">
    <span>{props.label}</span>
    <input
      ref={(field) => void (props.takesFocus && field?.focus())}
      class="field"
      name={props.name}
      type={props.type ?? 'text'}
      defaultValue={props.value ?? ''}
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
  <label class="row tall">
    <span>{props.label}</span>
    <textarea
      name={props.name}
      rows={props.rows}
      spellcheck={false}
      defaultValue={props.value ?? ''}
      placeholder={props.placeholder ?? ''}
    />
  </label>
);

/** A choice of a form with its label; it begins with the first. */
export const Choice = (props: {
  label: string;
  name: string;
  options: readonly (readonly [value: string, text: string])[];
  /** True if it needs a line of its own. */
  isTall?: boolean;
}) => (
  <label class={`row ${props.isTall ? 'tall' : ''}`}>
    <span>{props.label}</span>
    <select name={props.name}>
      {props.options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  </label>
);

/** The texts of the fields of a form. */
export type Fields = Readonly<Record<string, string>>;

/** The fields of a form as text, without those that are empty. */
export const fieldsOf = (form: HTMLFormElement): Fields =>
  Object.fromEntries([...new FormData(form)].flatMap(([name, value]) => (value === '' ? [] : [[name, String(value)]])));

/**
 * A form that hands over its fields as text, without those that are empty, by a button with the words `send`. What
 * `onSend` resolves to, or rejects with, is shown below it.
 */
export const Form = (props: {
  label: string;
  send: string;
  onSend: (fields: Fields) => unknown;
  children: ComponentChildren;
  /** Shown behind the button. */
  behind?: ComponentChildren;
}) => {
  const [outcome, act] = useAction();
  return (
    <>
      <form
        class="fields"
        aria-label={props.label}
        onSubmit={(event) => {
          event.preventDefault();
          const sent = props.onSend(fieldsOf(event.currentTarget));
          if (sent instanceof Promise) act(() => sent);
        }}
      >
        {props.children}
        <button type="submit" class="btn">
          {props.send}
        </button>
        {props.behind}
      </form>
      {(outcome.text !== undefined || outcome.error !== undefined) && <Report outcome={outcome} />}
    </>
  );
};
