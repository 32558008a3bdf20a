import { Command, type Option } from 'commander';
import { FAMILIES } from '../src/cli/families.ts';
import { serveOptions } from '../src/cli/options.ts';
import type { CommandLine } from '../src/command/family.ts';
import { steeringOptions } from '../src/command/target-options.ts';
import { TRACE_FORMAT } from '../src/features/trace/run.ts';
import { FORMAT as DATA_FORMAT } from '../src/store/json-file-snapshot.ts';
import { SNAPSHOT_FORMAT } from '../src/store/snapshot-text.ts';
import type { ControlDocument } from './control-schema.ts';

/** The sources of the page of the surface, beside the command line, which it reads itself. */
export interface SurfaceSources {
  readonly control: ControlDocument;
  /** The texts of the declaration files of the package, by the names of their modules (`world`). */
  readonly declarations: ReadonlyMap<string, string>;
  /** The modules that programs import, by the paths that they import. */
  readonly entries: ReadonlyMap<string, string>;
}

const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(...heads), `|${'---|'.repeat(heads.length)}\n`, ...rows.map((cells) => row(...cells))].join('');

const code = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``;

const list = (texts: readonly string[]): string => texts.map(code).join(', ');

/** The command line as it is registered; its commands do nothing. */
const programOfAll = (): Command => {
  const program = new Command('platform-mock').enablePositionalOptions();
  // Registering reads nothing of the process, and no command is run.
  const line = { here: {}, action: () => async () => undefined } as unknown as CommandLine;
  for (const register of FAMILIES) register(program, line);
  return program;
};

interface Named {
  readonly name: string;
  readonly command: Command;
}

const visibleIn = (command: Command, before: string): readonly Named[] =>
  command
    .createHelp()
    .visibleCommands(command)
    .filter((each) => each.name() !== 'help')
    .flatMap((each) => {
      const name = `${before}${each.name()}`;
      const below = visibleIn(each, `${name} `);
      // A command with subcommands is one itself where it has flags.
      return below.length > 0 && each.options.length === 0 ? below : [{ name, command: each }, ...below];
    });

const isListed = ({ hidden }: Option): boolean => !hidden;

/** Flags that several commands have, in words. */
interface SharedFlags {
  readonly words: string;
  readonly flags: readonly string[];
}

const flagsOf = ({ options }: Command): readonly string[] => options.filter(isListed).map(({ long }) => String(long));

const listedFlags = (command: Command, shared: readonly SharedFlags[]): string => {
  const all = flagsOf(command);
  const had = shared.filter(({ flags }) => flags.every((flag) => all.includes(flag)));
  const own = all.filter((flag) => !had.some(({ flags }) => flags.includes(flag)));
  return [...had.map(({ words }) => words), ...own.map(code)].join(', ');
};

/** A command as it is called, with its arguments. */
const wordsOf = ({ name, command }: Named): string => {
  const words = command.registeredArguments.map((each) => {
    const word = `${each.name()}${each.variadic ? '...' : ''}`;
    return each.required ? `<${word}>` : `[${word}]`;
  });
  return [name, ...words].join(' ');
};

/** The cells of each command, with the sentence of its help. */
export const commandRows = (): readonly (readonly string[])[] =>
  visibleIn(programOfAll(), '').map((named) => [code(wordsOf(named)), named.command.description()]);

const commandsPart = (commands: readonly Named[]): string => {
  const steering = { words: '*of a running mock*', flags: flagsOf(steeringOptions(new Command())) };
  const serving = { words: '*of* `serve`', flags: flagsOf(serveOptions(new Command())) };
  const rows = commands.map((named) => {
    const shared = named.name === 'serve' ? [] : [steering, serving];
    return [code(wordsOf(named)), listedFlags(named.command, shared)];
  });
  return `## Commands

\`platform-mock COMMAND --help\` says what each flag does; [the page of the command line](../command-line.md) has examples. The flags *of a running mock* are ${list(steering.flags)}.

${table(['command', 'flags'], rows)}`;
};

const variablesPart = (commands: readonly Named[]): string => {
  const flags = new Map<string, Set<string>>();
  for (const { command } of commands) {
    for (const { envVar, long } of command.options.filter(isListed)) {
      if (envVar !== undefined) flags.set(envVar, (flags.get(envVar) ?? new Set()).add(String(long)));
    }
  }
  const rows = [...flags].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, of]) => [code(name), list([...of])]);
  return `## Variables

The mock and its commands read each of these variables in place of its flag. The clients for Go and Python find the program by \`PLATFORM_MOCK_BINARY\`. [The page of the command line](../command-line.md) has the variables that \`exec\` and \`world create\` export.

${table(['variable', 'flag'], rows)}`;
};

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

const controlPart = ({ paths }: ControlDocument): string => {
  const rows = Object.entries(paths).flatMap(([path, methods]) =>
    METHODS.flatMap((method) => {
      const operation = methods[method];
      return operation ? [[code(`${method.toUpperCase()} ${path}`), code(operation.operationId ?? '')]] : [];
    }),
  );
  return `## Control plane

\`openapi-control.yaml\` describes each operation. Its id is the name of its method in the library and, in the spelling of the language, in the clients for [Go](../go.md) and [Python](../python.md).

${table(['operation', 'id'], rows)}`;
};

