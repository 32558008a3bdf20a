import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const FOLDER = 'test-results/parsed-yaml';

/**
 * The value of a text of YAML that has no other values than JSON has. The first process of a run leaves it as JSON for
 * the others, since a parse of a document of the API takes longer than most tests.
 */
export const parsedYaml = (text: string): unknown => {
  const file = join(FOLDER, `${createHash('sha256').update(text).digest('hex')}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  const value: unknown = parse(text, { maxAliasCount: -1 });
  mkdirSync(FOLDER, { recursive: true });
  const begun = `${file}.${process.pid}`;
  writeFileSync(begun, JSON.stringify(value));
  renameSync(begun, file);
  return value;
};
