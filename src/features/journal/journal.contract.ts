import { differences, waitFailure, waitFor } from '../../plane/awaiting.contract.ts';
import {
  choice,
  closedNoun,
  flag,
  integer,
  limitText,
  list,
  map,
  noun,
  numberText,
  object,
  part,
  partial,
  string,
  text,
} from '../../plane/values.contract.ts';
import { endCode, openAnswerCode, openEndCode, openOperationId, operationId } from '../../plane/words.contract.ts';
import { z } from '../../plane/zod.contract.ts';
import { FAULT_PHASES } from '../../schema/fault-phases.ts';

const PROTOCOLS = ['rest', 'grpc', 'grpc-web', 'connect'] as const;
const VERSIONS = ['v1', 'v2'] as const;

/** A code as a filter has it: an unknown one is refused, with the nearest. */
const codeText = (text as z.ZodType<z.infer<typeof endCode>>).openapi({ enum: endCode.options });

/** A status as a query has it. */
const statusText = text.openapi({ pattern: `^(?:\\d{3}|${endCode.options.join('|')})$` });

export const largeMessage = noun('LargeMessage', 'Size and digest of a message that is too large to be recorded.', {
  bytes: integer('Its size in bytes.'),
  sha256: string('Its digest, in hex.'),
});

export const lackedCapability = noun('LackedCapability', 'A capability that a caller lacked, with the group.', {
  capability: string('The capability.', 'repo.create'),
  at: string('The uid of the group on which it was needed, or `anywhere`.'),
});

export const journalAuthz = noun('JournalAuthz', 'The decision on the rights of a caller.', {
  decision: choice(['allow', 'deny', 'unauthenticated', 'open'], '`open` for calls that need no rights.'),
  missing: list(lackedCapability, 'The lacked capabilities; with `allow`, only the mode of the world let it through.'),
});

export const journalChange = noun('JournalChange', 'A row that a call has created, updated or deleted.', {
  change: choice(['created', 'updated', 'deleted'], 'The kind of the change.'),
  type: string('The kind of the row.', 'repos'),
  uid: string('Its uid.'),
  name: string('Its name, if it has one.').optional(),
  fields: map(z.array(z.unknown()), 'Of an update: each field with its value before and after.').optional(),
});

export const journalEntry = noun(
  'JournalEntry',
  'One exchange of a world: what was called, by whom, and what came of it. Secrets are redacted.',
  {
    world: string('The id of its world, if all worlds are asked for.').optional(),
    number: string(
      'Its number in the order of all worlds, if these are asked for: as `since` and `before` have it.',
    ).optional(),
    id: string('Counted from 1 in each world.', '17'),
    state: choice(['open', 'ended'], '`open` until it is answered.'),
    time: string('The time of its beginning, RFC 3339, by the clock of the world.'),
    machineTime: string('The time of its beginning, RFC 3339, by the clock of the machine.'),
    durationMs: z.number().optional().describe('Its duration by the clock of the machine.'),
    protocol: choice(PROTOCOLS, 'The protocol in which it was sent.'),
    version: string('The version of the interface; missing if no operation matches.', 'v2').optional(),
    method: string('The HTTP method; POST for gRPC.'),
    path: string('Without the query; of gRPC the path of the method.'),
    operation: openOperationId
      .optional()
      .openapi({ description: 'The id of the operation; missing if none matches.', example: 'CreateRepo' }),
    caller: part('The caller; missing if it is not known.', {
      identity: string('The uid of the identity.'),
      name: string('Its name; empty if it has none.'),
    }).optional(),
    client: string('The name that the client gives itself.', 'curl/8.5.0').optional(),
    request: object.optional().describe('As it was read; secrets are redacted.'),
    sent: part('Query and body over REST in the spelling of the client; secrets are redacted.', {
      query: string('The query, without a question mark.'),
      body: z.unknown().optional().describe('The body in JSON.'),
    }).optional(),
    body: string('The body if it could not be read as the request.').optional(),
    largeRequest: largeMessage.optional().describe('Instead of a request that is too large to be recorded.'),
    unread: list(z.string(), 'The paths of what the client sent and the operation did not read.'),
    unreadValues: object
      .optional()
      .describe('The values of the unread fields, by their paths; secrets are redacted, and fields of gRPC omitted.'),
    status: integer('The HTTP status; of gRPC the one of REST. Missing if the client got no answer.').optional(),
    code: openEndCode
      .optional()
      .describe('The result for the client: `OK`, the name of a code, or the way in which its answer was broken off.'),
    message: string('The message of the error.').optional(),
    details: list(object, 'The typed details of the error.').optional(),
    reason: string(
      'The reason why it was refused, in a sentence, with groups by their names; missing if it was not.',
      'viewer lacks repo.create on the group example.com',
    ).optional(),
    answer: object.optional().describe('The answer; secrets are redacted.'),
    largeAnswer: largeMessage.optional().describe('Instead of an answer that is too large to be recorded.'),
    messagesDropped: flag('True if request, answer and changes were dropped to keep the bounds.'),
    handled: part('The result of the operation, if something else was answered.', {
      status: integer('The HTTP status.'),
      code: openAnswerCode.describe('`OK`, or the name of a code.'),
    }).optional(),
    faults: list(
      z.object({
        rule: string('The id of the rule.'),
        phase: choice(FAULT_PHASES, 'The phase in which it acted.'),
        did: string('Its effect on the call, in words.', 'short_page: 4 of 8 rows, and a nextPageToken behind them'),
      }),
      'The faults that acted on it.',
    ),
    authz: journalAuthz.optional(),
    about: part('The row that it names or has changed first, and the place of that row.', {
      name: string('The name of the row.', 'nginx').optional(),
      group: string('The group of the row, by the names of its path.', 'example.com/payments').optional(),
      rows: integer('Of a list: how many rows were answered.').optional(),
    }).optional(),
    changes: list(journalChange, 'The rows that it has changed.'),
    furtherChanges: integer(
      'The number of further rows that it has changed: a thousand at most are listed.',
    ).optional(),
    events: list(z.string(), 'The ids of the events that it has emitted; missing if there are none.').optional(),
    tries: list(
      z.string(),
      'The ids of up to 20 of the calls around it that are for the same: operation, caller and resource; missing if there are none.',
    ).optional(),
  },
);

