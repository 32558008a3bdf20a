import type { JournalEntry } from '../../../../generated/nouns.ts';
import { isBrokenOff, seenText } from '../../../features/evidence/seen.ts';
import { sentOf } from '../../../features/evidence/sent-request.ts';
import type { TracedEntry } from '../../../features/evidence/traced-call.ts';
import { isObject } from '../../../json.ts';
import { Icon, Text } from '../frame/bits.tsx';
import { useConsole } from '../frame/console-context.ts';
import { Section } from '../frame/outcome.tsx';
import { group } from '../frame/text.ts';
import { JsonView, TextBlock } from './json-view.tsx';

const withPath = (value: unknown, [name, ...rest]: readonly string[], put: unknown): unknown => {
  if (name === undefined) return put;
  if (Array.isArray(value)) return value.map((item, nth) => (String(nth) === name ? withPath(item, rest, put) : item));
  const known = isObject(value) ? value : {};
  return { ...known, [name]: withPath(known[name], rest, put) };
};

/** A request as far as the journal has it: its body, with the unread fields in their places, its query, and what nobody read. */
export const sentRequest = (
  entry: JournalEntry,
): { readonly query: string; readonly body: unknown; readonly unread: ReadonlySet<string> } => {
  const { unread, unreadValues = {}, method, largeRequest } = entry;
  const { query, body } = sentOf(entry);
  const hasBody = method !== 'GET' && method !== 'DELETE' && !largeRequest;
  const known = unread.filter((path) => Object.hasOwn(unreadValues, path));
  if (entry.sent) return { query, body, unread: new Set(unread) };
  if (!hasBody) {
    const further = known.map((path): [string, string] => [path, String(unreadValues[path])]);
    const more = new URLSearchParams(further).toString();
    return { query: [query, more].filter((text) => text !== '').join('&'), body: undefined, unread: new Set(unread) };
  }
  const whole = known.reduce<unknown>(
    (value, path) => withPath(value, path.replaceAll(/\[(\d+)\]/g, '.$1').split('.'), unreadValues[path]),
    body ?? {},
  );
  return { query, body: entry.body === undefined ? whole : undefined, unread: new Set(unread) };
};

/** True if one text becomes another by at most so many characters that are added, taken away or changed. */
const isWithin = (changes: number, one: string, other: string): boolean => {
  if (one === '' || other === '') return one.length + other.length <= changes;
  const [nextOne, nextOther] = [one.slice(1), other.slice(1)];
  if (one[0] === other[0]) return isWithin(changes, nextOne, nextOther);
  const pairs = [
    [nextOne, other],
    [one, nextOther],
    [nextOne, nextOther],
  ] as const;
  return changes > 0 && pairs.some((pair) => isWithin(changes - 1, ...pair));
};

/** The fields that nobody read, and what they may have been meant as. */
const UnreadNote = ({ entry }: { entry: TracedEntry }) => {
  const { facts } = useConsole();
  if (entry.unread.length === 0) return null;
  const type = entry.operation?.replace(/^.*\.|^(?:Create|Update|List|Get|Delete)/g, '') ?? '';
  const sample = Object.hasOwn(facts.fields, type) ? (facts.fields[type] ?? []) : [];
  const known = [...sample, ...Object.keys(isObject(entry.answer) ? entry.answer : {})];
  return (
    <div class="note t2">
      {entry.unread.map((path) => {
        const name = path.replace(/^.*\.|\[\d+\]$/g, '').toLowerCase();
        const within = (changes: number): string | undefined =>
          known.find((field) => isWithin(changes, name, field.toLowerCase()));
        // It is meant as the field that is nearest to it, unless it is one.
        const meant = within(0) === undefined ? (within(1) ?? within(2)) : undefined;
        return (
          <p key={path}>
            <Icon name="unread" /> Nobody read{' '}
            <code class="b">
              <Text>{path}</Text>
            </code>
            .
            {meant !== undefined && (
              <>
                {' '}
                {type || 'It'} has <code class="b">{meant}</code>.
              </>
            )}
            {meant === undefined && entry.method === 'PATCH' && ' An update reads what its updateMask names.'}
          </p>
        );
      })}
    </div>
  );
};

const Large = ({ what, large }: { what: string; large: NonNullable<JournalEntry['largeRequest']> }) => (
  <p class="t2">
    The {what} has {group(large.bytes)} bytes, stored as size and SHA-256 only: <code class="wrap">{large.sha256}</code>
  </p>
);

export const Sent = ({ entry }: { entry: TracedEntry }) => {
  const { query, body, unread } = sentRequest(entry);
  const line = `${entry.method} ${entry.path}${query === '' ? '' : `?${query}`}`;
  return (
    <Section title="Sent">
      {entry.largeRequest && <Large what="request" large={entry.largeRequest} />}
      {entry.messagesDropped && <p class="t2">Its messages were dropped to keep the bounds of the journal.</p>}
      <JsonView label="What was sent" value={body} marked={unread} head={line} />
      {entry.body !== undefined && <TextBlock label="The body as it was sent">{entry.body}</TextBlock>}
      <UnreadNote entry={entry} />
    </Section>
  );
};

/** The codes of errors by their numbers, as answers over HTTP have them. */
const CODES = [
  ...['OK', 'CANCELLED', 'UNKNOWN', 'INVALID_ARGUMENT', 'DEADLINE_EXCEEDED', 'NOT_FOUND', 'ALREADY_EXISTS'],
  ...['PERMISSION_DENIED', 'RESOURCE_EXHAUSTED', 'FAILED_PRECONDITION', 'ABORTED', 'OUT_OF_RANGE', 'UNIMPLEMENTED'],
  ...['INTERNAL', 'UNAVAILABLE', 'DATA_LOSS', 'UNAUTHENTICATED'],
];

export const Got = ({ entry }: { entry: TracedEntry }) => {
  const { code, message, details, answer, largeAnswer, state, protocol } = entry;
  const isFailure = state !== 'open' && code !== 'OK';
  const number = CODES.indexOf(code ?? '');
  // Its number over HTTP and gRPC, its name in lower case over Connect.
  const sent = number < 0 ? code : protocol === 'connect' ? code?.toLowerCase() : number;
  const value = isFailure && message !== undefined ? { code: sent, message, details } : answer;
  const nothing = entry.answerNote ?? (isBrokenOff(code) ? 'No whole answer.' : 'An empty answer.');
  return (
    <section>
      <h3>
        Got{' '}
        <span class={entry.faults.length > 0 && isFailure ? 'fault' : isFailure ? 'bad' : ''}>{seenText(entry)}</span>
      </h3>
      {largeAnswer && <Large what="answer" large={largeAnswer} />}
      {value !== undefined && <JsonView label="What was answered" value={value} />}
      {value === undefined && !largeAnswer && <p class="t3">{state === 'open' ? '…' : nothing}</p>}
    </section>
  );
};
