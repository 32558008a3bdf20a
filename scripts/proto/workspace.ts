import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fromBinary } from '@bufbuild/protobuf';
import { type FileDescriptorProto, FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import { parse, stringify } from 'yaml';
import { type FileTree, writeTree } from './file-tree.ts';

const BUF = fileURLToPath(import.meta.resolve('@bufbuild/buf/bin/buf'));
const GOOGLE_FILES = dirname(fileURLToPath(import.meta.resolve('google-proto-files/package.json')));
const ANNOTATIONS = ['google/api/annotations.proto', 'google/api/field_behavior.proto', 'google/api/http.proto'];
const IMPORTED = 'googleapis';

/** The result of a command of buf. */
export interface BufResult {
  readonly ok: boolean;
  readonly stdout: Buffer;
  /** Its output, stdout and stderr. */
  readonly said: string;
}

/** Runs buf on the files; imported files are present, and not checked. */
export type Buf = (command: string, ...args: readonly string[]) => BufResult;

/** buf.yaml with the imported files as a second module, so that nothing has to be fetched. */
const offline = (bufYaml: string): string => {
  const { deps: _, ...rest } = parse(bufYaml) as { readonly deps?: unknown };
  return stringify({ ...rest, modules: [{ path: '.', excludes: [IMPORTED] }, { path: IMPORTED }] });
};

/** Lays the files of proto/ out in a temporary folder in which buf works without a network, while `use` runs. */
export const withBuf = <T>(tree: FileTree, use: (buf: Buf) => T): T => {
  const folder = mkdtempSync(join(tmpdir(), 'platform-mock-proto-'));
  const folders = new Set(
    [...tree.keys()].filter((path) => path.includes('/')).map((path) => path.split('/')[0] ?? ''),
  );
  try {
    writeTree(folder, new Map([...tree, ['buf.yaml', offline(tree.get('buf.yaml') ?? 'version: v2')]]));
    for (const path of ANNOTATIONS) cpSync(join(GOOGLE_FILES, path), join(folder, IMPORTED, path));
    const paths = [...folders].flatMap((path) => ['--path', path]);
    return use((command, ...args) => {
      const options = { cwd: folder, maxBuffer: 64 * 1024 * 1024 };
      const { status, stdout, stderr, error } = spawnSync(process.execPath, [BUF, command, ...args, ...paths], options);
      if (error) throw error;
      return { ok: status === 0, stdout, said: `${stdout}${stderr}` };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Files that Google publishes, and all that they import, as descriptors: each behind those that it imports. */
export const compileGoogle = (paths: readonly string[]): readonly FileDescriptorProto[] => {
  const named = paths.flatMap((path) => ['--path', join(GOOGLE_FILES, path)]);
  const form = ['--as-file-descriptor-set', '--exclude-source-info', '--output', '-'];
  const compiled = execFileSync(process.execPath, [BUF, 'build', GOOGLE_FILES, ...named, ...form], {
    maxBuffer: 16 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return fromBinary(FileDescriptorSetSchema, compiled).file;
};
