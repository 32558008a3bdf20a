import { clockReading, setClock } from '../features/clock/clock.contract.ts';
import { delivery, deliveryPlan } from '../features/delivery/delivery.contract.ts';
import { unfiredFault } from '../features/faults/faults.contract.ts';
import { journalEntry, journalPage } from '../features/journal/journal.contract.ts';
import { stateDifference } from '../features/snapshots/state-difference.contract.ts';
import { needing } from '../plane/between-fields.contract.ts';
import { lifeText } from '../plane/time-texts.contract.ts';
import {
  closedNoun,
  integer,
  list,
  map,
  namePattern,
  nameText,
  noun,
  numberText,
  part,
  string,
} from '../plane/values.contract.ts';
import { z } from '../plane/zod.contract.ts';
import { profileName } from './health.contract.ts';

/** The pattern of a key or a value of a label. */
const LABEL = namePattern(63);
/** A label in a query: its key and its value. */
export const LABEL_PAIR = new RegExp(`^(${LABEL}):(${LABEL})$`);
/** A label of a host name, so that `<name>.localhost` names the world. */
const NAME = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const FROM = /^(?:default|empty|(?:fixture|journal|snapshot|world):.+)$/;

const label = nameText(63);

/** The rule in OpenAPI for their keys. */
const KEYS: object = { propertyNames: { type: 'string', pattern: `^${LABEL}$` } };

const labels = z
  .record(label, label)
  .openapi({ description: 'Words by which the world can be found.', example: { run: '9123' }, ...KEYS });

export const labelWorld = closedNoun('LabelWorld', 'The new labels of a world.', {
  labels: z.record(label, label.nullable()).openapi({
    description: 'The labels to set, each with its value, or with null to take it away; the others stay.',
    example: { result: 'failed', run: null },
    ...KEYS,
  }),
});

/** The rules in OpenAPI for fields that say more of what a world begins with. */
const NEEDED: object = { dependentSchemas: needing('from', { at: 'journal:', fixture: 'fixture:' }) };

export const createWorld = closedNoun(
  'CreateWorld',
  'The first state of a new world, and the words by which it is found.',
  {
    name: z
      .string()
      .regex(NAME, 'must be 1 to 63 lower-case letters, digits or dashes, with a letter or digit at both ends')
      .optional()
      .openapi({ description: 'Its id; a new one unless given.', example: 'checkout-7' }),
    labels: labels.optional(),
    from: z
      .string()
      .regex(FROM, 'must be "default", "empty", "fixture:<name>", "journal:<id>", "snapshot:<name>" or "world:<id>"')
      .optional()
      .openapi({ description: 'Its first rows; the rows of `default` unless given.', example: 'fixture:default' }),
    fixture: z.string().min(1).optional().openapi({
      description:
        'A fixture in YAML or JSON: the world begins with it, and `from` is `fixture:` with a name for the list of worlds, even if a shipped one has that name.',
      example: 'groups: [{ name: acme }]',
    }),
    at: z
      .enum(['before', 'after'])
      .optional()
      .describe('The state of the call of `journal:<id>` with which it begins; the one before it unless given.'),
    seed: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe('The seed of the uids and secrets that it makes; unless given, the seed of the mock.'),
    profile: profileName
      .optional()
      .describe(
        'The interface that it follows if the specification and the published one differ; as the world that it is made from, or as the mock, unless given.',
      ),
    clock: setClock
      .optional()
      .describe('The mode of its clock at its start; as the one of the world that it is made from, unless given.'),
    ttl: lifeText('must be a duration of at least a second, such as "10m"').optional().openapi({
      description: 'After how much time of the machine it ends by itself; never, unless given.',
      example: '10m',
    }),
  },
  NEEDED,
);

const variables = map(z.string(), 'The variables that clients and test harnesses read.');

const fields = {
  id: string('Its name.', 'checkout-7'),
  labels,
  from: string('Its origin.'),
  createTime: string('The time at which it was made, by the clock of the machine.'),
  expireTime: string('The time at which it ends by itself.').optional(),
  rows: map(z.number().int(), 'The number of rows of each collection.'),
  journal: integer('The number of entries of its journal.'),
  clock: clockReading,
};

