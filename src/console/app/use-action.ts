import { useState } from 'hono/jsx/dom';

/** The outcome of the last action of a part of the page. */
export interface Outcome {
  readonly text?: string;
  readonly error?: unknown;
}

/** Runs actions one at a time and keeps how the last one went; an action resolves to its report. */
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
