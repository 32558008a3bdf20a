import { choice, integer, list, noun, part, string } from '../../plane/values.contract.ts';
import { openAnswerCode } from '../../plane/words.contract.ts';
import { z } from '../../plane/zod.contract.ts';
import { COVERAGE_FORMATS } from './coverage-formats.contract.ts';

const count = (description: string) => integer(description).min(0).max(Number.MAX_SAFE_INTEGER);

const answer = {
  status: integer('The HTTP status; of gRPC the one that REST would have.').min(100).max(599),
  code: openAnswerCode.describe('`OK`, or the name of the code of gRPC.'),
};

export const coverageAnswer = noun('CoverageAnswer', 'An answer by its HTTP status and its code.', answer);

const met = {
  ...answer,
  reason: string('Of an error, if it is not the code.', 'RESOURCE_NOT_EMPTY').optional(),
  count: count('The number of times that it was met.').min(1),
};

export const metAnswer = noun('MetAnswer', 'The number of times that an answer was met.', met);

export const pageWalks = noun('PageWalks', 'The walks of a client through the pages of a List.', {
  lists: count('The number of lists that had more than one page.'),
  notFollowed: count('The number of these lists that had a further page that nobody asked for.'),
  mostPages: count('The largest number of pages of one list that were read.'),
});

const clientName = string('The name that the client gives itself.', 'curl/8.5.0');

export const coverageClient = noun('CoverageClient', 'The answers of an operation that one client has met.', {
  client: clientName,
  answers: list(metAnswer, 'The answers that it got.'),
  faulted: list(metAnswer, 'The failures that faults asked for: they are handled, and cover nothing.'),
  walks: pageWalks.optional(),
});

export const coverageOperation = noun(
  'CoverageOperation',
  'The answers of an operation that were met, and those that were not.',
  {
    operation: string('Its id, such as `GetRepo`, or `v1.Registry.CreateRepo`.', 'CreateRepo'),
    version: string('The version of the interface.', 'v2'),
    replacedBy: string('Of v1: the operation of v2 to call instead; null if it stays on v1.').nullable().optional(),
    declared: list(coverageAnswer, 'The answers that the documents declare.'),
    clients: list(coverageClient, 'The answers that each client has met.'),
    neverHandled: list(coverageAnswer, 'The declared answers that nobody met, not even by a fault.'),
  },
);

export const coverageVersion = noun('CoverageVersion', 'The share of a version that was met.', {
  version: string('The version of the interface.'),
  operations: count('The number of its operations.'),
  covered: count('The number of operations that gave a declared answer without a fault.'),
  percent: z.number().describe('The covered share in percent, rounded down to a tenth.'),
  answers: count('The number of answers that are declared.'),
  met: count('The number of answers that were met without a fault.'),
  faulted: count('The number of answers that were met by faults only.'),
  neverHandled: count('The number of answers that were not met.'),
});

export const unknownPath = noun('UnknownPath', 'Requests that match no operation.', {
  ...met,
  client: clientName,
  method: string('The HTTP method.'),
  path: string('Without the query, and with `{uid}` in the place of uids.'),
});

export const coverage = noun(
  'Coverage',
  'The part of the interface that clients have met; written as JSON, `platform-mock coverage merge` reads it.',
  {
    format: z.literal(1).describe('The form of the report.'),
    versions: list(coverageVersion, 'The newest first.'),
    operations: list(coverageOperation, 'Every operation, called or not.'),
    unknownPaths: list(unknownPath, 'Requests that match no operation.'),
    dropped: part('The number of calls that were omitted to stay within the bounds.', {
      clients: count('Calls of clients that are not counted by name.'),
      reasons: count('Calls whose reason is not counted.'),
      unknownPaths: count('Calls of paths that are not counted.'),
    }),
  },
);

const world = z
  .literal('*')
  .optional()
  .describe('All worlds since the mock was started, those that have ended or were reset included.');

/** The worlds whose coverage is meant. */
export const worldsQuery = z.strictObject({ world });

/** The worlds whose coverage is meant, and the form of the report. */
export const coverageQuery = z.strictObject({
  world,
  format: choice(
    COVERAGE_FORMATS,
    'The form of the report: `json` unless given; `github` is a step summary.',
  ).optional(),
});

export const coverageCleared = noun('CoverageCleared', 'Nothing is covered any more.', {
  status: z.literal('cleared').describe('Always the same word.'),
});
