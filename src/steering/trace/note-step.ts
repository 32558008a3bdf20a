import { hash } from 'node:crypto';
import type { Context } from 'hono';
import { type Clock, instant } from '../../kernel/clock.ts';
import { hideInTarget, hideInValue } from '../journal/hidden-names.ts';
import { type Hide, redactBody } from '../journal/redacted.ts';
import type { Step } from '../journal/step-log.ts';
import type { ControlEnv } from '../plane/route-parts.ts';

/** The largest body that is kept of a control call. */
const MAX_BODY = 64 * 1024;

/** The dependencies of noting the control calls of a mock. */
export interface StepParts {
  readonly hide: Hide;
  /** Milliseconds of a clock of the machine that is never put back. */
  readonly machineNow: () => number;
}

/** A body without its secrets: JSON as a value, any other text as it is, and of a large one its size and digest. */
const shownBody = (text: string, hide: Hide): unknown => {
  if (text === '') return undefined;
  if (text.length > MAX_BODY) return { bytes: Buffer.byteLength(text), sha256: hash('sha256', text) };
  try {
    return hideInValue(JSON.parse(text), hide);
  } catch {
    return redactBody(text, hide);
  }
};

const answerText = async ({ res }: Context): Promise<string> => {
  const type = res.headers.get('content-type') ?? '';
  return /^application\/(?:problem\+)?json/.test(type) ? res.clone().text() : '';
};

/**
 * Begins with a control call that may change something, and returns what notes it once it was answered; undefined for
 * one that only reads.
 */
export const beginStep = (
  context: Context<ControlEnv>,
  clock: Clock,
  { hide, machineNow }: StepParts,
): (() => Promise<Step>) | undefined => {
  const { method, raw } = context.req;
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return undefined;
  const time = instant(clock.now());
  const begun = machineNow();
  return async () => {
    const { pathname, search } = new URL(raw.url);
    const body = shownBody(await context.req.text().catch(() => ''), hide);
    const answer = shownBody(await answerText(context), hide);
    return {
      time,
      begunMillis: Math.floor(begun),
      durationMs: Math.round((machineNow() - begun) * 100) / 100,
      method,
      target: hideInTarget(`${pathname}${search}`, hide),
      ...(body !== undefined && { body }),
      status: context.res.status,
      ...(answer !== undefined && { answer }),
    };
  };
};
