import { type ComponentChildren, createContext } from 'preact';
import { useContext, useState } from 'preact/hooks';
import { CallError } from '../connection.ts';

export const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The words of an error, with its status if it is an answer. */
export const wordsOf = (error: unknown): string =>
  error instanceof CallError ? `${error.status} ${error.message}` : errorMessage(error);

/** The violations in the error of a call, each in one field and in the API's words; none if it has no details. */
export const violationsOf = (error: unknown): readonly { readonly field: string; readonly description: string }[] => {
  if (!(error instanceof CallError)) return [];
  type Detail = { readonly fieldViolations?: ReturnType<typeof violationsOf> };
  return ((error.body.details ?? []) as readonly Detail[]).flatMap(({ fieldViolations = [] }) => fieldViolations);
};

/** An action as a button offers it. */
export interface Action {
  readonly label: ComponentChildren;
  /** Its name for screen readers, if the label alone does not say enough. */
  readonly name?: string;
  /** Does it; a text or a notice that it resolves to, and an error, are reported. */
  readonly run: () => unknown;
  /** The key that does the same as long as the button is there, unless the part around it has that key for itself. */
  readonly keyName?: string | undefined;
  /** `pri` for the action that is meant most, `q` for a quiet one. */
  readonly look?: string;
  readonly isPressed?: boolean;
  readonly isOff?: boolean;
}

/** A message in one line above the part, with what can be done about it. */
export interface Notice {
  readonly text: string;
  readonly icon?: 'bad' | 'clock' | 'fault';
  readonly look?: 'bad' | 'fault';
  readonly actions?: readonly Action[];
}

/** A message that says what went wrong. */
export const failureNotice = (text: string): Notice => ({ text, icon: 'bad', look: 'bad' });

/** Runs an action, and hands over the text or the notice that it resolves to, or its error. */
export const runAction = (
  run: Action['run'],
  onSaid: (said: string | Notice) => void,
  onError: (error: unknown) => void,
): void => {
  const done = run();
  if (done instanceof Promise) done.then((said?: string | Notice) => said !== undefined && onSaid(said), onError);
};

/** Runs the actions of buttons and forms: set by what reports their outcome, the page or a section of it. */
export const ActContext = createContext<(run: Action['run']) => void>((run) => void run());

/** The function that runs an action, whose outcome is then reported. */
export const useAct = (): ((run: Action['run']) => void) => useContext(ActContext);

/** An error as the service words it; nothing if there is none. */
export const Failure = ({ error }: { error: unknown }) =>
  error === undefined ? null : (
    <p class="bad wrap" role="alert">
      {wordsOf(error)}
    </p>
  );

/** A place whose buttons and forms report the outcome of their last action at its end. */
export const Reporting = ({ children }: { children: ComponentChildren }) => {
  const actAbove = useAct();
  const [outcome, setOutcome] = useState<{ readonly text?: string; readonly error?: unknown }>({});
  const act = (run: Action['run']): void =>
    runAction(
      run,
      // A notice, which is about more than this place, is for the page.
      (said) => (typeof said === 'string' ? setOutcome({ text: said }) : actAbove(async () => said)),
      (error) => setOutcome({ error }),
    );
  return (
    <>
      <ActContext.Provider value={act}>{children}</ActContext.Provider>
      <div class="report" aria-live="polite">
        {outcome.text !== undefined && <p class="wrap">{outcome.text}</p>}
        <Failure error={outcome.error} />
      </div>
    </>
  );
};

/** A part of a panel under its title, which reports the outcome of its actions. */
export const Section = (props: {
  title: ComponentChildren;
  /** The id of its title, which then names it. */
  id?: string;
  /** Its name, if it is another than its title. */
  name?: string;
  /** Drawn beside the title, in the same line. */
  beside?: ComponentChildren;
  /** The error of what it shows. */
  error?: unknown;
  children: ComponentChildren;
}) => {
  const { title, id, name, beside, error, children } = props;
  return (
    <section aria-labelledby={id} aria-label={name}>
      <h3 id={id} class={beside ? 'cap' : ''}>
        {beside ? <span>{title}</span> : title}
        {beside}
      </h3>
      <Failure error={error} />
      <Reporting>{children}</Reporting>
    </section>
  );
};
