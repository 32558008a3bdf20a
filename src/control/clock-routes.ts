import { createRoute } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { instant } from '../kernel/clock.ts';
import { invalidField } from '../kernel/errors.ts';
import { durationFrom } from '../schema/durations.ts';
import { canonicalTimestamp } from '../schema/scalars.ts';
import * as bodies from './bodies.ts';
import { type App, body, type ControlEnv, failures, json } from './route-parts.ts';
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
  tags: ['Clock'],
  request: { body: body(bodies.advanceClock) },
  responses: { 200: json(bodies.clock, 'The clock after the step.'), ...failures },
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

const clockOf = ({ var: { steering } }: Context<ControlEnv>): WorldClock => steering.world.clock;

/** The routes that read the world's clock, freeze, scale or set it, and move it ahead. */
export const clockRoutes = (app: App): void => {
  app.openapi(read, (context) => context.json(shownClock(clockOf(context).read()), 200));
  app.openapi(set, (context) => {
    const { mode, now, scale } = context.req.valid('json');
    const moment = momentOf(now);
    if (scale !== undefined && mode !== 'scaled') throw invalidField('scale', 'goes with mode "scaled" only');
    return context.json(shownClock(clockOf(context).set(mode, moment, scale)), 200);
  });
  app.openapi(advance, (context) => {
    const step = durationFrom(context.req.valid('json').by);
    if (step === undefined) throw invalidField('by', 'must be a duration such as "72h1s"');
    return context.json(shownClock(clockOf(context).advance(step)), 200);
  });
};
