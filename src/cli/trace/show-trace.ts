import type { Delivery, JournalEntry } from '../../../generated/nouns.ts';
import { FlagRefusal } from '../../command/command-failure.ts';
import { Exit } from '../../command/exit.ts';
import { STDOUT, type Surroundings } from '../../command/family.ts';
import { callerOf } from '../../features/evidence/call-facts.ts';
import { withoutControls } from '../../features/evidence/entry-line.ts';
import { changeLine, deliveryLine } from '../../features/evidence/listed-changes.ts';
import { faultTexts, seenText } from '../../features/evidence/seen.ts';
import { entryOfTraced, type TracedCall } from '../../features/evidence/traced-call.ts';
import { nameCall } from '../../features/trace/compared-call.ts';
import { readLog, readTrace, type Trace } from '../../features/trace/read-trace.ts';
import { isObject } from '../../json.ts';
import { writeLog } from './trace-form.ts';

/** The maximum number of printed characters of a body. */
const MAX_PRINTED = 1_000;

const callerWords = (entry: JournalEntry): readonly string[] => (entry.caller ? [`by ${callerOf(entry)}`] : []);

/** A call of a trace as one line: its number, time, world, operation and caller, and what its client saw. */
const callLine = (call: TracedCall, index: number): string => {
  const entry = entryOfTraced(call, index);
  const words = [
    String(index + 1).padStart(4),
    call.startedDateTime.slice(11, 23),
    `${call.pageref ?? ''}`,
    call._protocol ?? '',
    nameCall(call),
    ...callerWords(entry),
    seenText(entry),
    `${call.time} ms`,
    ...faultTexts(entry).map((did) => `[${did}]`),
    ...(call._unread ? [`[unread: ${call._unread.join(', ')}]`] : []),
  ];
  return withoutControls(words.join('  '));
};

const shorten = (text: string): string => (text.length > MAX_PRINTED ? `${text.slice(0, MAX_PRINTED)}…` : text);

const bodyText = (message: unknown, text: string | undefined): readonly string[] => {
  const body = message === undefined ? (text ?? '') : typeof message === 'string' ? message : JSON.stringify(message);
  return body === '' ? [] : [shorten(body)];
};

/** A call of a trace for people: what was asked and answered, by which cause, and what it has changed. */
const callText = (call: TracedCall, index: number): string => {
  const { request, response, _reason: reason } = call;
  const entry = entryOfTraced(call, index);
  const causes = faultTexts(entry);
  const lines = [
    `${call.startedDateTime}, ${call.time} ms, ${call._protocol ?? 'rest'}, in the world ${call.pageref ?? 'default'}`,
    `${request.method} ${request.url}`,
    ...bodyText(call._request, request.postData?.text),
    seenText(entry),
    ...bodyText(call._answer ?? call._message, response.content?.text),
    ...(reason === undefined || causes.length > 0 ? [] : [`why: ${reason}`]),
    ...causes.map((did) => `a fault: ${did}`),
    ...entry.changes.map((change) => changeLine(change)),
    ...(call._unread ? [`sent, and not read: ${call._unread.join(', ')}`] : []),
    ...(call._tries ? [`other tries of the same: ${call._tries.map((id) => `#${id}`).join(', ')}`] : []),
  ];
  const title = [`${index + 1}`, nameCall(call), ...callerWords(entry)].join('  ');
  return [title, ...lines.map((line) => `  ${line}`)].map(withoutControls).join('\n');
};

/** A step of a run beside its calls: a control call, or the delivery of an event. */
interface TracedStep {
  readonly kind: string;
  readonly world?: string;
  readonly _place?: number;
  readonly [name: string]: unknown;
}

/** A step as one line, without a number; undefined for an event, and for a delivery that was not sent. */
const stepLine = ({ kind, world = '', startedDateTime, ...step }: TracedStep): string | undefined => {
  const words = (time: string, what: string): string =>
    withoutControls(['    ', time.padEnd(12), world, what].join('  '));
  if (kind === 'control') {
    const body = step.body === undefined ? '' : ` ${shorten(JSON.stringify(step.body))}`;
    const path = String(step.target ?? '').replace(/^\/_mock\/v1/, '');
    return words(String(startedDateTime ?? '').slice(11, 23), `${step.method} ${path}${body}: ${step.status}`);
  }
  if (kind !== 'delivery' || !isObject(step.delivery) || step.delivery.state === 'suppressed') return undefined;
  return words('', deliveryLine(step.delivery as unknown as Delivery));
};

/** The lines of a run: its calls with their numbers, and between them what was steered and delivered. */
const linesOf = ({ entries, steps }: Trace): readonly string[] => {
  const known = steps.filter((step): step is TracedStep => isObject(step) && typeof step.kind === 'string');
  // They are listed by worlds, and in the order of their places in each.
  const waiting = known.sort(({ _place: one = 0 }, { _place: other = 0 }) => one - other);
  const takeBefore = (place: number): readonly string[] =>
    waiting
      .splice(0, waiting.findLastIndex(({ _place = 0 }) => _place < place) + 1)
      .flatMap((step) => stepLine(step) ?? []);
  const lines = entries.flatMap((call, index) => [...takeBefore(call._place ?? 0), callLine(call, index)]);
  return [...lines, ...takeBefore(Number.POSITIVE_INFINITY)];
};

/** The options of printing a trace. */
export interface ShowFlags {
  readonly call?: string;
  readonly json?: boolean;
  readonly out?: string;
}

/**
 * Prints the calls of a trace, a line each, with what was steered and delivered between them. With `call`, prints one by
 * its number, for people or with `json` as the trace has it; with `out`, writes the trace as a HAR or a page.
 */
export const showTrace = async (file: string, { call, json, out }: ShowFlags, here: Surroundings): Promise<number> => {
  if (out !== undefined) {
    await writeLog(out, await readLog(file, here), here);
    (STDOUT.test(out) ? here.err : here.out)(`wrote ${out}\n`);
    return Exit.ok;
  }
  const trace = await readTrace(file, here);
  const { entries: calls } = trace;
  if (call === undefined) {
    const lines = json ? calls.map((each) => JSON.stringify(each)) : linesOf(trace);
    for (const line of lines) here.out(`${line}\n`);
    return Exit.ok;
  }
  const index = /^[1-9]\d{0,8}$/.test(call) ? Number(call) - 1 : -1;
  const found = calls[index];
  if (!found) throw new FlagRefusal(`${file}: log.entries: there is no call ${call}, it has ${calls.length}`);
  here.out(`${json ? JSON.stringify(found, null, 2) : callText(found, index)}\n`);
  return Exit.ok;
};