const DECLARED = /^export (?:declare )?(interface|class|const|type) (\w+)/gm;
const REEXPORTED = /^export (?:type )?\{([^}]*)\} from '\.\/([\w-]+)\.c?js'/gm;
const ALL = /^export (?:type )?\* from '\.\/([\w-]+)\.c?js'/gm;
const COMMENT = /\/\*\*[\s\S]*?\*\//g;
const MEMBER = /^ {4}(?:readonly )?(?:get )?(\w+)\??(?:\(|: )/gm;

/** The exports of a module: each name with the module that declares it. */
const exportsOf = (
  module: string,
  texts: ReadonlyMap<string, string>,
): readonly { readonly name: string; readonly module: string }[] => {
  const text = (texts.get(module) ?? '').replaceAll(COMMENT, '');
  const own = [
    ...[...text.matchAll(DECLARED)].map(([, , name = '']) => ({ name, module })),
    ...[...text.matchAll(REEXPORTED)].flatMap(([, names = '', from = '']) =>
      names
        .split(',')
        .map((name) => name.replace(/^\s*type\s|^.*\sas\s/, '').trim())
        .filter((name) => name !== '')
        .map((name) => ({ name, module: from })),
    ),
  ];
  // A name that a module exports itself hides the same name of an `export *`.
  const names = new Set(own.map(({ name }) => name));
  const others = [...text.matchAll(ALL)].flatMap(([, from = '']) => exportsOf(from, texts));
  return [...own, ...others.filter(({ name }) => !names.has(name))];
};

/** The members that an interface or a class declares itself. */
const membersOf = (name: string, text: string): readonly string[] => {
  const [, body = ''] =
    new RegExp(`^export (?:declare )?(?:interface|class) ${name}\\b[^\\n]*\\{\\n([\\s\\S]*?)^\\}`, 'm').exec(
      text.replaceAll(COMMENT, ''),
    ) ?? [];
  return [...body.matchAll(MEMBER)].map(([, member = '']) => member).filter((member) => member !== 'constructor');
};

/** The module of types that are emitted from the schemas of the control plane. */
const NOUNS = 'nouns';

const libraryPart = ({ declarations, entries }: SurfaceSources): string => {
  const found = [...entries].map(([path, module]) => ({ path, exported: exportsOf(module, declarations) }));
  const types = new Map<string, readonly string[]>();
  for (const { name, module } of found.flatMap(({ exported }) => exported)) {
    const members = module === NOUNS ? [] : membersOf(name, declarations.get(module) ?? '');
    if (members.length > 0) types.set(name, members);
  }
  const named = ({ path, exported }: (typeof found)[number]): readonly string[] => [
    code(path),
    list(exported.filter(({ module }) => module !== NOUNS).map(({ name }) => name)),
  ];
  return `## Library

${table(['import', 'exports'], found.map(named))}
The members of these types:

${table(
  ['type', 'members'],
  [...types].map(([name, members]) => [code(name), list(members)]),
)}
Requests and answers of the control plane have the types of \`openapi-control.yaml\`, under the names that these have there. The \`World\` of that document is \`WorldView\` here: a \`World\` of the library is the object with the methods.
`;
};

const filesPart = `## Reports and files

A file in an unsupported format is refused; the message names the format, and says whether a newer version wrote the file. A later version may add members to a report; today's members keep their meaning.

${table(
  ['file', 'written by', 'format'],
  [
    ['[data file](../data-file.md) and its log', code('serve --data'), `JSON lines, format ${DATA_FORMAT}`],
    [
      '[snapshot](../worlds.md#snapshots-as-files)',
      code('snapshot save --out'),
      `JSON lines, format ${SNAPSHOT_FORMAT}`,
    ],
    ['[trace](../traces.md)', list(['exec --trace', 'trace save']), `HAR 1.2, format ${TRACE_FORMAT}`],
    ['trace as a page', list(['exec --trace run.html', 'trace show --out run.html']), 'HTML; the trace is in it'],
    ['[fixture](../fixtures.md)', code('snapshot export'), 'YAML, by `fixture.schema.json`'],
    ['[coverage](../steering/coverage.md)', code('coverage --out'), `JSON, ${code('Coverage')} of the library`],
    ['[report of a probe](../probe.md)', code('probe --report'), `JSON, ${code('ProbeReport')} of the library`],
    ['cases of a probe', code('probe --junit'), 'JUnit XML'],
    ['documents of the API', list(['openapi', 'proto']), 'OpenAPI 3.1, proto3'],
    [
      '[metrics](../metrics.md)',
      code('GET metrics'),
      'text of Prometheus, 0.0.4: names and labels of `platform_mock_…`',
    ],
  ],
)}`;

/** The page that lists everything that a program, a script or a person may name. */
export const surfacePage = (sources: SurfaceSources): string => {
  const commands = visibleIn(programOfAll(), '');
  return `# The surface

<!-- Emitted by \`npm run emit\`. -->

All names that later versions keep, as [the page on stability](../stability.md) promises: commands, flags, variables, operations of the control plane, members of the library, reports and files. Anything that is neither on this page nor in \`openapi.yaml\`, \`openapi-v1.yaml\`, \`proto/\` or \`fixture.schema.json\` may change in any version.

${[commandsPart(commands), variablesPart(commands), controlPart(sources.control), libraryPart(sources), filesPart].join(
  '\n',
)}`;
};
