import { openAnswerCode } from '../../plane/words.contract.ts';
import { z } from '../../plane/zod.contract.ts';
import { COVERAGE_FORMATS } from './coverage-formats.contract.ts';

const count = (description: string) => z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).openapi({ description });

const answer = {
  status: z.number().int().min(100).max(599).describe('The HTTP status; of gRPC the one that REST would have.'),
  code: openAnswerCode.describe('`OK`, or the name of the code of gRPC.'),
};

/** An answer by its status and its code. */
export const coverageAnswer = z
  .object(answer)
  .openapi('CoverageAnswer', { description: 'An answer by its HTTP status and its code.' });

const met = {
  ...answer,
  reason: z
    .string()
    .optional()
    .openapi({ description: 'Of an error, if it is not the code.', example: 'RESOURCE_NOT_EMPTY' }),
  count: count('The number of times that it was met.').min(1),
};

/** An answer with the number of times it was met. */
export const metAnswer = z
  .object(met)
  .openapi('MetAnswer', { description: 'The number of times that an answer was met.' });

/** The walks of a client through pages. */
export const pageWalks = z
  .object({
    lists: count('The number of lists that had more than one page.'),
    notFollowed: count('The number of these lists that had a further page that nobody asked for.'),
    mostPages: count('The largest number of pages of one list that were read.'),
  })
  .openapi('PageWalks', { description: 'The walks of a client through the pages of a List.' });

const clientName = z.string().openapi({ description: 'The name that the client gives itself.', example: 'curl/8.5.0' });

/** The coverage of an operation by one client. */
export const coverageClient = z
  .object({
    client: clientName,
    answers: z.array(metAnswer).describe('The answers that it got.'),
    faulted: z.array(metAnswer).describe('The failures that faults asked for: they are handled, and cover nothing.'),
    walks: pageWalks.optional().describe('Missing if no list had more than one page.'),
  })
  .openapi('CoverageClient', { description: 'The answers of an operation that one client has met.' });

/** The answers of an operation that were met, and those that were not. */
export const coverageOperation = z
  .object({
    operation: z
      .string()
      .openapi({ description: 'Its id, such as `GetRepo`, or `v1.Registry.CreateRepo`.', example: 'CreateRepo' }),
    version: z.string().openapi({ description: 'The version of the interface.', example: 'v2' }),
    replacedBy: z
      .string()
      .nullable()
      .optional()
      .describe('Of v1: the operation of v2 to call instead; null if it stays on v1.'),
    declared: z.array(coverageAnswer).describe('The answers that the documents declare.'),
    clients: z.array(coverageClient).describe('The answers that each client has met.'),
    neverHandled: z.array(coverageAnswer).describe('The declared answers that nobody met, not even by a fault.'),
  })
  .openapi('CoverageOperation', { description: 'The answers of an operation that were met, and those that were not.' });

/** The coverage of a version. */
export const coverageVersion = z
  .object({
    version: z.string().describe('The version of the interface.'),
    operations: count('The number of its operations.'),
    covered: count('The number of operations that gave a declared answer without a fault.'),
    percent: z.number().describe('The same in percent, rounded down to a tenth.'),
    answers: count('The number of answers that are declared.'),
    met: count('The number of answers that were met without a fault.'),
    faulted: count('The number of answers that were met by faults only.'),
    neverHandled: count('The number of answers that were not met.'),
  })
  .openapi('CoverageVersion', { description: 'The share of a version that was met.' });

/** Requests that match no operation. */
export const unknownPath = z
  .object({
    ...met,
    client: clientName,
    method: z.string().describe('The HTTP method.'),
    path: z.string().describe('Without the query, and with `{uid}` in the place of uids.'),
  })
  .openapi('UnknownPath', { description: 'Requests that match no operation.' });

/** The coverage of the interface by clients; files of coverage hold it, too. */
export const coverage = z
  .object({
    format: z.literal(1).describe('The form of the report.'),
    versions: z.array(coverageVersion).describe('The newest first.'),
    operations: z.array(coverageOperation).describe('Every operation, called or not.'),
    unknownPaths: z.array(unknownPath).describe('Requests that match no operation.'),
    dropped: z
      .object({
        clients: count('Calls of clients that are not counted by name.'),
        reasons: count('Calls whose reason is not counted.'),
        unknownPaths: count('Calls of paths that are not counted.'),
      })
      .describe('The number of calls that were left out to keep the bounds.'),
  })
  .openapi('Coverage', {
    description:
      'The part of the interface that clients have met; written as JSON, `platform-mock coverage merge` reads it.',
  });

const world = z
  .literal('*')
  .optional()
  .describe('All worlds since the mock was started, those that have ended or were reset included.');

/** The worlds whose coverage is meant. */
export const worldsQuery = z.strictObject({ world });

/** The worlds whose coverage is meant, and the form of the report. */
export const coverageQuery = z.strictObject({
  world,
  format: z
    .enum(COVERAGE_FORMATS)
    .optional()
    .describe('The form of the report: `json` unless given; `github` is a step summary.'),
});

/** The answer that nothing is covered any more. */
export const coverageCleared = z
  .object({ status: z.literal('cleared').describe('Always the same word.') })
  .openapi('CoverageCleared', { description: 'Nothing is covered any more.' });
