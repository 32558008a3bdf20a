import { existsSync, readFileSync, rmSync } from 'node:fs';
import { allOperations } from '../src/app/editions.ts';
import { documentText } from '../src/cli/print.ts';
import { type FileTree, readTree, writeTree } from '../src/proto/file-tree.ts';
import { protoTree } from '../src/proto/files.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string };

/** The files that are emitted from the resource descriptions, as the command line prints them. */
const printed: FileTree = new Map([
  ['openapi.yaml', await documentText('openapi', version)],
  ['openapi-v1.yaml', await documentText('openapi', version, 'v1')],
  ['fixture.schema.json', await documentText('fixture-schema', version)],
]);

/** The folder that is emitted as a whole: any other file in it is stale. */
const PROTO = 'proto';

const inProto = (tree: FileTree): FileTree => new Map([...tree].map(([path, text]) => [`${PROTO}/${path}`, text]));

/** Ours only: what they import is published elsewhere, and `proto --out` adds it. */
const emittedProto = (): FileTree => inProto(protoTree(allOperations));

const firstDifference = (committed: string, emitted: string): string => {
  const [was, is] = [committed.split('\n'), emitted.split('\n')];
  const at = is.findIndex((line, index) => line !== was[index]);
  const line = at < 0 ? is.length : at;
  return `line ${line + 1}: committed ${JSON.stringify(was[line])}, emitted ${JSON.stringify(is[line])}`;
};

const emitted: FileTree = new Map([...printed, ...emittedProto()]);
const committed: FileTree = new Map([
  ...[...printed.keys()].filter(existsSync).map((path): [string, string] => [path, readFileSync(path, 'utf8')]),
  ...(existsSync(PROTO) ? inProto(readTree(PROTO)) : []),
]);
const stale = [...committed.keys()].filter((path) => !emitted.has(path));

if (process.argv.includes('--check')) {
  const complaints = [
    ...stale.map((path) => `${path} is not emitted by the code any more`),
    ...[...emitted]
      .filter(([path, text]) => committed.get(path) !== text)
      .map(
        ([path, text]) =>
          `${path} differs from what the code emits: ${firstDifference(committed.get(path) ?? '', text)}`,
      ),
  ];
  for (const complaint of complaints) process.stderr.write(`${complaint} (npm run emit)\n`);
  if (complaints.length > 0) process.exitCode = 1;
} else {
  for (const path of stale) rmSync(path);
  writeTree('.', emitted);
}
