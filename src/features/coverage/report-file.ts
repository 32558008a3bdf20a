import { z } from 'zod';
import { Code, type CodeName } from '../../kernel/errors.ts';
import { makeAtFirstUse } from '../../schema/at-first-use.ts';
import type { CoverageCounts } from './coverage-control.ts';

const CODES = ['OK', ...(Object.keys(Code) as CodeName[])] as const;

/** The parts of a report that are added up; sums are not read. */
const reportShape = makeAtFirstUse(() => {
  const count = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
  const kind = z.object({ status: z.number().int().min(100).max(599), code: z.enum(CODES) });
  const counted = kind.extend({ reason: z.string().optional(), count });
  const client = z.object({
    client: z.string(),
    answers: z.array(counted),
    faulted: z.array(counted),
    walks: z.object({ lists: count, notFollowed: count, mostPages: count }).optional(),
  });
  const operation = z.object({
    operation: z.string(),
    version: z.string(),
    replacedBy: z.string().nullable().optional(),
    declared: z.array(kind),
    clients: z.array(client),
  });
  return z.object({
    format: z.literal(1),
    operations: z.array(operation),
    unknownPaths: z.array(counted.extend({ client: z.string(), method: z.string(), path: z.string() })),
    dropped: z.object({ clients: count, reasons: count, unknownPaths: count }),
  });
});

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('it is not JSON');
  }
};

/** The counts in a report in JSON. @throws Error with the first thing that is wrong with it */
export const readReport = (text: string): CoverageCounts => {
  const { error, data } = reportShape().safeParse(parseJson(text));
  if (data) return data as CoverageCounts;
  const { path = [], message = '' } = error.issues[0] ?? {};
  throw new Error(path.length === 0 ? message : `${path.join('.')}: ${message}`);
};
