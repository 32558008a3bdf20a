import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { readBuilt } from '../package-home.ts';
import type { FileTree } from './file-tree.ts';

/**
 * Google's files that ours import, and the files of the details that errors have. The compilers bring only
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

/** A file as the build has copied it; in the source, as npm has installed it. */
const bytesOf = (path: string): Buffer =>
  readBuilt(`googleapis/${path}`) ??
  readFileSync(join(dirname(createRequire(import.meta.url).resolve('google-proto-files/package.json')), path));

/** Reads these files, as Google publishes them. */
export const googleFiles = (): FileTree =>
  new Map(GOOGLE_FILES.map((path): [string, string] => [path, bytesOf(path).toString()]));
