import { setImmediate as nextTurn } from 'node:timers/promises';
import { digestMessage } from '../journal/digest-message.ts';
import { cleanBeginning, cleanEntry } from './clean-entry.ts';
import type { HarEntry } from './har-entry.ts';
import { type Run, type RunCall, SLICE } from './run.ts';
import type { SecretText } from './secret-text.ts';

/** The size above which a body is cut before others, in bytes. */
export const LARGE_BODY = 64 * 1024;

/** A call without the body of its answer, which says so. */
export const withoutAnswer = ({ _answer, ...entry }: HarEntry): HarEntry => {
  const { text, encoding, ...content } = entry.response.content;
  return {
    ...entry,
    response: { ...entry.response, content: { ...content, comment: 'cut to keep the bound of the trace' } },
  };
};

/** A step without its body, of which size and digest stay. */
export const withoutBody = (step: object): object => {
  if (!('body' in step)) return step;
  const { body } = step;
  return { ...step, body: digestMessage(typeof body === 'string' ? body : JSON.stringify(body)) };
};

export interface RenderedCall extends RunCall {
  /** The bytes of its line, and how many fewer there are without its answer. */
  readonly bytes: number;
  readonly answerBytes: number;
}

/** The facts about a rendered run beside its lines. */
export interface RenderedFacts extends Pick<Run, 'id' | 'createdMillis' | 'hasFailed' | 'cut'> {
  readonly calls: readonly RenderedCall[];
  /** The bytes of its page, its beginning and its end. */
  readonly bytes: number;
  /** The bytes among these of the rows that it began with. */
  readonly fixtureBytes: number;
  readonly stepCount: number;
  readonly stepBytes: number;
  /** The control calls with a body above 64 KiB. */
  readonly largeSteps: readonly { readonly at: number; readonly bytes: number }[];
}

export const bytesOf = ({ bytes, stepBytes, calls }: RenderedFacts): number =>
  calls.reduce((sum, call) => sum + call.bytes, bytes + stepBytes);

/** A run as lines of JSON: its page, its beginning, its end, its calls, and its steps. */
export interface RenderedRun extends Run, RenderedFacts {
  readonly calls: readonly RenderedCall[];
  readonly lineCount: number;
  readonly line: (at: number) => string;
}

/** The names of the lines before the calls. */
const HEAD = ['page', 'began', 'end'] as const;

/** The kind of the line at a place; its text is a value of JSON. */
export const kindOfLine = ({ calls }: RenderedFacts, at: number): (typeof HEAD)[number] | 'entry' | 'step' =>
  HEAD[at] ?? (at < HEAD.length + calls.length ? 'entry' : 'step');

/** A run whose lines are stored somewhere. */
export const renderedRun = (facts: RenderedFacts, line: RenderedRun['line']): RenderedRun => {
  const { calls, stepCount } = facts;
  const read = (at: number): object => JSON.parse(line(at)) as object;
  const firstStep = HEAD.length + calls.length;
  return {
    ...facts,
    lineCount: firstStep + stepCount,
    line,
    meet: async () => {},
    page: () => read(0),
    began: () => read(1),
    end: () => read(2),
    steps: () => Array.from({ length: stepCount }, (_, at) => read(firstStep + at)),
    call: (at) => read(HEAD.length + at) as HarEntry,
  };
};

/** The bytes of a text as a line of a list, with what ends it. */
const sizeOf = (text: string): number => Buffer.byteLength(text) + 2;

/**
 * Renders a run into memory, with a number in the place of each secret. `secretsOf` is called once the secrets of the run
 * are known.
 */
export const renderRun = async (run: Run, secretsOf: () => SecretText): Promise<RenderedRun> => {
  await run.meet();
  const secrets = secretsOf();
  const write = (value: unknown): string => JSON.stringify(secrets.replaceAllIn(value));
  const began = cleanBeginning(run.began(), secrets);
  const head = [write(run.page()), JSON.stringify(began), write(run.end())];
  const lines: string[] = [];
  const calls: RenderedCall[] = [];
  for (const [at, place] of run.calls.entries()) {
    const entry = cleanEntry(run.call(at), secrets);
    const line = JSON.stringify(entry);
    const bytes = sizeOf(line);
    lines.push(line);
    const answerBytes = bytes - sizeOf(JSON.stringify(withoutAnswer(entry)));
    calls.push({ ...place, bytes, answerBytes });
    if (at % SLICE === SLICE - 1) await nextTurn();
  }
  const steps = run.steps();
  const stepLines = steps.map(write);
  const { id, createdMillis, hasFailed, cut } = run;
  const all = [...head, ...lines, ...stepLines];
  const facts: RenderedFacts = {
    id,
    createdMillis,
    hasFailed,
    cut,
    calls,
    bytes: head.reduce((sum, line) => sum + sizeOf(line), 0),
    fixtureBytes: 'fixtures' in began ? sizeOf(JSON.stringify(began.fixtures)) : 0,
    stepCount: steps.length,
    stepBytes: stepLines.reduce((sum, line) => sum + sizeOf(line), 0),
    largeSteps: steps.flatMap((step, at) => {
      const bytes = sizeOf(stepLines[at] ?? '');
      return bytes > LARGE_BODY && 'body' in step ? [{ at, bytes: bytes - sizeOf(write(withoutBody(step))) }] : [];
    }),
  };
  return renderedRun(facts, (at) => all[at] ?? 'null');
};
