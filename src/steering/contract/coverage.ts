import { z } from '@hono/zod-openapi';
import { Code, type CodeName } from '../../kernel/errors.ts';
import { COVERAGE_FORMATS } from '../coverage/coverage-control.ts';

const CODES = ['OK', ...(Object.keys(Code) as CodeName[])] as const;

const count = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const kind = z.object({ status: z.number().int().min(100).max(599), code: z.enum(CODES) });

const counted = kind.extend({
  reason: z
    .string()
    .optional()
    .openapi({ description: 'Of an error, where it is not the code.', example: 'RESOURCE_NOT_EMPTY' }),
  count: count.min(1),
});

const walks = z
  .object({
    lists: count.openapi({ description: 'How many lists had more than one page.' }),
    notFollowed: count.openapi({ description: 'How many of them had a further page that nobody asked for.' }),
    mostPages: count.openapi({ description: 'How many pages of one list were read at most.' }),
  })
  .optional();

const client = z.object({
  client: z.string().openapi({ description: 'What the client calls itself.', example: 'curl/8.5.0' }),
  answers: z.array(counted),
  faulted: z.array(counted).openapi({ description: 'The failures that faults asked for: they cover nothing.' }),
  walks,
});

const operation = z.object({
  operation: z.string().openapi({ example: 'CreateRepo' }),
  version: z.string().openapi({ example: 'v2' }),
  replacedBy: z
    .string()
    .nullable()
    .optional()
    .openapi({ description: 'Of v1: the operation of v2 to call instead; null where it stays on v1.' }),
  declared: z.array(kind).openapi({ description: 'The answers that the documents declare.' }),
  clients: z.array(client),
  neverHandled: z.array(kind).openapi({ description: 'The declared answers that nobody met, not even by a fault.' }),
});

const version = z.object({
  version: z.string(),
  operations: count,
  covered: count.openapi({ description: 'How many operations gave a declared answer without a fault.' }),
  percent: z.number(),
  answers: count.openapi({ description: 'How many answers are declared.' }),
  met: count,
  faulted: count.openapi({ description: 'How many were met by faults only.' }),
  neverHandled: count,
});

/** What clients have met of the interface; it is what files of coverage hold, too. */
export const coverage = z
  .object({
    format: z.literal(1),
    versions: z.array(version),
    operations: z.array(operation),
    unknownPaths: z.array(counted.extend({ client: z.string(), method: z.string(), path: z.string() })),
    dropped: z
      .object({ clients: count, reasons: count, unknownPaths: count })
      .openapi({ description: 'How many calls were left out to keep the bounds.' }),
  })
  .openapi('Coverage');

const world = z
  .literal('*')
  .optional()
  .openapi({
    param: { name: 'world', in: 'query' },
    description: 'All worlds since the mock was started, those that have ended or were reset included.',
  });

/** Whose coverage is meant. */
export const worldsQuery = z.strictObject({ world });

/** Whose coverage is meant, and the form of the report. */
export const coverageQuery = z.strictObject({
  world,
  format: z
    .enum(COVERAGE_FORMATS)
    .optional()
    .openapi({
      param: { name: 'format', in: 'query' },
      description: 'The form of the report: `json` unless given; `github` is a step summary.',
    }),
});

/** Nothing is covered. */
export const coverageCleared = z.object({ status: z.literal('cleared') }).openapi('CoverageCleared');
