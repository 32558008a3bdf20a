import type { AdvanceClock, Timer } from '../../../generated/nouns.ts';
import { instant } from '../../kernel/clock.ts';
import { invalidField } from '../../kernel/errors.ts';
import { routesTagged } from '../../plane/route.ts';
import { type App, json, type Steered } from '../../plane/route-parts.ts';
import { serve } from '../../plane/serve.ts';
import { durationFrom } from '../../schema/durations.ts';
import * as bodies from './clock.contract.ts';
import { momentOf, viewOfClock, type WorldClock } from './world-clock.ts';
import type { ClockStep, TimerView, WorldTimers } from './world-timers.ts';

const route = routesTagged('Clock');

const read = route('GET /clock', 'clock.read', {
  summary: 'Read the clock',
  answer: json(bodies.clockReading, 'The clock.'),
});

const set = route('PUT /clock', 'clock.set', {
  summary: 'Freeze, scale or set the clock',
  body: bodies.setClock,
  answer: json(bodies.clockReading, 'The clock as it runs now.'),
});

const advance = route('POST /clock:advance', 'clock.advance', {
  summary: 'Move the clock ahead',
  description: 'Everything that is due happens in order, each at its moment.',
  body: bodies.advanceClock,
  answer: json(bodies.advancedClock, 'The clock after the step, and what happened in it.'),
});

const timers = route('GET /clock/timers', 'clock.timers', {
  summary: 'List what will happen when',
  answer: json(bodies.timers, 'The timers, the next first.'),
});

/** The maximum number of timers listed. */
const MAX_LISTED = 1_000;

const viewOfTimer = ({ atMillis, ...facts }: TimerView): Timer => ({ time: instant(atMillis), ...facts });

/** @throws ApiError INVALID_ARGUMENT for a step back */
const stepOf = ({ by = '', to }: AdvanceClock, nowMillis: number): ClockStep => {
  if (to === 'next') return to;
  if (to === undefined) return { byMillis: durationFrom(by) ?? 0 };
  const toMillis = momentOf(to);
  if (toMillis < nowMillis) throw invalidField('to', 'the clock does not go back: reset the world instead');
  return { toMillis };
};

/** The routes that read the world's clock, freeze, scale or set it, and move it ahead. */
export const clockRoutes = (
  app: App,
  steered: Steered<{ readonly scope: { readonly clock: WorldClock }; readonly timers: WorldTimers }>,
): void => {
  // It is described once, before a property adds to it.
  app.openAPIRegistry.register('SetClock', bodies.setClock);
  serve(app, read, (_, context) => viewOfClock(steered(context).scope.clock.read()));
  serve(app, set, async ({ body: { mode, now, scale } }, context) => {
    const moment = now === undefined ? undefined : momentOf(now);
    return viewOfClock(await steered(context).scope.clock.set(mode, moment, scale));
  });
  serve(app, advance, async ({ body: { settle = false, ...asked } }, context) => {
    const { scope, timers: timed } = steered(context);
    const { clock } = scope;
    const { fired, furtherFired } = await timed.advance(stepOf(asked, clock.now()), settle);
    const further = furtherFired > 0 ? { furtherFired } : {};
    return { ...viewOfClock(clock.read()), fired: fired.map(viewOfTimer), ...further };
  });
  serve(app, timers, (_, context) => {
    const all = steered(context).timers.list();
    const furtherTimers = all.length - MAX_LISTED;
    const listed = all.slice(0, MAX_LISTED).map(viewOfTimer);
    return furtherTimers > 0 ? { timers: listed, furtherTimers } : { timers: listed };
  });
};