export const journalPage = noun('JournalPage', 'Entries, the newest first.', {
  entries: list(journalEntry, 'The newest first.'),
  cursor: string(
    'The id of the newest entry, to ask for later ones by `since`; `0` before the first. For all worlds it is the number in their common order.',
    '17',
  ),
  dropped: integer('The number of entries that were dropped to keep the bounds.'),
  oldestState: string('The id of the oldest call that a world can be made from; missing if there is none.').optional(),
});

const filters = {
  operation: operationId.optional().describe('The name of an operation, of v2 or of v1.'),
  status: statusText.optional().describe('An HTTP status, or the name of a code.'),
  caller: text.optional().describe('An identity: its uid, an alias or a name.'),
  client: text.optional().describe('The whole name that the client gives itself.'),
  path: text.optional().describe('The path, in which `*` is any text.'),
  version: choice(VERSIONS, 'The version of the interface.').optional(),
  protocol: choice(PROTOCOLS, 'The protocol in which it was sent.').optional(),
  since: numberText('the id of an entry').optional().describe('Only entries behind this id.'),
};

const world = z.literal('*').optional().describe('All worlds: `since` is then a cursor of all of them.');

const brief = z.literal('true').optional().describe('Leaves out requests, answers, details and the values of fields.');

/** The entries to list. */
export const listQuery = z.strictObject({
  ...filters,
  world,
  brief,
  before: numberText('the id of an entry').optional().describe('Only entries before this id.'),
  limit: limitText.optional().describe('The largest number of entries, 1 to 1,000; 100 unless given.'),
});

/** The entries to follow. */
export const streamQuery = z.strictObject({ ...filters, world, brief });

export const entryPath = z.object({
  id: string('The id of the entry.'),
});

export const journalMatch = closedNoun(
  'JournalMatch',
  'The facts that an entry must have, all of them. Objects match by the fields that they name, lists when each of their items matches some item, `{"regex": "…"}` by a pattern, `{"any": true}` whatever is there, `null` what is missing.',
  {
    operation: operationId
      .optional()
      .describe('The name of an operation, such as `CreateRepo`, or `Registry_CreateRepo` of v1.'),
    status: z.union([codeText, z.number().int()]).optional().describe('An HTTP status, or the name of a code.'),
    caller: text.optional().describe('An identity: its uid, an alias or a name.'),
    protocol: choice(PROTOCOLS, 'The protocol in which it was sent.').optional(),
    version: choice(VERSIONS, 'The version of the interface.').optional(),
    method: text.optional().describe('The HTTP method; POST for gRPC.'),
    path: text.optional().describe('The path, in which `*` is any text.'),
    client: partial('The name that the client gives itself.'),
    message: partial('The message of the error.'),
    request: partial('A part of the request.'),
    answer: partial('A part of the answer.'),
    changes: partial('Changes, all of which the entry must have.'),
    authz: partial('A part of how the rights were decided on.'),
    unread: partial('Paths, each of which must be among what was not read.'),
  },
);

export const awaitEntries = closedNoun(
  'AwaitEntries',
  'The entries to wait for, and the longest wait.',
  waitFor(journalMatch, { items: 'entries', since: 'the id of an entry' }),
);

export const nearestEntry = noun('NearestEntry', 'An entry that nearly matches, with its differences.', {
  entry: journalEntry,
  differences,
});

export const awaitNotMet = noun(
  'AwaitNotMet',
  'The error of a wait that was not met, with the entries that came nearest.',
  waitFailure(nearestEntry, 'entries'),
);

export const journalCleared = noun('JournalCleared', 'The answer that the journal is empty.', {
  status: z.literal('cleared').describe('It is empty.'),
});
