import { durationText } from '../../plane/time-texts.contract.ts';
import { integer, list, noun, string } from '../../plane/values.contract.ts';
import { z } from '../../plane/zod.contract.ts';
import { canonicalTimestamp } from '../../schema/scalars.ts';

/** The ways in which a clock runs. */
export const clockMode = z.enum(['real', 'frozen', 'scaled']).openapi('ClockMode', {
  description: 'The mode of a clock: it runs with the time of the machine, not at all, or faster or slower.',
});

export const clockReading = noun('ClockReading', 'The mode of the clock of a world, and its time.', {
  mode: clockMode,
  now: string('The time it shows, RFC 3339 in UTC.', '2026-01-28T12:54:21.189Z'),
  scale: z.number().describe('The number of its seconds that pass in one real second.'),
});

const MAX_SCALE = 1_000_000;
const SCALE = `scale must be above 0 and at most ${MAX_SCALE}`;

/** The rule in OpenAPI: a scale goes with one mode only. */
const SCALE_NEEDS_MODE: object = { dependentSchemas: { scale: { properties: { mode: { const: 'scaled' } } } } };

/** The moments that are accepted: from the year 1 on, with up to nine digits of a second. */
const MOMENT = {
  type: 'string' as const,
  format: 'date-time',
  pattern: '^[^.]+(?:\\.\\d{1,9}[^\\d].*)?$',
  not: { type: 'string' as const, pattern: '^0000' },
};

const isMoment = (text: string): boolean => canonicalTimestamp(text) !== undefined;

/** The mode of the clock from now on. */
export const setClock = z
  .strictObject({
    mode: clockMode,
    now: z
      .string()
      .refine(isMoment, 'must be an RFC 3339 timestamp with an offset')
      .optional()
      .openapi({ ...MOMENT, description: 'Set it to this time; never before the time it shows.' }),
    scale: z
      .number()
      .max(MAX_SCALE, SCALE)
      .refine((scale) => scale > 0, SCALE)
      .optional()
      .openapi({ minimum: 0, not: { const: 0 }, description: 'With mode "scaled": seconds per real second.' }),
  })
  .refine(({ mode, scale }) => scale === undefined || mode === 'scaled', {
    path: ['scale'],
    message: 'goes with mode "scaled" only',
  })
  .openapi('SetClock', {
    description: 'The mode of a clock from now on.',
    ...SCALE_NEEDS_MODE,
  });

/** The rule in OpenAPI: the word, or a moment. */
const NEXT_OR_MOMENT: object = { anyOf: [{ type: 'string', const: 'next' }, MOMENT] };

/** A step of the clock ahead: hours, minutes and seconds, `72h1s`, or to a moment. */
export const advanceClock = z
  .strictObject({
    by: durationText('must be a duration such as "72h1s"')
      .optional()
      .openapi({ description: 'The duration, such as "72h1s".', example: '72h1s' }),
    to: z
      .string()
      .refine((text) => text === 'next' || isMoment(text), 'must be "next", or an RFC 3339 timestamp with an offset')
      .optional()
      .openapi({
        description: 'Instead of `by`: an RFC 3339 timestamp, or "next" for the moment of the next timer.',
        ...NEXT_OR_MOMENT,
      }),
    settle: z
      .boolean()
      .optional()
      .describe('Waits for the deliveries that it starts, before the clock moves on and before it answers.'),
  })
  .refine(({ by, to }) => (by === undefined) !== (to === undefined), {
    path: ['by'],
    message: 'either by or to must be given',
  })
  .openapi('AdvanceClock', {
    description: 'The distance by which a clock moves ahead: a duration, or up to a moment.',
    oneOf: [{ required: ['by'] }, { required: ['to'] }],
  });

export const timer = noun('Timer', 'Something that happens once the clock of a world shows a time.', {
  time: string("When it happens, by the world's clock."),
  kind: string('Its kind: an attempt to deliver an event.', 'delivery'),
  event: string('The id of the event.').optional(),
  type: string('The type of the event.').optional(),
  subscription: string('The uid of the subscription.').optional(),
  attempt: integer('The number of the attempt, from 1.').optional(),
});

export const timers = noun('Timers', 'The things that will happen by the clock of a world.', {
  timers: list(timer, 'The next first; a thousand at most.'),
  furtherTimers: integer('The number of further ones.').optional(),
});

export const advancedClock = noun(
  'AdvancedClock',
  'A clock that was moved ahead, with what happened in the meantime.',
  {
    ...clockReading.shape,
    fired: list(timer, 'The timers that fired, in their order; a thousand at most.'),
    furtherFired: integer('The number of further ones that fired.').optional(),
  },
);
