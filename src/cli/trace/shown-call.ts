import type { Delivery, JournalEntry } from '../../../generated/nouns.ts';
import { withoutControls } from '../../features/evidence/entry-line.ts';
import { isObject } from '../../features/evidence/json-value.ts';
import { changeLine, deliveryLine } from '../../features/evidence/listed-changes.ts';
import { faultTexts, seenText } from '../../features/evidence/seen.ts';
import { nameCall } from '../../features/trace/compared-call.ts';
import type { TracedCall } from '../../features/trace/read-trace.ts';

/** How much of a body is printed. */
const MAX_SHOWN = 1_000;

/** The facts of a traced call that sentences are made of, as the journal has them. */
const factsOf = (
  call: TracedCall,
): Pick<JournalEntry, 'state' | 'status' | 'code' | 'handled' | 'changes' | 'faults'> => {
  const status = call._status ?? call.response.status;
  return {
    state: call._open ? 'open' : 'ended',
    ...(status !== 0 && { status }),
    ...(call._code !== undefined && { code: call._code }),
    ...(call._handled && { handled: call._handled }),
    changes: call._changes ?? [],
    faults: call._faults ?? [],
  };
};

const callerOf = ({ _caller: caller }: TracedCall): readonly string[] =>
  caller ? [`by ${caller.name || caller.identity}`] : [];

/** A call of a trace as one line: its number, when and where it was, what it asked, and what its client saw. */
export const callLine = (call: TracedCall, index: number): string => {
  const words = [
    String(index + 1).padStart(4),
    call.startedDateTime.slice(11, 23),
    `${call.pageref ?? ''}`,
    call._protocol ?? '',
    nameCall(call),
    ...callerOf(call),
    seenText(factsOf(call)),
    `${call.time} ms`,
    ...faultTexts(factsOf(call)).map((did) => `[${did}]`),
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
  const facts = factsOf(call);
  const causes = faultTexts(facts);
  const lines = [
    `${call.startedDateTime}, ${call.time} ms, ${call._protocol ?? 'rest'}, in the world ${call.pageref ?? 'default'}`,
    `${request.method} ${request.url}`,
    ...bodyText(call._request, request.postData?.text),
    seenText(facts),
    ...bodyText(call._answer ?? call._message, response.content?.text),
    ...(reason === undefined || causes.length > 0 ? [] : [`why: ${reason}`]),
    ...causes.map((did) => `a fault: ${did}`),
    ...facts.changes.map((change) => changeLine(change)),
    ...(call._unread ? [`sent, and not read: ${call._unread.join(', ')}`] : []),
    ...(call._tries ? [`other tries of the same: ${call._tries.map((id) => `#${id}`).join(', ')}`] : []),
  ];
  const title = [`${index + 1}`, nameCall(call), ...callerOf(call)].join('  ');
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
