import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FileTree } from './file-tree.ts';

/**
 * Google's files that ours import, and those of the details that errors have. The compilers bring only
 * `google/protobuf`, which all of these build on.
 */
const GOOGLE_FILES = [
  'google/api/annotations.proto',
  'google/api/field_behavior.proto',
  'google/api/http.proto',
  'google/rpc/code.proto',
  'google/rpc/error_details.proto',
  'google/rpc/status.proto',
] as const;

/** The folder beside the bundle, where the build has copied them; in the source, where npm has installed them. */
const folder = (): string => {
  const beside = fileURLToPath(new URL('googleapis/', import.meta.url));
  if (existsSync(beside)) return beside;
  return dirname(createRequire(import.meta.url).resolve('google-proto-files/package.json'));
};

/** Reads these files, as Google publishes them. */
export const googleFiles = (): FileTree => {
  const from = folder();
  return new Map(GOOGLE_FILES.map((path): [string, string] => [path, readFileSync(join(from, path), 'utf8')]));
};
