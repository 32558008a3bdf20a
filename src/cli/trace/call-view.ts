import type { Delivery, JournalEntry } from '../../../generated/nouns.ts';
import { callerOf } from '../../features/evidence/call-facts.ts';
import { withoutControls } from '../../features/evidence/entry-line.ts';
import { isObject } from '../../features/evidence/json-value.ts';
import { changeLine, deliveryLine } from '../../features/evidence/listed-changes.ts';
import { faultTexts, seenText } from '../../features/evidence/seen.ts';
import { entryOfTraced, type TracedCall } from '../../features/evidence/traced-call.ts';
import { nameCall } from '../../features/trace/compared-call.ts';

/** The maximum number of printed characters of a body. */
const MAX_SHOWN = 1_000;

const callerWords = (entry: JournalEntry): readonly string[] => (entry.caller ? [`by ${callerOf(entry)}`] : []);

/** A call of a trace as one line: its number, when and where it was, what it asked, and what its client saw. */
export const callLine = (call: TracedCall, index: number): string => {
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

const shorten = (text: string): string => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);

const bodyText = (message: unknown, text: string | undefined): readonly string[] => {
  const shown = message === undefined ? (text ?? '') : typeof message === 'string' ? message : JSON.stringify(message);
  return shown === '' ? [] : [shorten(shown)];
};

/** A call of a trace for people: what was asked and answered, by which cause, and what it has changed. */
export const callText = (call: TracedCall, index: number): string => {
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
export interface TracedStep {
  readonly kind: string;
  readonly world?: string;
  readonly _place?: number;
  readonly [name: string]: unknown;
}

/** A step as one line, without a number; undefined for an event, and for a delivery that was not sent. */
export const stepLine = ({ kind, world = '', startedDateTime, ...step }: TracedStep): string | undefined => {
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
