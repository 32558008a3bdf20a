import type { ComponentChildren, ComponentProps, JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useAct } from './outcome.tsx';

/** The number in a text; the text if it has none, so that it is sent as it is, and refused. */
export const numberIn = (text: string): number | string => (Number.isNaN(Number(text)) ? text : Number(text));

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
 * A form that hands over its fields as text, without empty ones, by a button with the words `send`. The result
 * or the rejection of `onSend` is reported like the outcome of any button. With `needs`, such as the options of a choice,
 * it is sent once these are read, or reports why they cannot be read.
 */
export const Form = (props: {
  label: string;
  send: string;
  onSend: (fields: Fields) => unknown;
  children: ComponentChildren;
  needs?: { readonly value?: unknown; readonly error?: unknown };
  /** True if its first field has the focus when it is opened. */
  takesFocus?: boolean;
}) => {
  const act = useAct();
  const form = useRef<HTMLFormElement>(null);
  // Once: whoever has gone on to another field stays there.
  useLayoutEffect(() => {
    if (props.takesFocus) form.current?.querySelector('input')?.focus();
  }, []);
  const { needs } = props;
  const isReady = needs === undefined || needs.value !== undefined || needs.error !== undefined;
  const waits = useRef(false);
  useLayoutEffect(() => {
    if (isReady && waits.current) form.current?.requestSubmit();
  }, [isReady]);
  const submit = (event: JSX.TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    waits.current = !isReady;
    if (!isReady) return;
    const fields = fieldsOf(event.currentTarget);
    act(() => (needs?.error === undefined ? props.onSend(fields) : Promise.reject(needs.error)));
  };
  return (
    <form ref={form} class="fields" aria-label={props.label} onSubmit={submit}>
      {props.children}
      <button type="submit" class="btn">
        {props.send}
      </button>
    </form>
  );
};
