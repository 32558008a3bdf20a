import { z } from '@hono/zod-openapi';
import { PROFILE_NAMES } from '../../schema/profile-differences.ts';
import { TOKEN_FLAWS } from '../../schema/token-words.ts';
import { UID } from '../../schema/uid.ts';

/** The service's own error shape. */
export const problem = z
  .object({
    code: z.number().int().openapi({ description: 'The gRPC status code.' }),
    message: z.string().openapi({ description: 'What is wrong, for people.' }),
    details: z
      .array(z.looseObject({ '@type': z.string() }))
      .openapi({ description: 'Typed details, ErrorInfo first.' }),
  })
  .openapi('Problem');

/** The state of the mock, in one word. */
export const status = z
  .object({ status: z.string().openapi({ description: 'One word.', example: 'ready' }) })
  .openapi('Status');

/** How the clock of a world runs, and what it shows. */
export const clock = z
  .object({
    mode: z.enum(['real', 'frozen', 'scaled']).openapi({ description: 'How the clock runs.' }),
    now: z
      .string()
      .openapi({ description: 'The time it shows, RFC 3339 in UTC.', example: '2026-01-28T12:54:21.189Z' }),
    scale: z.number().openapi({ description: 'How many of its seconds pass in one real second.' }),
  })
  .openapi('Clock');

/** How the clock runs from now on. */
export const setClock = z
  .strictObject({
    mode: clock.shape.mode,
    now: z.string().optional().openapi({ description: 'Set it to this time; never before the time it shows.' }),
    scale: z.number().optional().openapi({ description: 'With mode "scaled": seconds per real second.' }),
  })
  .openapi('SetClock');

/** How far the clock moves ahead: hours, minutes and seconds, `72h1s`, or to a moment. */
export const advanceClock = z
  .strictObject({
    by: z.string().optional().openapi({ description: 'How far, such as "72h1s".', example: '72h1s' }),
    to: z.string().optional().openapi({
      description: 'Instead of `by`: an RFC 3339 timestamp, or "next" for the moment of the next timer.',
    }),
    settle: z.boolean().optional().openapi({
      description: 'Waits for the deliveries that it starts, before the clock moves on and before it answers.',
    }),
  })
  .openapi('AdvanceClock');

const timer = z
  .object({
    time: z.string().openapi({ description: "When it happens, by the world's clock." }),
    kind: z.string().openapi({ description: 'What it is: an attempt to deliver an event.', example: 'delivery' }),
    event: z.string().optional().openapi({ description: 'The id of the event.' }),
    type: z.string().optional().openapi({ description: 'The type of the event.' }),
    subscription: z.string().optional().openapi({ description: 'The uid of the subscription.' }),
    attempt: z.number().int().optional().openapi({ description: 'Which attempt it is, from 1.' }),
  })
  .openapi('Timer');

/** What will happen when. */
export const timers = z
  .object({
    timers: z.array(timer).openapi({ description: 'The next first; a thousand at most.' }),
    furtherTimers: z.number().int().optional().openapi({ description: 'How many further ones there are.' }),
  })
  .openapi('Timers');

/** The clock after a step, with what happened in it. */
export const advancedClock = clock
  .extend({
    fired: z.array(timer).openapi({ description: 'The timers that fired, in their order; a thousand at most.' }),
    furtherFired: z.number().int().optional().openapi({ description: 'How many further ones fired.' }),
  })
  .openapi('AdvancedClock');

/** Which world is reset. */
export const reset = z
  .strictObject({
    world: z
      .string()
      .optional()
      .openapi({ description: 'The world to reset, unless the request names it in another way.' }),
  })
  .openapi('Reset');

const ttl = z
  .string()
  .optional()
  .openapi({ description: 'How long it is valid; an hour unless given.', example: '1h' });

const audience = z
  .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
  .transform((given) => (typeof given === 'string' ? [given] : given))
  .optional()
  .openapi({ type: ['string', 'array'], description: 'The audience of the token: the mock itself unless given.' });

const flaw = z
  .enum(TOKEN_FLAWS)
  .optional()
  .openapi({ description: 'The one thing that is wrong with the token.', example: 'expired' });

/** Which token of the mock to mint: its identity, life (`1h`), audience, scopes and flaw. */
export const mint = z
  .strictObject({
    identity: z.string().min(1).optional().openapi({
      description: 'A uid, an alias of a fixture, or a name that only one identity has.',
      example: 'ci-bot',
    }),
    issuer: z.string().min(1).optional().openapi({
      description: 'With `subject`, instead of `identity`: the identity that tokens of that issuer act as.',
    }),
    subject: z.string().min(1).optional().openapi({ description: 'The subject of those tokens.' }),
    ttl,
    audience,
    scopes: z
      .array(z.string().regex(UID, 'must be the uid of a group'))
      .min(1)
      .optional()
      .openapi({ description: 'The uids of the groups that the token is confined to.' }),
    flaw,
  })
  .openapi('MintToken');

