import { differences, waitFailure, waitFor } from '../../plane/awaiting.contract.ts';
import { limitText, numberText, object, partial, text } from '../../plane/values.contract.ts';
import { endCode, openAnswerCode, openEndCode, openOperationId, operationId } from '../../plane/words.contract.ts';
import { z } from '../../plane/zod.contract.ts';
import { FAULT_PHASES } from '../../schema/fault-phases.ts';

const PROTOCOLS = ['rest', 'grpc', 'grpc-web', 'connect'] as const;

/** A protocol as a filter has it: an unknown one matches nothing. */
const protocol = (text as z.ZodType<(typeof PROTOCOLS)[number]>).openapi({ enum: [...PROTOCOLS] });

/** A code as a filter has it: an unknown one is refused, with the nearest. */
const codeText = (text as z.ZodType<z.infer<typeof endCode>>).openapi({ enum: endCode.options });

/** A status as a query has it. */
const statusText = text.openapi({ pattern: `^(?:\\d{3}|${endCode.options.join('|')})$` });

/** A message that is too large to be recorded. */
export const largeMessage = z
  .object({
    bytes: z.number().int().describe('Its size in bytes.'),
    sha256: z.string().describe('Its digest, in hex.'),
  })
  .openapi('LargeMessage', { description: 'Size and digest of a message that is too large to be kept.' });

/** A capability that a caller lacked. */
export const lackedCapability = z
  .object({
    capability: z.string().openapi({ description: 'The capability.', example: 'repo.create' }),
    at: z.string().describe('The uid of the group where it was needed, or `anywhere`.'),
  })
  .openapi('LackedCapability', { description: 'A capability that a caller lacked, and where.' });

/** The decision on the rights of a caller. */
export const journalAuthz = z
  .object({
    decision: z.enum(['allow', 'deny', 'unauthenticated', 'open']).describe('`open` for calls that need no rights.'),
    missing: z.array(lackedCapability).describe('The capabilities that the caller lacked.'),
    wouldDeny: z.literal(true).optional().describe('True for a call that only the mode of the world let through.'),
  })
  .openapi('JournalAuthz', { description: 'The decision on the rights of a caller.' });

/** A row that a call has created, updated or deleted. */
export const journalChange = z
  .object({
    change: z.enum(['created', 'updated', 'deleted']).describe('The kind of the change.'),
    type: z.string().openapi({ description: 'The kind of the row.', example: 'repos' }),
    uid: z.string().describe('Its uid.'),
    name: z.string().optional().describe('Its name, if it has one.'),
    fields: z
      .record(z.string(), z.array(z.unknown()))
      .optional()
      .describe('Of an update: each field with its value before and after.'),
  })
  .openapi('JournalChange', { description: 'A row that a call has created, updated or deleted.' });

/** One exchange. */
export const journalEntry = z
  .object({
    world: z.string().optional().describe('The id of its world, if all worlds are asked for.'),
    number: z
      .string()
      .optional()
      .describe('Its number in the order of all worlds, if these are asked for: as `since` and `before` have it.'),
    id: z.string().openapi({ description: 'Counted from 1 in each world.', example: '17' }),
    state: z.enum(['open', 'ended']).describe('`open` until it is answered.'),
    time: z.string().describe('The time of its beginning, RFC 3339, by the clock of the world.'),
    machineTime: z.string().describe('The time of its beginning, RFC 3339, by the clock of the machine.'),
    durationMs: z.number().optional().describe('Its duration by the clock of the machine.'),
    protocol: z.enum(PROTOCOLS).describe('The protocol in which it was sent.'),
    version: z
      .string()
      .optional()
      .openapi({ description: 'The version of the interface; missing if no operation matches.', example: 'v2' }),
    method: z.string().describe('The HTTP method; POST for gRPC.'),
    path: z.string().describe('Without the query; of gRPC the path of the method.'),
    operation: openOperationId
      .optional()
      .openapi({ description: 'The id of the operation; missing if none matches.', example: 'CreateRepo' }),
    caller: z
      .object({
        identity: z.string().describe('The uid of the identity.'),
        name: z.string().describe('Its name; empty if it has none.'),
      })
      .optional()
      .describe('The caller; missing if it is not known.'),
    client: z
      .string()
      .optional()
      .openapi({ description: 'The name that the client gives itself.', example: 'curl/8.5.0' }),
    request: object.optional().describe('As it was read; secrets are redacted.'),
    sent: z
      .object({
        query: z.string().describe('The query, without a question mark.'),
        body: z.unknown().optional().describe('The body in JSON.'),
      })
      .optional()
      .describe('Query and body over REST in the spelling of the client; secrets are redacted.'),
    body: z.string().optional().describe('The body if it could not be read as the request.'),
    largeRequest: largeMessage.optional().describe('Instead of a request that is too large to be kept.'),
    unread: z.array(z.string()).describe('The paths of what the client sent and the operation did not read.'),
    unreadValues: object
      .optional()
      .describe('The values of these, by their paths; secrets are redacted, and fields of gRPC left out.'),
    status: z
      .number()
      .int()
      .optional()
      .describe('The HTTP status; of gRPC the one of REST. Missing if the client got no answer.'),
    code: openEndCode
      .optional()
      .describe('Its end for its client: `OK`, the name of a code, or the way in which its answer was broken off.'),
    message: z.string().optional().describe('The message of the error.'),
    details: z.array(object).optional().describe('The typed details of the error.'),
    reason: z.string().optional().openapi({
      description: 'The reason why it was refused, in a sentence, with groups by their names; missing if it was not.',
      example: 'viewer lacks repo.create on the group example.com',
    }),
    answer: object.optional().describe('The answer; secrets are redacted.'),
    largeAnswer: largeMessage.optional().describe('Instead of an answer that is too large to be kept.'),
    messagesDropped: z
      .literal(true)
      .optional()
      .describe('True if request, answer and changes were dropped to keep the bounds.'),
    handled: z
      .object({
        status: z.number().int().describe('The HTTP status.'),
        code: openAnswerCode.describe('`OK`, or the name of a code.'),
      })
      .optional()
      .describe('The result of the operation, if something else was answered.'),
    faults: z
      .array(
        z.object({
          rule: z.string().describe('The id of the rule.'),
          phase: z.enum(FAULT_PHASES).describe('The phase in which it acted.'),
          did: z.string().openapi({
            description: 'Its effect on the call, in words.',
            example: 'short_page: 4 of 8 rows, and a nextPageToken behind them',
          }),
        }),
      )
      .describe('The faults that acted on it.'),
    authz: journalAuthz.optional().describe('The decision on the rights of the caller.'),
    about: z
      .object({
        name: z.string().optional().openapi({ description: 'The name of the row.', example: 'nginx' }),
        group: z
          .string()
          .optional()
          .openapi({ description: 'The group of the row, by the names of its path.', example: 'example.com/payments' }),
        rows: z.number().int().optional().describe('Of a list: how many rows were answered.'),
      })
      .optional()
      .describe('The row that it names or has changed first, and the place of that row.'),
    changes: z.array(journalChange).describe('The rows that it has changed.'),
    furtherChanges: z
      .number()
      .int()
      .optional()
      .describe('The number of further rows that it has changed: a thousand at most are listed.'),
    events: z
      .array(z.string())
      .optional()
      .describe('The ids of the events that it has emitted; missing if there are none.'),
    tries: z
      .array(z.string())
      .optional()
      .describe(
        'The ids of up to 20 of the calls around it that are for the same: operation, caller and resource; missing if there are none.',
      ),
  })
  .openapi('JournalEntry', {
    description: 'One exchange of a world: what was called, by whom, and what came of it. Secrets are redacted.',
  });

