import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { allOperations, describedOperations, editionNamed } from '../src/app/editions.ts';
import { operationsIn } from '../src/kernel/profile-operations.ts';
import { openApiYaml } from '../src/openapi/document.ts';
import { type FileTree, readTree, writeTree } from '../src/proto/file-tree.ts';
import { protoTree } from '../src/proto/files.ts';
import { differenceLines, profileNamed } from '../src/schema/profile.ts';
import { PROFILE_NAMES } from '../src/schema/profile-differences.ts';

/** The files that are emitted from the resource descriptions, each with the command that prints it. */
const PRINTED: ReadonlyMap<string, readonly string[]> = new Map([
  ['openapi.yaml', ['openapi']],
  ['openapi-v1.yaml', ['openapi', '--api', 'v1']],
  ['fixture.schema.json', ['fixture-schema']],
]);

/** The documents of the other profiles, made here, since a command for each takes longer: their editions. */
const IN_PROFILES: ReadonlyMap<string, string> = new Map([
  ['openapi', 'v2'],
  ['openapi-v1', 'v1'],
]);

/** The folder that is emitted as a whole: any other file in it is stale. */
const PROTO = 'proto';

const platformMock = (...args: readonly string[]): string => {
  const { status, stdout } = spawnSync(process.execPath, ['--import', 'tsx', 'src/main.ts', ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0 || stdout === '') throw new Error(`platform-mock ${args.join(' ')} printed nothing`);
  return stdout;
};

const inProfiles = (): FileTree => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string };
  return new Map(
    PROFILE_NAMES.slice(1).flatMap((name) => {
      const profile = profileNamed(name);
      const operations = operationsIn(profile, describedOperations);
      return [...IN_PROFILES].map(([file, api]): [string, string] => [
        `${file}-${name}.yaml`,
        openApiYaml(operations, editionNamed(api), { version, profile }),
      ]);
    }),
  );
};

const PAGE = 'docs/profiles.md';
const BEGIN = '<!-- differences: emitted by `npm run emit` -->\n';
const END = '<!-- end of differences -->';

/** The page of the profiles, with the table of what differs. */
const profilesPage = (): string => {
  const page = readFileSync(PAGE, 'utf8');
  const [before, rest = ''] = page.split(BEGIN);
  const [, after] = rest.split(END);
  if (after === undefined) throw new Error(`${PAGE} has no place for the table`);
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
  const rules = (ids: readonly string[]): string => ids.map((id) => `[${id}](behaviour.md#${id})`).join(', ');
  const table = [
    row(['rule', 'what', ...PROFILE_NAMES.map((name) => `\`${name}\``)]),
    row(['---', '---', ...PROFILE_NAMES.map(() => '---')]).replaceAll(' ', ''),
    ...differenceLines.map(({ rules: ids, subject, texts }) => row([rules(ids), subject, ...texts])),
  ];
  return `${before}${BEGIN}\n${table.join('')}\n${END}${after}`;
};

const inProto = (tree: FileTree): FileTree => new Map([...tree].map(([path, text]) => [`${PROTO}/${path}`, text]));

/** Ours only: what they import is published elsewhere, and `proto --out` adds it. */
const emittedProto = (): FileTree => inProto(protoTree(allOperations));

const firstDifference = (committed: string, emitted: string): string => {
  const [was, is] = [committed.split('\n'), emitted.split('\n')];
  const at = is.findIndex((line, index) => line !== was[index]);
  const line = at < 0 ? is.length : at;
  return `line ${line + 1}: committed ${JSON.stringify(was[line])}, emitted ${JSON.stringify(is[line])}`;
};

const emitted: FileTree = new Map([
  ...[...PRINTED].map(([path, command]): [string, string] => [path, platformMock(...command)]),
  ...inProfiles(),
  [PAGE, profilesPage()],
  ...emittedProto(),
]);
const committed: FileTree = new Map([
  ...[...emitted.keys()]
    .filter((path) => !path.startsWith(`${PROTO}/`) && existsSync(path))
    .map((path): [string, string] => [path, readFileSync(path, 'utf8')]),
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