export const world = noun('World', 'A world, with what it was made from and what it holds.', fields);

export const endedWorld = noun('EndedWorld', 'A world that has ended, of which the journal can still be read.', {
  id: fields.id,
  labels,
  from: fields.from,
  createTime: fields.createTime,
  endTime: string('The time at which it ended, by the clock of the machine.'),
  journal: integer('The number of entries that its journal had.'),
  number: string('The number in the order of all worlds at which it ended: later entries are of another world.'),
});

export const worlds = noun('Worlds', 'The worlds of a mock.', {
  worlds: list(world, '`default`, and the others from the oldest to the newest.'),
  ended: list(endedWorld, 'The worlds that have ended, if they are asked for, in the order of their ends.').optional(),
});

export const madeWorld = noun('MadeWorld', 'A new world, with all that a client needs to be in it.', {
  ...fields,
  token: string('A token of an identity that may do everything; it names the world.'),
  url: string('The URL of the mock, for clients that name the world by token or header.'),
  hostUrl: string('A URL that names the world by its host, if the client resolves it.'),
  headers: map(z.string(), 'The header that names the world.'),
  env: variables,
});

export const deletedWorlds = noun('DeletedWorlds', 'The worlds that have ended.', {
  deleted: list(z.string(), 'Their ids.'),
});

export const worldEnvironment = noun('WorldEnvironment', 'The variables of a world.', { env: variables });

export const worldEnvironmentLines = z
  .string()
  .openapi('WorldEnvironmentLines', { description: 'The variables of a world, one in a line.' });

export const worldEvidence = z.string().openapi('WorldEvidence', {
  description: 'The story of a world in paragraphs for people: the calls, the changes, and what stands out.',
});

export const worldFacts = noun('WorldFacts', 'The story of a world as facts.', {
  id: string('The id of the world.'),
  journal: journalPage.optional().describe('Its last 200 calls; missing if it keeps no journal.'),
  callsOfDefault: list(journalEntry, 'The calls of `default` behind `since`.'),
  neverFired: list(unfiredFault, 'Its faults that have not acted.'),
  changes: stateDifference.describe('The changes since it was made.'),
  clock: part('Its clock.', {
    ...clockReading.shape,
    machineTime: string('The time of the machine, RFC 3339.'),
  }),
  plan: deliveryPlan,
  deliveries: list(
    z.object({ ...delivery.shape, type: string('The type of the event.') }),
    'The deliveries of its last 20 events, the oldest first.',
  ),
});

/** The form of evidence, and the calls of `default` that are of the same test. */
export const evidenceQuery = z.object({
  format: z
    .enum(['text', 'json'])
    .optional()
    .describe('As text for people, or as the facts that it is made of; text unless given.'),
  since: numberText('the id of an entry of `default`')
    .optional()
    .describe('A cursor of the journal of `default`: the calls of that world behind it are listed, too.'),
});

/** The form in which the variables are written. */
export const environmentQuery = z.object({
  format: z
    .enum(['sh', 'dotenv', 'json'])
    .optional()
    .describe('The form in which they are written; JSON unless given.'),
});

/** The path of one world. */
export const worldPath = z.object({
  id: string('The id of the world.'),
});

const labelTexts = z.union([z.string(), z.array(z.string())], 'must be given: one world is deleted by its id');
const labelParam = {
  type: 'array' as const,
  items: { type: 'string' as const, pattern: LABEL_PAIR.source },
  description: 'A label as `key:value`; may be given several times.',
  example: ['run:9123'],
};

/** The worlds that are meant: those with all of the labels. */
export const labelQuery = z.object({
  label: labelTexts.optional().openapi(labelParam),
  ended: z
    .literal('true')
    .optional()
    .describe('Lists those that have ended, too, of which the journal can still be read.'),
});

/** The worlds to delete: those with all of the labels, of which there must be one. */
export const deletedQuery = z.object({ label: labelTexts.openapi({ ...labelParam, minItems: 1 }) });

export const reset = closedNoun('Reset', 'The world that is reset.', {
  world: string('The world to reset, unless the request names it in another way.').optional(),
});
