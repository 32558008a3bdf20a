import type { Context } from 'hono';
import { instant } from '../../kernel/clock.ts';
import type { Rows } from '../../kernel/rows.ts';
import type { ProcessOrder } from '../../plane/placed-items.ts';
import type { ControlEnv } from '../../plane/route-parts.ts';
import type { World } from '../../world/world.ts';
import { digestMessage } from '../journal/digest-message.ts';
import { hideInTarget, hideInValue } from '../journal/hidden-names.ts';
import { type Hide, isNever, redactBody } from '../journal/redacted.ts';
import type { LoggedStep, Step } from '../journal/step-log.ts';

/** The largest body of a control call that is recorded as a value; a larger one is recorded as text, and only of a request. */
const MAX_BODY = 64 * 1024;

/** The dependencies of recording the control calls of a mock. */
export interface StepParts {
  readonly hide: Hide;
  /** Milliseconds of a clock of the machine that is never put back. */
  readonly machineNow: () => number;
  /** The time from which readings of the machine's clock count, in milliseconds since the epoch. */
  readonly readingEpoch: number;
  readonly order: ProcessOrder;
  readonly secretsIn: (rows: Rows) => Iterable<string>;
}

/** Calls that wait for others or make another world: the clock of the world runs on during them. */
const RUNS_ON = /(?::await|:fork|\/worlds)$/;
/** Calls that read, but for those that make a token. */
const READS = /^(?:GET|HEAD|OPTIONS) (?!.*\/github-actions\/token$)/;

/** Calls that replace rows: the secrets of the rows before are noted first, since they cannot be found later. */
const REPLACES = /\/(?:fixtures|reset|snapshots:restore|snapshots\/[^/]+:restore)$/;

/** The path of calls that apply a fixture. */
const FIXTURES = /\/fixtures(?:\?|$)/;
/** True for a call that has applied a fixture. The body of a refused call may be anything, with secrets under any name. */
export const hasApplied = ({ target, status }: Pick<Step, 'target' | 'status'>): boolean =>
  status < 400 && FIXTURES.test(target);
/** A body without its secrets, which may be a fixture: JSON as a value, any other text as it is. */
export const redactedBody = (text: string, hide: Hide, isFixture = false): unknown => {
  if (text === '') return undefined;
  // In a fixture the value under the name of a token is the identity that the token is of.
  const isPublic = isFixture ? (name: string) => /token$/i.test(name) : isNever;
  try {
    return hideInValue(JSON.parse(text), hide, isPublic);
  } catch {
    return redactBody(text, hide, isPublic);
  }
};

/**
 * Begins to record a control call that may change something, and returns a function that makes the record once it was
 * answered; undefined for a call that only reads. The call runs at one moment of its world (behaviour R7).
 */
export const beginStep = (
  context: Context<ControlEnv>,
  { clock, store }: World['scope'],
  { hide, machineNow, readingEpoch, order, secretsIn }: StepParts,
): (() => Promise<LoggedStep>) | undefined => {
  const { method, raw } = context.req;
  if (READS.test(`${method} ${context.req.path}`)) return undefined;
  if (REPLACES.test(context.req.path)) for (const secret of secretsIn(store.rows)) hide(secret);
  const isClockPaused = !RUNS_ON.test(context.req.path);
  if (isClockPaused) clock.hold();
  const time = instant(clock.now());
  const begun = machineNow();
  order.last += 1;
  const ran = { ranRealMillis: clock.realMillis - readingEpoch, order: order.last };
  return async () => {
    if (isClockPaused) clock.release();
    const { pathname, search } = new URL(raw.url);
    const target = hideInTarget(`${pathname}${search}`, hide);
    const text = await context.req.text().catch(() => '');
    const { res } = context;
    const isJson = /^application\/(?:problem\+)?json/.test(res.headers.get('content-type') ?? '');
    const answered = isJson ? await res.clone().text() : '';
    const { status } = res;
    const body = text.length > MAX_BODY ? undefined : redactedBody(text, hide, hasApplied({ target, status }));
    const answer = answered.length > MAX_BODY ? digestMessage(answered) : redactedBody(answered, hide);
    const step = {
      time,
      begunMillis: Math.floor(begun),
      ...ran,
      durationMs: Math.round((machineNow() - begun) * 100) / 100,
      method,
      target,
      ...(text.length > MAX_BODY && { largeBody: text }),
      ...(body !== undefined && { body }),
      status,
      ...(answer !== undefined && { answer }),
    };
    return { step, bytes: text.length + Math.min(answered.length, MAX_BODY) };
  };
};