/** Which token to mint as a third party would: its issuer, its subject and further claims. */
export const mintUpstream = z
  .strictObject({
    issuer: z.string().min(1).openapi({
      description: 'A name, for an issuer whose pages the mock serves, or any URL.',
      example: 'https://token.actions.example.com',
    }),
    subject: z.string().min(1).openapi({
      description: 'The subject, as that issuer would write it.',
      example: 'repo:example@1001/app@2002:ref:refs/heads/main',
    }),
    ttl,
    audience: audience.openapi({
      type: ['string', 'array'],
      description:
        'What the token is for; unless given, what the one identity that it acts as asks for in its claim match, else the mock itself.',
    }),
    claims: z
      .record(z.string(), z.unknown())
      .optional()
      .openapi({ description: 'Further claims, as they appear in the token.' }),
    flaw,
  })
  .openapi('MintUpstreamToken');

const token = z.string().openapi({ description: 'The bearer token.' });
const expireTime = z.string().openapi({ description: 'When it stops being accepted.' });

/** A minted token, the uid of its identity, and when it expires (RFC 3339 in UTC). */
export const minted = z
  .object({
    token,
    identity: z.string().openapi({ description: 'The uid of the identity that it acts as.' }),
    expireTime,
  })
  .openapi('MintedToken');

/** A minted upstream token, its issuer, and when it expires (RFC 3339 in UTC). */
export const mintedUpstream = z
  .object({
    token: z.string().openapi({ description: 'The token, to be exchanged or used as it is.' }),
    issuer: z.string().openapi({ description: 'Its issuer.' }),
    expireTime,
  })
  .openapi('MintedUpstreamToken');

/** How long the previous key stays valid, such as `1h`. */
export const rotateKeys = z
  .strictObject({
    overlap: z.string().optional().openapi({
      description: 'How long tokens of the previous key stay valid; a day unless given.',
      example: '1h',
    }),
  })
  .openapi('RotateKeys');

/** The key that signs from now on. */
export const rotated = z
  .object({ kid: z.string().openapi({ description: 'The id of the key that signs from now on.' }) })
  .openapi('RotatedKeys');

/** The result of applying a fixture. */
export const applied = z
  .object({
    rows: z.number().int().openapi({ description: 'How many rows the fixture wrote.' }),
    aliases: z.record(z.string(), z.string()).openapi({ description: 'The uid of each thing that it named.' }),
  })
  .openapi('AppliedFixture');

/** What a mock was started with and what it holds. */
export const info = z
  .object({
    version: z.string().openapi({ description: 'The version of the mock.' }),
    world: z.string().openapi({ description: 'The world that the rest is about.' }),
    url: z.string().openapi({ description: 'Its public URL.' }),
    issuer: z.string().openapi({ description: 'The issuer of its tokens.' }),
    serviceDomain: z.string().openapi({ description: 'The domain in error details.' }),
    profile: z
      .enum(PROFILE_NAMES)
      .openapi({ description: 'What the mock follows where the specification and the published interface differ.' }),
    seed: z.string().openapi({ description: 'The seed of everything generated.' }),
    fixtures: z.array(z.string()).openapi({ description: 'The fixtures it was started with.' }),
    orgId: z.string().openapi({ description: 'The uid of the first root group; empty when there is none.' }),
    rows: z.record(z.string(), z.number().int()).openapi({ description: 'How many rows of each kind there are.' }),
    aliases: z.record(z.string(), z.string()).openapi({ description: 'The uid of each thing that a fixture named.' }),
    clock,
  })
  .openapi('Info');

const mode = z.enum(['merge', 'replace']);

/** How a fixture is applied, where it is the body itself. */
export const fixtureQuery = z.object({
  mode: mode.optional().openapi({ description: '"merge" adds to the rows, "replace" deletes them first.' }),
});

/** A fixture as a body. */
export const fixtureText = z
  .string()
  .openapi({ description: 'A fixture in YAML or JSON, or `{"name": "hierarchy"}` for one that is shipped.' });

/** A longer text is a fixture itself. */
const LONGEST_REFERENCE = 4_096;

const named = z.strictObject({ name: z.string().min(1), mode: mode.optional() });

/** The name and mode of a JSON body that names a fixture; undefined for one that is a fixture itself. */
export const namedFixture = (text: string): z.infer<typeof named> | undefined => {
  if (text.length > LONGEST_REFERENCE) return undefined;
  try {
    return named.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
};
