import { useEffect, useRef, useState } from 'preact/hooks';
import { errorMessage } from '../frame/error-words.ts';
import type { ComposedRequest } from './request.ts';

/** The largest part of an answer that is displayed, in characters. */
const MAX_SHOWN = 500_000;

/** An answer as it comes. */
export interface ReceivedAnswer {
  readonly status: string;
  readonly isBad: boolean;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly text: string;
  readonly ms: number;
  /** False for as long as more may come. */
  readonly isWhole: boolean;
  /** True if more came than is shown. */
  readonly isCut: boolean;
}

/** The outcome of the last request; nothing before the first. */
export type Sent = Partial<{ readonly answer: ReceivedAnswer; readonly problem: string; readonly isOpen: boolean }>;

/** The text of an answer, each time that more of it has come. */
async function* textsOf({ body }: Response): AsyncGenerator<string> {
  if (!body) return;
  let text = '';
  for await (const more of body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)) {
    text += more;
    yield text;
    if (text.length > MAX_SHOWN) return;
  }
}

/** Sends requests one after the other: what became of the last, how one is sent, and how it is stopped. */
export const useSending = (): readonly [Sent, (request: ComposedRequest) => Promise<void>, () => void] => {
  const [sent, setSent] = useState<Sent>({});
  const stopping = useRef<AbortController>();
  const stop = (): void => stopping.current?.abort();
  useEffect(() => stop, []);
  const send = async ({ method, path, headers, body }: ComposedRequest): Promise<void> => {
    stop();
    const control = new AbortController();
    stopping.current = control;
    const began = performance.now();
    const show = (shown: Sent): void => {
      if (stopping.current === control) setSent(shown);
    };
    show({ isOpen: true });
    let answer: ReceivedAnswer | undefined;
    try {
      const response = await fetch(path, {
        method,
        headers,
        cache: 'no-store',
        credentials: 'omit',
        signal: control.signal,
        ...(body !== undefined && { body }),
      });
      const begun = {
        status: `${response.status} ${response.statusText}`.trim(),
        isBad: !response.ok,
        headers: [...response.headers],
        ms: Math.round(performance.now() - began),
        isWhole: false,
        isCut: false,
      };
      answer = { ...begun, text: '' };
      show({ answer, isOpen: true });
      for await (const text of textsOf(response)) {
        answer = { ...begun, text: text.slice(0, MAX_SHOWN), isCut: text.length > MAX_SHOWN };
        show({ answer, isOpen: true });
      }
      show({ answer: { ...answer, isWhole: true } });
    } catch (error) {
      const problem = control.signal.aborted ? 'It was stopped.' : `There is no whole answer: ${errorMessage(error)}.`;
      show({ ...(answer && { answer }), problem });
    }
  };
  return [sent, send, stop];
};
