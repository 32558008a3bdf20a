import { z } from '@hono/zod-openapi';
import { PROFILE_NAMES } from '../../schema/profile-differences.ts';
import { clock, setClock } from './bodies.ts';

/** What a key or a value of a label may be. */
export const LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/;
/** A label of a host name, so that `<name>.localhost` names the world. */
const NAME = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const FROM = /^(?:default|empty|(?:fixture|snapshot|world):.+)$/;

const label = z.string().regex(LABEL, 'must be 1 to 63 letters, digits, dots, dashes or underscores');

const labels = z
  .record(label, label)
  .openapi({ description: 'What the world can be found by.', example: { run: '9123' } });

/** Which world to make. */
export const createWorld = z
  .strictObject({
    name: z
      .string()
      .regex(NAME, 'must be 1 to 63 lower-case letters, digits or dashes, with a letter or digit at both ends')
      .optional()
      .openapi({ description: 'Its id; a new one unless given.', example: 'checkout-7' }),
    labels: labels.optional(),
    from: z
      .string()
      .regex(FROM, 'must be "default", "empty", "fixture:<name>", "snapshot:<name>" or "world:<id>"')
      .optional()
      .openapi({ description: 'What it begins with; the rows of `default` unless given.', example: 'fixture:default' }),
    seed: z.string().min(1).max(200).optional().openapi({
      description: 'The seed of the uids and secrets that it makes; that of the mock unless given.',
    }),
    profile: z.enum(PROFILE_NAMES).optional().openapi({
      description:
        'Which interface it follows where specification and published interface differ; as the world that it is made from, or as the mock, unless given.',
    }),
    clock: setClock.optional().openapi({
      description: 'How its clock runs at its start; as the one of the world that it is made from, unless given.',
    }),
    ttl: z.string().optional().openapi({
      description: 'After how much time of the machine it ends by itself; never, unless given.',
      example: '10m',
    }),
  })
  .openapi('CreateWorld');

const variables = z
  .record(z.string(), z.string())
  .openapi({ description: 'The variables that clients and test harnesses read.' });

const shown = {
  id: z.string().openapi({ description: 'Its name.', example: 'checkout-7' }),
  labels,
  from: z.string().openapi({ description: 'What it was made from.' }),
  createTime: z.string().openapi({ description: 'When it was made, by the clock of the machine.' }),
  expireTime: z.string().optional().openapi({ description: 'When it ends by itself.' }),
  rows: z.record(z.string(), z.number().int()).openapi({ description: 'How many rows each collection has.' }),
  journal: z.number().int().openapi({ description: 'How many entries its journal has.' }),
  clock,
};

/** One world. */
export const world = z.object(shown).openapi('World');

/** The worlds of a mock. */
export const worlds = z.object({ worlds: z.array(world) }).openapi('Worlds');

/** A new world, with all that a client needs to be in it. */
export const madeWorld = z
  .object({
    ...shown,
    token: z.string().openapi({ description: 'A token of an identity that may do everything; it names the world.' }),
    url: z
      .string()
      .openapi({ description: 'The URL of the mock, for clients that name the world by token or header.' }),
    hostUrl: z
      .string()
      .openapi({ description: 'A URL that names the world by its host, where the client resolves it.' }),
    headers: z.record(z.string(), z.string()).openapi({ description: 'The header that names the world.' }),
    env: variables,
  })
  .openapi('MadeWorld');

/** The worlds that were deleted. */
export const endedWorlds = z
  .object({ deleted: z.array(z.string()).openapi({ description: 'Their ids.' }) })
  .openapi('DeletedWorlds');

/** The variables of a world. */
export const environment = z.object({ env: variables }).openapi('WorldEnvironment');

const named = z.object({
  type: z.string().openapi({ description: 'The kind of row.', example: 'groups' }),
  uid: z.string(),
  name: z.string().optional(),
});

/** What differs between two states of a world. */
export const difference = z
  .object({
    added: z.array(named),
    removed: z.array(named),
    changed: z.array(
      named.extend({
        fields: z.record(z.string(), z.array(z.unknown())).openapi({
          description: 'Each field that differs, with its value before and after; null where it has none.',
        }),
      }),
    ),
    clock: z.array(z.string()).openapi({ description: 'What the clock shows before and after.' }),
  })
  .openapi('StateDifference');

/** The variables as lines. */
export const environmentLines = z.string().openapi('WorldEnvironmentLines');

/** How the variables are written. */
export const environmentQuery = z.object({
  format: z
    .enum(['sh', 'dotenv', 'json'])
    .optional()
    .openapi({ param: { name: 'format', in: 'query' }, description: 'How they are written; JSON unless given.' }),
});

/** The path of one world. */
export const worldPath = z.object({
  id: z.string().openapi({ param: { name: 'id', in: 'path' }, description: 'The id of the world.' }),
});

/** Which worlds are meant: those with all of the labels. */
export const labelQuery = z.object({
  label: z
    .union([z.string(), z.array(z.string())])
    .optional()
    .openapi({
      param: { name: 'label', in: 'query' },
      type: 'array',
      items: { type: 'string' },
      description: 'A label as `key:value`; may be given several times.',
      example: ['run:9123'],
    }),
});
