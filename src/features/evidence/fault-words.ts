import type { FaultPhase, UnfiredFault } from '../../../generated/nouns.ts';

type Effect = UnfiredFault['do'];

/** The facts of a call on which an effect has acted. */
export interface Met {
  /** The time by which the call was delayed, in milliseconds. */
  readonly delayMs?: number;
  /** The number of answered rows of its page, and of all its rows. */
  readonly rows?: readonly [answered: number, of: number];
}

const OTHERS = { change: 'changes the row', delete: 'deletes the row', create: 'creates the same' } as const;

const ADDED = { field: 'a field', enum_value: 'an enum value', detail: 'an error detail' } as const;

const rowsWords = (rows: Effect['rows'], met: Met): string | undefined => {
  if (rows === undefined) return undefined;
  const [answered, of] = met.rows ?? [];
  const count =
    answered === undefined ? (rows === true ? 'half of its rows' : `${rows} of its rows`) : `${answered} of ${of} rows`;
  return `${count}, and a nextPageToken behind them`;
};

/** The failure that an effect answers, or the way in which it answers nothing. */
const failureWords = ({ code, http, html, drop, reset }: Effect): string | undefined => {
  if (drop || reset) return `no answer: connection ${drop ? 'closed' : 'reset'}`;
  const status = [...(http === undefined ? [] : [`${http}`]), ...(code === undefined ? [] : [code])].join(' ');
  return status === '' ? undefined : `${status}${html ? ', as a page of HTML' : ''}`;
};

/** When a failure comes, if that is not before the call. */
const WHEN: Readonly<Record<FaultPhase, string>> = {
  before_auth: ', before the token was read',
  before: '',
  after_commit: ', after the call was carried out',
  after_refusal: ', after the call was refused',
  mid_stream: ', in the middle of the answer',
};

/** Words for the effect of a rule; with the facts of a call, for the effect that it had on that. */
export const effectWords = ({ phase, do: effect }: Pick<UnfiredFault, 'phase' | 'do'>, met: Met = {}): string => {
  const failure = failureWords(effect);
  const { latency, hang, expireCursor, stale, add, other, refusePings, truncate, slow, retryAfter } = effect;
  const bounds = typeof latency === 'object' ? `${latency.min} to ${latency.max}` : latency;
  const words = [
    latency === undefined ? undefined : `delayed by ${met.delayMs ?? bounds} ms`,
    hang && 'hanging until the client gives up',
    rowsWords(effect.rows, met),
    expireCursor && 'the page_token has expired, so that the walk begins again',
    stale && 'the rows as they were before the last write',
    add && `${ADDED[add]} that no published message has`,
    refusePings && 'pings of its connection are refused: the third ends it with too_many_pings',
    other && `another caller ${OTHERS[other]} just before`,
    failure === undefined ? undefined : `${failure}${WHEN[phase]}`,
    truncate === undefined ? undefined : `only ${truncate === true ? 'half' : `${truncate} bytes`} of the body`,
    slow === undefined ? undefined : `body at ${typeof slow === 'number' ? slow : slow.bytesPerSecond} bytes a second`,
    retryAfter === undefined ? undefined : `retry after ${retryAfter} s`,
  ];
  return words.filter((word) => typeof word === 'string').join(', ');
};

/** The calls that a rule is for, in words. */
export const matchWords = ({ match }: Pick<UnfiredFault, 'match'>): string => {
  const { operation, writes, ...rest } = match;
  const more = Object.entries(rest).map(([name, value]) => `${name} ${String(value)}`);
  const kind = writes === undefined ? 'every call' : writes ? 'calls that write' : 'calls that read';
  return [operation ?? kind, ...more].join(', ');
};

/** The bounds of a rule in words; none for one without a bound. */
const boundWords = ({ times, lastsMs, spreads }: UnfiredFault): readonly string[] => [
  ...(times === undefined ? [] : [times === 1 ? 'at most once' : `at most ${times} times`]),
  ...(lastsMs === undefined ? [] : [`for ${lastsMs} ms`]),
  ...(spreads ? ['then on every call'] : []),
];

/** Words for a rule: the name of its surprise, its effect and its bounds. */
export const ruleWords = (rule: UnfiredFault): string => {
  const words = [effectWords(rule), ...boundWords(rule)].join(', ');
  return rule.preset === undefined ? words : `${rule.preset}: ${words}`;
};

/** A rule as a line of text: for which calls, and what it does. */
export const faultLine = (rule: UnfiredFault): string => `${matchWords(rule)}: ${ruleWords(rule)}`;
