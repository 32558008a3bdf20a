import { z } from 'zod';
import type { Row } from '../kernel/rows.ts';
import { isRow } from './change-line.ts';
import { jsonIn, linesOf } from './checked-line.ts';
import { type Flaw, reasonOf } from './data-file-error.ts';
import type { ReadSnapshot } from './read-snapshot.ts';

const fileShape = z.object({
  format: z.literal(1),
  generation: z.int().positive(),
  meta: z.record(z.string(), z.unknown()),
  collections: z.record(z.string().min(1), z.array(z.custom<Row>(isRow, 'a row must be an object with a uid'))),
});

const COLLECTION = /^("(?:[^"\\]|\\.)+"):\[$/;
const STRUCTURE: ReadonlySet<string> = new Set([']', '],', '}}', '']);

/** What can be read of a damaged file: the rows whose lines are intact. */
const salvage = (path: string, bytes: Buffer, why: string): ReadSnapshot => {
  const collections = new Map<string, Row[]>();
  const flaws: Flaw[] = [{ path, line: undefined, what: why }];
  let head: Pick<ReadSnapshot, 'generation' | 'meta'> = { generation: undefined, meta: undefined };
  let rows: Row[] | undefined;
  for (const { number, bytes: line } of linesOf(bytes)) {
    const text = line.toString();
    if (number === 1) {
      const { data } = fileShape.omit({ collections: true }).safeParse(jsonIn(`${text}}}`));
      if (data) head = data;
      else flaws.push({ path, line: number, what: 'is damaged: it is not as it was written' });
      continue;
    }
    const name = jsonIn(COLLECTION.exec(text)?.[1] ?? '');
    if (typeof name === 'string') {
      rows = collections.get(name) ?? [];
      collections.set(name, rows);
      continue;
    }
    if (STRUCTURE.has(text)) continue;
    const row = jsonIn(text.replace(/,$/, ''));
    if (isRow(row) && rows) rows.push(row);
    else flaws.push({ path, line: number, what: 'is damaged: it is not a row of a collection' });
  }
  return { format: 1, sequence: 0, count: undefined, collections, flaws, ...head };
};

/** What can be read of a data file of the first format, which has no checksums. */
export const readFirstFormat = (path: string, bytes: Buffer): ReadSnapshot => {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString());
  } catch (error) {
    return salvage(path, bytes, `is not valid JSON: ${reasonOf(error)}`);
  }
  const { data, error } = fileShape.safeParse(value);
  if (!data) {
    const [issue] = error.issues;
    return salvage(path, bytes, `is damaged: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
  }
  const { generation, meta } = data;
  const collections = new Map(Object.entries(data.collections));
  return { format: 1, generation, sequence: 0, meta, count: undefined, collections, flaws: [] };
};
