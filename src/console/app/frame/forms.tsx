import type { ComponentChildren, ComponentProps } from 'preact';
import { useState } from 'preact/hooks';
import { wordsOf } from './error-words.ts';

/** The number in a text; the text if it has none, so that it is sent as it is, and refused. */
export const numberIn = (text: string): number | string => (Number.isNaN(Number(text)) ? text : Number(text));

/** The outcome of the last action of a part of the page. */
type Outcome = Partial<{ readonly text: string; readonly error: unknown }>;

/** Runs actions, with the outcome of the last one. An action resolves to its report; `onDone` is called before that. */
export const useAction = (onDone?: () => void): readonly [Outcome, (action: () => Promise<string>) => void] => {
  const [outcome, setOutcome] = useState<Outcome>({});
  const run = (action: () => Promise<string>): void => {
    const report = (text: string): void => {
      onDone?.();
      setOutcome({ text });
    };
    action().then(report, (error: unknown) => setOutcome({ error }));
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

/** A field of a form for one line, with its label. */
export const Field = ({ label, ...field }: ComponentProps<'input'> & { label: string }) => (
  <label class="row">
    <span>{label}</span>
    <input class="field" type="text" autocomplete="off" spellcheck={false} {...field} />
  </label>
);

/** A field of a form for a text of several lines, with its label. */
export const TextArea = ({ label, ...area }: ComponentProps<'textarea'> & { label: string }) => (
  <label class="row tall">
    <span>{label}</span>
    <textarea spellcheck={false} {...area} />
  </label>
);

/** Values that can be chosen, each with its text. */
type Values = readonly (readonly [value: string, text: string])[];

/** The options of a choice. */
export const Options = ({ of }: { of: Values }) => (
  <>
    {of.map(([value, text]) => (
      <option key={value} value={value}>
        {text}
      </option>
    ))}
  </>
);

/** A choice outside of a form, which acts at once; its label is for screen readers. */
export const Select = (props: {
  label: string;
  look?: string;
  value: string;
  options: Values;
  onChoose: (value: string) => void;
}) => (
  <select
    class={props.look}
    aria-label={props.label}
    value={props.value}
    onInput={(event) => props.onChoose(event.currentTarget.value)}
  >
    <Options of={props.options} />
  </select>
);

/** A choice of a form with its label, which begins with the first option; on a line of its own if that is long. */
export const Choice = (props: { label: string; name: string; options: Values; isTall?: boolean }) => (
  <label class={`row ${props.isTall ? 'tall' : ''}`}>
    <span>{props.label}</span>
    <select name={props.name}>
      <Options of={props.options} />
    </select>
  </label>
);

/** The texts of the fields of a form. */
export type Fields = Readonly<Record<string, string>>;

/** The fields of a form as text, without empty ones. */
export const fieldsOf = (form: HTMLFormElement): Fields =>
  Object.fromEntries([...new FormData(form)].flatMap(([name, value]) => (value === '' ? [] : [[name, String(value)]])));

/**
 * A form that hands over its fields as text, without empty ones, by a button with the words `send`. What
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
