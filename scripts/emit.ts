import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { allResources, describedOperations, editionNamed, editions } from '../src/editions/editions.ts';
import { operationsIn } from '../src/kernel/profile-operations.ts';
import { documentPath, documentYaml } from '../src/openapi/document.ts';
import { namesOf } from '../src/plane/operation-names.ts';
import { profileNamed } from '../src/schema/profile.ts';
import { PROFILE_NAMES, type ProfileName } from '../src/schema/profile-differences.ts';
import { fixtureFormat } from '../src/seed/fixture-format.ts';
import type { ControlDocument } from './control-schema.ts';
import { controlTypes } from './control-types.ts';
import { controlTypesGo } from './control-types-go.ts';
import { controlTypesPython } from './control-types-python.ts';
import { ENTRIES, writePackageDeclarations } from './declarations.ts';
import { differenceLines } from './difference-lines.ts';
import { emittedRules } from './emitted-rules.ts';
import { eventCatalogue } from './event-catalogue.ts';
import { fixtureSchemaText } from './fixture-schema.ts';
import { openApiDocument } from './openapi/document.ts';
import { descriptorSet } from './proto/descriptors.ts';
import { type FileTree, readTree, writeTree } from './proto/file-tree.ts';
import { protoTree } from './proto/files.ts';
import { forRelease, type Release } from './release-texts.ts';
import { RULE_INDEX, ruleFiles, ruleIndex } from './rule-book.ts';
import { commandRows, surfacePage } from './surface.ts';

/** The files of an OpenAPI document, each with its edition. Another profile than the first adds its name. */
const DOCUMENTS: ReadonlyMap<string, string> = new Map([
  ['openapi', 'v2'],
  ['openapi-v1', 'v1'],
]);

/** The types of what the control plane accepts and answers. */
const NOUNS = 'generated/nouns.ts';

/** The names by which requests of the control plane know operations. */
const OPERATION_IDS = 'generated/operation-ids.ts';

/** The published methods that are not served, of services that are. */
const UNSERVED_METHODS = 'generated/unserved-methods.ts';

/** The folders with the proto files of the profiles. They are emitted as a whole: any other file in them is stale. */
const PROTO: ReadonlyMap<string, ProfileName> = new Map(
  PROFILE_NAMES.map((name, nth) => [nth === 0 ? 'proto' : `proto-${name}`, name]),
);

/** The version of the package. */
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string };

/** The facts that a person sets on the day of a release. */
const release: Release = { version, ...(JSON.parse(readFileSync('release.json', 'utf8')) as Omit<Release, 'version'>) };

/** The version in the clients of other languages: each is made for the mock of its own version. */
const versions: FileTree = new Map([
  [
    'clients/go/version.go',
    `// Code generated from package.json and release.json by npm run emit. DO NOT EDIT.

package platformmock

// Version is the version of this client, and of the mock that it is made for.
const Version = ${JSON.stringify(version)}

// published is true if the program of that version is at npm under its name.
const published = ${release.published}
`,
  ],
  [
    'clients/python/src/platform_mock/version.py',
    `"""The version of this client, and of the mock that it is made for. Emitted by \`npm run emit\`."""

VERSION = ${JSON.stringify(version)}

#: True if the program of that version is at npm under its name.
PUBLISHED = ${release.published ? 'True' : 'False'}
`,
  ],
]);

/** The files that name a release, beside files that are emitted whole. */
const NAMING = [
  '*.md',
  'docs',
  'samples',
  'deploy',
  'clients',
  'action.yml',
  'compose*.yaml',
  '.github/ISSUE_TEMPLATE',
];

