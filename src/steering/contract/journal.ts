import { z } from '@hono/zod-openapi';
import { Code } from '../../kernel/errors.ts';
import { differences, inQuery, numberText, waitBounds } from './awaiting.ts';
import { problem } from './problem.ts';

const code = z.enum(['OK', ...Object.keys(Code)]);
const object = z.record(z.string(), z.unknown());
const text = z.string().min(1).max(2_048);

const large = (description: string) =>
  z.object({ bytes: z.number().int(), sha256: z.string() }).optional().openapi({ description });

const caller = z.object({ identity: z.string(), name: z.string() });

const authz = z.object({
  decision: z.enum(['allow', 'deny', 'unauthenticated', 'open']),
  missing: z.array(z.object({ capability: z.string(), at: z.string() })),
  wouldDeny: z.literal(true).optional(),
});

const change = z.object({
  change: z.enum(['created', 'updated', 'deleted']),
  type: z.string(),
  uid: z.string(),
  name: z.string().optional(),
  fields: z.record(z.string(), z.array(z.unknown())).optional(),
});

/** One exchange. */
export const entry = z
  .object({
    id: z.string().openapi({ description: 'Counted from 1 in each world.', example: '17' }),
    state: z.enum(['open', 'ended']),
    time: z.string().openapi({ description: 'When it began, by the clock of the world.' }),
    durationMs: z.number().optional().openapi({ description: 'How long it took, by the clock of the machine.' }),
    protocol: z.enum(['rest', 'grpc', 'grpc-web', 'connect']),
    version: z.string().optional().openapi({ description: 'Missing for what is no operation.', example: 'v2' }),
    method: z.string(),
    path: z.string().openapi({ description: 'Without the query; of gRPC the path of the method.' }),
    operation: z.string().optional().openapi({ example: 'CreateRepo' }),
    caller: caller.optional(),
    client: z.string().optional().openapi({ description: 'What the client calls itself.', example: 'curl/8.5.0' }),
    request: object.optional().openapi({ description: 'As it was read; secrets are redacted.' }),
    body: z.string().optional().openapi({ description: 'The body where it could not be read as the request.' }),
    largeRequest: large('Size and digest of a request that is too large to be kept.'),
    unread: z.array(z.string()).openapi({ description: 'The paths of what the client sent and nobody read.' }),
    status: z.number().int().optional().openapi({ description: 'The HTTP status; of gRPC the one of REST.' }),
    code: code.optional(),
    message: z.string().optional(),
    details: z.array(object).optional(),
    answer: object.optional().openapi({ description: 'Secrets are redacted.' }),
    largeAnswer: large('Size and digest of an answer that is too large to be kept.'),
    handled: z
      .object({ status: z.number().int(), code })
      .optional()
      .openapi({ description: 'What the operation has resulted in, where something else was answered.' }),
    faults: z.array(z.object({ rule: z.string(), phase: z.string() })),
    authz: authz.optional(),
    changes: z.array(change).openapi({ description: 'The rows that it has changed.' }),
    furtherChanges: z.number().int().optional().openapi({ description: 'How many further rows it has changed.' }),
  })
  .openapi('JournalEntry');

/** Entries, the newest first. */
export const entries = z
  .object({
    entries: z.array(entry),
    cursor: z.string().openapi({ description: 'The id of the newest entry, for `since`.', example: '17' }),
    dropped: z.number().int().openapi({ description: 'How many entries were dropped to keep the bounds.' }),
  })
  .openapi('Journal');

const filters = {
  operation: inQuery(text, 'operation', 'The name of an operation, of v2 or of v1.'),
  status: inQuery(text, 'status', 'An HTTP status, or the name of a code.'),
  caller: inQuery(text, 'caller', 'An identity: its uid, an alias or a name.'),
  client: inQuery(text, 'client', 'What the client calls itself, whole.'),
  path: inQuery(text, 'path', 'The path, in which `*` is any text.'),
  version: inQuery(text, 'version', 'The version of the interface.'),
  protocol: inQuery(text, 'protocol', '`rest`, `grpc`, `grpc-web` or `connect`.'),
  since: inQuery(numberText('the id of an entry'), 'since', 'Only entries behind this id.'),
};

/** Which entries to list. */
export const listQuery = z.strictObject({
  ...filters,
  limit: inQuery(
    numberText('a number from 1 to 1000'),
    'limit',
    'How many entries at most, 1 to 1,000; 100 unless given.',
  ),
});

/** Which entries to follow. */
export const streamQuery = z.strictObject(filters);

/** The path of one entry. */
export const entryPath = z.object({
  id: z.string().openapi({ param: { name: 'id', in: 'path' }, description: 'The id of the entry.' }),
});

const partial = (description: string) => z.unknown().optional().openapi({ description });

const match = z
  .strictObject({
    operation: text.optional().openapi({ description: 'The name of an operation, of v2 or of v1.' }),
    status: z
      .union([z.number().int(), text])
      .optional()
      .openapi({ type: ['integer', 'string'], description: 'An HTTP status, or the name of a code.' }),
    caller: text.optional().openapi({ description: 'An identity: its uid, an alias or a name.' }),
    protocol: text.optional(),
    version: text.optional(),
    method: text.optional().openapi({ description: 'The HTTP method; POST for gRPC.' }),
    path: text.optional().openapi({ description: 'The path, in which `*` is any text.' }),
    client: partial('What the client calls itself.'),
    message: partial('The message of the error.'),
    request: partial('A part of the request.'),
    answer: partial('A part of the answer.'),
    changes: partial('Changes, each of which must be among those of the entry.'),
    authz: partial('A part of how the rights were decided on.'),
    unread: partial('Paths, each of which must be among what nobody read.'),
  })
  .openapi('EntryMatch', {
    description:
      'Which entries are meant: those that have all of these. Objects match by the fields that they name, lists when each of their items matches some item, `{"regex": "…"}` by a pattern, `{"any": true}` whatever is there, `null` what is missing.',
  });

/** What to wait for. */
export const awaitEntries = z
  .strictObject({
    match: match.optional(),
    ...waitBounds('entries', 'the id of an entry'),
  })
  .openapi('AwaitEntries');

/** A wait that was not met. */
export const notMet = problem
  .extend({
    seen: z.number().int().openapi({ description: 'How many entries matched.' }),
    nearest: z
      .array(z.object({ entry, differences }))
      .openapi({ description: 'Up to three entries that nearly match, and where they differ.' }),
  })
  .openapi('AwaitNotMet');

/** The journal is empty. */
export const cleared = z.object({ status: z.literal('cleared') }).openapi('JournalCleared');
