import { createRoute } from '@hono/zod-openapi';
import { instant } from '../../kernel/clock.ts';
import { invalidField } from '../../kernel/errors.ts';
import { durationFrom } from '../../schema/durations.ts';
import { canonicalTimestamp } from '../../schema/scalars.ts';
import * as bodies from '../contract/bodies.ts';
import { type App, body, failures, json, type Steered } from '../plane/route-parts.ts';
import type { ClockStep, ShownTimer, TimerControl } from './timers.ts';
import type { ClockReading, WorldClock } from './world-clock.ts';

/** A reading as it is in bodies: the mode, the time as RFC 3339 text, and the scale. */
export const shownClock = ({ mode, nowMillis, scale }: ClockReading) => ({ mode, now: instant(nowMillis), scale });

const read = createRoute({
  method: 'get',
  path: '/clock',
  summary: 'Read the clock',
  tags: ['Clock'],
  responses: { 200: json(bodies.clock, 'The clock.'), ...failures },
});

const set = createRoute({
  method: 'put',
  path: '/clock',
  summary: 'Freeze, scale or set the clock',
  tags: ['Clock'],
  request: { body: body(bodies.setClock) },
  responses: { 200: json(bodies.clock, 'The clock as it runs now.'), ...failures },
});

const advance = createRoute({
  method: 'post',
  path: '/clock:advance',
  summary: 'Move the clock ahead',
  description: 'What is due happens in its order, each thing at its moment.',
  tags: ['Clock'],
  request: { body: body(bodies.advanceClock) },
  responses: { 200: json(bodies.advancedClock, 'The clock after the step, and what happened in it.'), ...failures },
});

const timers = createRoute({
  method: 'get',
  path: '/clock/timers',
  summary: 'List what will happen when',
  tags: ['Clock'],
  responses: { 200: json(bodies.timers, 'The timers, the next first.'), ...failures },
});

/**
 * A moment in milliseconds, from RFC 3339.
 * @throws ApiError INVALID_ARGUMENT
 */
export const momentOf = (now: string | undefined): number | undefined => {
  if (now === undefined) return undefined;
  const moment = canonicalTimestamp(now);
  if (moment === undefined) throw invalidField('now', 'must be an RFC 3339 timestamp with an offset');
  return Date.parse(moment);
};

/** How many timers are listed. */
const MOST_SHOWN = 1_000;

const shownTimer = ({ atMillis, ...facts }: ShownTimer) => ({ time: instant(atMillis), ...facts });

/** @throws ApiError INVALID_ARGUMENT */
const stepOf = (
  { by, to }: { readonly by?: string | undefined; readonly to?: string | undefined },
  nowMillis: number,
): ClockStep => {
  if ((by === undefined) === (to === undefined)) throw invalidField('by', 'either by or to must be given');
  if (to === 'next') return to;
  if (to !== undefined) {
    const moment = canonicalTimestamp(to);
    if (moment === undefined) throw invalidField('to', 'must be "next", or an RFC 3339 timestamp with an offset');
    const toMillis = Date.parse(moment);
    if (toMillis < nowMillis) throw invalidField('to', 'the clock does not go back: reset the world instead');
    return { toMillis };
  }
  const byMillis = durationFrom(by ?? '');
  if (byMillis === undefined) throw invalidField('by', 'must be a duration such as "72h1s"');
  return { byMillis };
};

/** The routes that read the world's clock, freeze, scale or set it, and move it ahead. */
export const clockRoutes = (
  app: App,
  steered: Steered<{ readonly clock: WorldClock; readonly timers: TimerControl }>,
): void => {
  app.openapi(read, (context) => context.json(shownClock(steered(context).clock.read()), 200));
  app.openapi(set, (context) => {
    const { mode, now, scale } = context.req.valid('json');
    const moment = momentOf(now);
    if (scale !== undefined && mode !== 'scaled') throw invalidField('scale', 'goes with mode "scaled" only');
    return context.json(shownClock(steered(context).clock.set(mode, moment, scale)), 200);
  });
  app.openapi(advance, async (context) => {
    const { settle = false, ...asked } = context.req.valid('json');
    const { clock, timers: timed } = steered(context);
    const { fired, furtherFired } = await timed.advance(stepOf(asked, clock.now()), settle);
    const further = furtherFired > 0 ? { furtherFired } : {};
    return context.json({ ...shownClock(clock.read()), fired: fired.map(shownTimer), ...further }, 200);
  });
  app.openapi(timers, (context) => {
    const all = steered(context).timers.list();
    const furtherTimers = all.length - MOST_SHOWN;
    const shown = { timers: all.slice(0, MOST_SHOWN).map(shownTimer) };
    return context.json(furtherTimers > 0 ? { ...shown, furtherTimers } : shown, 200);
  });
};