/** Entries, the newest first. */
export const journalPage = z
  .object({
    entries: z.array(journalEntry).describe('The newest first.'),
    cursor: z.string().openapi({
      description:
        'The id of the newest entry, to ask for later ones by `since`; `0` before the first. Where all worlds are asked for, the number in their order.',
      example: '17',
    }),
    dropped: z.number().int().describe('The number of entries that were dropped to keep the bounds.'),
    oldestState: z
      .string()
      .optional()
      .describe('The id of the oldest call that a world can be made from; missing if there is none.'),
  })
  .openapi('JournalPage', { description: 'Entries, the newest first.' });

const filters = {
  operation: operationId.optional().describe('The name of an operation, of v2 or of v1.'),
  status: statusText.optional().describe('An HTTP status, or the name of a code.'),
  caller: text.optional().describe('An identity: its uid, an alias or a name.'),
  client: text.optional().describe('The whole name that the client gives itself.'),
  path: text.optional().describe('The path, in which `*` is any text.'),
  version: text.optional().describe('The version of the interface.'),
  protocol: protocol.optional().describe('The protocol in which it was sent.'),
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
  id: z.string().describe('The id of the entry.'),
});

/** The entries that are meant. */
export const journalMatch = z
  .strictObject({
    operation: operationId
      .optional()
      .describe('The name of an operation, such as `CreateRepo`, or `Registry_CreateRepo` of v1.'),
    status: z.union([codeText, z.number().int()]).optional().describe('An HTTP status, or the name of a code.'),
    caller: text.optional().describe('An identity: its uid, an alias or a name.'),
    protocol: protocol.optional().describe('The protocol in which it was sent.'),
    version: text.optional().openapi({ description: 'The version of the interface.', example: 'v2' }),
    method: text.optional().describe('The HTTP method; POST for gRPC.'),
    path: text.optional().describe('The path, in which `*` is any text.'),
    client: partial('The name that the client gives itself.'),
    message: partial('The message of the error.'),
    request: partial('A part of the request.'),
    answer: partial('A part of the answer.'),
    changes: partial('Changes, each of which must be among those of the entry.'),
    authz: partial('A part of how the rights were decided on.'),
    unread: partial('Paths, each of which must be among what was not read.'),
  })
  .openapi('JournalMatch', {
    description:
      'The facts that an entry must have, all of them. Objects match by the fields that they name, lists when each of their items matches some item, `{"regex": "…"}` by a pattern, `{"any": true}` whatever is there, `null` what is missing.',
  });

/** The entries to wait for. */
export const awaitEntries = z
  .strictObject(waitFor(journalMatch, { items: 'entries', since: 'the id of an entry' }))
  .openapi('AwaitEntries', { description: 'The entries to wait for, and the longest wait.' });

/** An entry that nearly matches. */
export const nearestEntry = z
  .object({ entry: journalEntry, differences })
  .openapi('NearestEntry', { description: 'An entry that nearly matches, with where it differs.' });

/** A wait that was not met. */
export const awaitNotMet = z
  .object(waitFailure(nearestEntry, 'entries'))
  .openapi('AwaitNotMet', { description: 'The error of a wait that was not met, with the entries that came nearest.' });

/** The answer that the journal is empty. */
export const journalCleared = z
  .object({ status: z.literal('cleared').describe('It is empty.') })
  .openapi('JournalCleared', { description: 'The answer that the journal is empty.' });