/** The pages, samples and manifests that name a release of the package, as they are for the present one. */
const named = (): FileTree => {
  const listed = execFileSync('git', ['ls-files', ...NAMING, ':!CHANGELOG.md', ':!*.png'], { encoding: 'utf8' });
  const files = listed
    .trim()
    .split('\n')
    .filter((path) => existsSync(path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
  return new Map(
    files
      .map(({ path, text }) => ({ path, text, now: forRelease(path, text, release) }))
      // The others are not emitted.
      .filter(({ text, now }) => text !== now)
      .map(({ path, now }): [string, string] => [path, now]),
  );
};

/** The documents of each profile, and the schema of fixtures. A command for each would compile the source each time. */
const documents = (): FileTree => {
  const openApi = PROFILE_NAMES.flatMap((name, nth) => {
    const profile = profileNamed(name);
    const operations = operationsIn(profile, describedOperations());
    return [...DOCUMENTS].map(([file, api]): [string, string] => [
      `${file}${nth === 0 ? '' : `-${name}`}.yaml`,
      documentYaml(openApiDocument(operations, editionNamed(api), { version, profile })),
    ]);
  });
  return new Map([...openApi, ['fixture.schema.json', fixtureSchemaText(fixtureFormat(allResources))]]);
};

/** TypeScript as the linter wants it. */
const formatted = (path: string, text: string): string =>
  execFileSync('biome', ['format', '--colors=off', `--stdin-file-path=${path}`], { input: text, encoding: 'utf8' });

const operationIds = (): string => {
  const names = new Set(describedOperations().flatMap(({ operation }) => namesOf(operation)));
  return `// Emitted from the resources by \`npm run emit\`.

/** The names of all operations, of any profile: the id of each, and what the document of an older version calls it. */
export const OPERATION_IDS = ${JSON.stringify([...names].sort())} as const;
/** One of these names. */
export type OperationId = (typeof OPERATION_IDS)[number];
`;
};

/** A line of `contract-tests/support/published-interface.json`, such as `GetSbom(…): … GET /registry/v1/…`. */
const METHOD = /^(\w+)\(.* ([A-Z]+) (\/\S+)$/;

const unservedMethods = (): string => {
  const text = readFileSync('contract-tests/support/published-interface.json', 'utf8');
  const { services } = JSON.parse(text) as { readonly services: Readonly<Record<string, readonly string[]>> };
  const served = new Set(
    describedOperations().flatMap(({ operation: { http, additionalHttp = [] } }) =>
      [...(http ? [http] : []), ...additionalHttp].map(({ method, path }) => `${method} ${pathForm(path)}`),
    ),
  );
  const methods = Object.values(services).flatMap((lines) =>
    lines.flatMap((line) => {
      const [, name, method, path = ''] = METHOD.exec(line) ?? [];
      return name === undefined || served.has(`${method} ${pathForm(path)}`) ? [] : [[name, method, pathForm(path)]];
    }),
  );
  return `// Emitted from contract-tests/support/published-interface.json by \`npm run emit\`.

/** Published methods that are not served, of services that are: the name, the method of HTTP and the path. */
export const UNSERVED_METHODS = ${JSON.stringify(methods)} as const;
`;
};

/** A path with `**` for a variable of any length, and `*` for one segment. */
const pathForm = (path: string): string => path.replace(/\{[\w.]+(?:=(\*\*?))?\}/g, (_, stars = '*') => stars);

/** The page that lists every name that is promised. */
const SURFACE = 'docs/reference/README.md';

/** The declarations of the package as it would be built, and the modules of its entries. */
const declared = (): { readonly declarations: FileTree; readonly entries: ReadonlyMap<string, string> } => {
  // Beside the packages that the declarations name.
  const folder = mkdtempSync('node_modules/.declarations-');
  try {
    writePackageDeclarations(folder);
    const files = readdirSync(folder);
    const textOf = (file: string): string => readFileSync(join(folder, file), 'utf8');
    return {
      declarations: new Map(files.map((file) => [file.replace(/\.d\.c?ts$/, ''), textOf(file)])),
      entries: new Map(ENTRIES.map((name) => [name === 'index' ? 'platform-mock' : `platform-mock/${name}`, name])),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** The document of the control plane, as a mock serves it, and the types of what it describes. */
const controlFiles = async (): Promise<FileTree> => {
  // Loaded after the names of operations have been written, which the document has.
  const { startMock } = await import('../src/client/index.ts');
  await using mock = await startMock({ port: false, fixtures: ['empty'] });
  const text = await (await mock.fetch(new Request(`${mock.url}/_mock/v1/openapi.yaml`))).text();
  const document = parse(text) as ControlDocument;
  return new Map([
    ['openapi-control.yaml', text],
    [NOUNS, formatted(NOUNS, controlTypes(document))],
    ['clients/go/nouns.go', controlTypesGo(document)],
    ['clients/python/src/platform_mock/nouns.py', controlTypesPython(document)],
    [SURFACE, surfacePage({ control: document, ...declared() })],
  ]);
};

type Cells = readonly string[];

/** A page with a table in its place, which is between two comments of this name. */
const withTable = (path: string, name: string, head: Cells, rows: readonly Cells[]): readonly [string, string] => {
  const begin = `<!-- ${name}: emitted by \`npm run emit\` -->\n`;
  const end = `<!-- end of ${name} -->`;
  const [before, rest = ''] = readFileSync(path, 'utf8').split(begin);
  const [, after] = rest.split(end);
  if (after === undefined) throw new Error(`${path} has no place for the table`);
  const row = (cells: Cells): string => `| ${cells.join(' | ')} |\n`;
  const table = [row(head), row(head.map(() => '---')).replaceAll(' ', ''), ...rows.map(row)];
  return [path, `${before}${begin}\n${table.join('')}\n${end}${after}`];
};

/** The pages that have a table of what the code says, each with its table. */
const tablePages = (): FileTree => {
  const rules = (ids: Cells): string => ids.map((id) => `[${id}](behaviour.md#${id})`).join(', ');
  const profiles = ['rule', 'what', ...PROFILE_NAMES.map((name) => `\`${name}\``)];
  const differences = differenceLines.map(({ rules: ids, subject, texts }) => [rules(ids), subject, ...texts]);
  return new Map([
    withTable('docs/profiles.md', 'differences', profiles, differences),
    withTable('docs/command-line.md', 'commands', ['command', 'does'], commandRows()),
    withTable('docs/events.md', 'catalogue', ['Type', 'Emitted by', 'Body', 'Audience'], eventCatalogue()),
  ]);
};

/** The files of the rule book that are made from the source, and the index of all of its rules. */
const rulePages = (): FileTree => {
  const made = emittedRules();
  const files = ruleFiles().filter(({ path }) => !made.has(path));
  const index = ruleIndex([...files, ...[...made].map(([path, text]) => ({ path, text }))]);
  return new Map([...made, [RULE_INDEX, index]]);
};

/** The descriptors of each profile over gRPC, in binary form. */
const descriptors = (): ReadonlyMap<string, Uint8Array> =>
  new Map(
    PROFILE_NAMES.map((name) => {
      const operations = operationsIn(profileNamed(name), describedOperations()).map(({ operation }) => operation);
      return [`generated/descriptors/${name}.binpb`, descriptorSet(operations)];
    }),
  );

/** The documents of each profile and spelling that mocks serve, in one line each, and without the version of the mock. */
const servedDocuments = (): ReadonlyMap<string, Uint8Array> =>
  new Map(
    PROFILE_NAMES.map(profileNamed).flatMap((profile) => {
      const operations = operationsIn(profile, describedOperations());
      return editions.flatMap((edition) =>
        [...new Set([edition.spelling, 'json' as const])].map((spelling): [string, Uint8Array] => {
          const document = openApiDocument(operations, edition, { profile, spelling });
          return [documentPath(edition, { profile, spelling }), Buffer.from(JSON.stringify(document))];
        }),
      );
    }),
  );

const within = (folder: string, tree: FileTree): FileTree =>
  new Map([...tree].map(([path, text]) => [`${folder}/${path}`, text]));

/** Our own files only: imported files are published elsewhere, and `proto --out` adds them. */
const emittedProto = (): FileTree =>
  new Map(
    [...PROTO].flatMap(([folder, name]) => [
      ...within(folder, protoTree(operationsIn(profileNamed(name), describedOperations()))),
    ]),
  );

const firstDifference = (committed: string, emitted: string): string => {
  const [was, is] = [committed.split('\n'), emitted.split('\n')];
  const at = is.findIndex((line, index) => line !== was[index]);
  const line = at < 0 ? is.length : at;
  return `line ${line + 1}: committed ${JSON.stringify(was[line])}, emitted ${JSON.stringify(is[line])}`;
};

const isCheck = process.argv.includes('--check');

const ids: FileTree = new Map([
  [OPERATION_IDS, formatted(OPERATION_IDS, operationIds())],
  [UNSERVED_METHODS, formatted(UNSERVED_METHODS, unservedMethods())],
]);
if (!isCheck) writeTree('.', ids);
const emitted: FileTree = new Map([
  ...ids,
  ...versions,
  ...named(),
  ...documents(),
  ...(await controlFiles()),
  ...tablePages(),
  ...rulePages(),
  ...emittedProto(),
]);
const committed: FileTree = new Map([
  ...[...emitted.keys()]
    .filter((path) => !PROTO.has(path.split('/', 1)[0] ?? '') && existsSync(path))
    .map((path): [string, string] => [path, readFileSync(path, 'utf8')]),
  ...[...PROTO.keys()].flatMap((folder) => (existsSync(folder) ? [...within(folder, readTree(folder))] : [])),
]);
const served = new Map([...descriptors(), ...servedDocuments()]);
const beside = [...new Set([...served.keys()].map((path) => dirname(path)))]
  .filter((folder) => existsSync(folder))
  .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
const stale = [
  ...[...committed.keys()].filter((path) => !emitted.has(path)),
  ...beside.filter((path) => !served.has(path)),
];

if (isCheck) {
  const complaints = [
    ...stale.map((path) => `${path} is not emitted by the code any more`),
    ...[...emitted]
      .filter(([path, text]) => committed.get(path) !== text)
      .map(
        ([path, text]) =>
          `${path} differs from what the code emits: ${firstDifference(committed.get(path) ?? '', text)}`,
      ),
  ];
  for (const [path, bytes] of served) {
    if (!existsSync(path) || !readFileSync(path).equals(bytes))
      complaints.push(`${path} differs from what the code emits`);
  }
  for (const complaint of complaints) process.stderr.write(`${complaint} (npm run emit)\n`);
  if (complaints.length > 0) process.exitCode = 1;
} else {
  for (const path of stale) rmSync(path);
  writeTree('.', emitted);
  for (const [path, bytes] of served) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
  }
}
