import type { Coverage, CoverageOperation, MetAnswer } from '../../../generated/nouns.ts';
import { countOf } from '../../schema/counted-noun.ts';
import type { CoverageFormat } from './coverage-control.ts';
import type { Gate } from './gates.ts';
import { answerKey } from './report.ts';

/** A table of a report for people. */
interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  /** Its rows; `called` are the operations that any client has called, also if only faults answered. */
  readonly rowsOf: (
    report: Coverage,
    called: readonly CoverageOperation[],
    gates: readonly Gate[],
  ) => readonly (readonly string[])[];
  /** True for a table that is worth a look at once; the rest can be folded. */
  readonly isOpen?: true;
}

/** A table with its rows. */
type Section = Pick<Table, 'title' | 'columns' | 'isOpen'> & { readonly rows: ReturnType<Table['rowsOf']> };

const answersText = (answers: readonly MetAnswer[]): string =>
  answers
    .map((each) => `${answerKey(each)}${each.reason === undefined ? '' : ` (${each.reason})`} ×${each.count}`)
    .join(', ');

/** The tables of a report, in their order. */
const TABLES: readonly Table[] = [
  {
    title: 'Summary',
    columns: ['version', 'operations covered', 'answers met', 'met by faults only', 'never handled'],
    rowsOf: ({ versions }) =>
      versions.map(({ version, operations, covered, percent, answers, met, faulted, neverHandled }) => [
        version,
        `${covered} of ${operations} (${percent} %)`,
        `${met} of ${answers}`,
        ...[faulted, neverHandled].map(String),
      ]),
    isOpen: true,
  },
  {
    title: 'Gates',
    columns: ['gate', 'result', 'because'],
    rowsOf: (_, __, gates) => gates.map(({ name, isMet, says }) => [name, isMet ? 'met' : 'FAILED', says]),
    isOpen: true,
  },
  {
    title: 'Further pages that nobody asked for',
    columns: [
      'operation',
      'client',
      'lists with more than one page',
      'of them not followed to the end',
      'pages read at most',
    ],
    rowsOf: (_, called) =>
      called.flatMap(({ operation, clients }) =>
        clients.flatMap(({ client, walks }) =>
          walks && walks.notFollowed > 0
            ? [[operation, client, ...[walks.lists, walks.notFollowed, walks.mostPages].map(String)]]
            : [],
        ),
      ),
    isOpen: true,
  },
  {
    title: 'Calls of older versions',
    columns: ['operation', 'calls', 'clients', 'replaced by'],
    rowsOf: (_, called) =>
      called
        .filter(({ replacedBy }) => replacedBy !== undefined)
        .map(({ operation, version, clients, replacedBy }) => [
          operation,
          String(
            clients
              .flatMap(({ answers, faulted }) => [...answers, ...faulted])
              .reduce((sum, { count }) => sum + count, 0),
          ),
          clients.map(({ client }) => client).join(', '),
          replacedBy ?? `nothing: it stays on ${version}`,
        ]),
    isOpen: true,
  },
  {
    title: 'Unknown paths',
    columns: ['request', 'answer', 'client', 'calls'],
    rowsOf: ({ unknownPaths }) =>
      unknownPaths.map((path) => [`${path.method} ${path.path}`, answerKey(path), path.client, String(path.count)]),
    isOpen: true,
  },
  {
    title: 'What was met',
    columns: ['operation', 'client', 'answers', 'handled failures (faults)', 'page walks'],
    rowsOf: (_, called) =>
      called.flatMap(({ operation, clients }) =>
        clients.map(({ client, answers, faulted, walks }) => [
          operation,
          client,
          answersText(answers),
          answersText(faulted),
          walks ? `${countOf(walks.mostPages, 'page')} at most; ${countOf(walks.lists, 'list')}` : '',
        ]),
      ),
  },
  {
    title: 'Never handled',
    columns: ['operation', 'declared answers that no client has met'],
    rowsOf: (_, called) =>
      called
        .filter(({ neverHandled }) => neverHandled.length > 0)
        .map(({ operation, neverHandled }) => [operation, neverHandled.map(answerKey).join(', ')]),
  },
  {
    title: 'Never called',
    columns: ['version', 'operations'],
    rowsOf: ({ versions, operations }, called) =>
      versions.flatMap(({ version }, at) => {
        const all = operations.filter((operation) => operation.version === version);
        const uncalled = all.filter((operation) => !called.includes(operation));
        // A version that no client uses has no line.
        const isListed = uncalled.length > 0 && (at === 0 || uncalled.length < all.length);
        return isListed ? [[version, uncalled.map(({ operation }) => operation).join(', ')]] : [];
      }),
  },
  {
    title: 'Omitted to stay within the bounds',
    columns: ['what', 'calls'],
    rowsOf: ({ dropped: { clients, reasons, unknownPaths } }) =>
      [
        ['calls of clients beyond the first 100, which count as "(other clients)"', clients],
        ['failures of one client and operation beyond 50 kinds', reasons],
        ['requests for unknown paths beyond the first 200', unknownPaths],
      ].flatMap(([what, count]) => (count === 0 ? [] : [[String(what), String(count)]])),
  },
];

/** A report as tables for people, without empty ones. */
const sectionsOf = (report: Coverage, gates: readonly Gate[]): readonly Section[] => {
  const called = report.operations.filter(({ clients }) => clients.length > 0);
  return TABLES.map(({ rowsOf, ...table }) => ({ ...table, rows: rowsOf(report, called, gates) })).filter(
    ({ rows }) => rows.length > 0,
  );
};

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Text as a cell of a Markdown table shows it, on one line. An underscore within a word has no meaning there. */
export const markdownText = (text: string): string =>
  text
    .replaceAll(/[\\`*[\]|~$#]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g, String.raw`\$&`)
    .replaceAll(/[&<>]/g, (character) => ENTITIES[character] ?? '')
    .replaceAll(/\s+/g, ' ');

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** The head of a table in Markdown: its columns. */
const headOf = ({ columns }: Section): string => `${line(columns)}\n${line(columns.map(() => '---'))}\n`;

/** A row of a table in Markdown. */
const rowOf = (cells: readonly string[]): string => `${line(cells.map(markdownText))}\n`;

/** A report in Markdown. */
const markdown = (report: Coverage, gates: readonly Gate[]): string => {
  const sections = sectionsOf(report, gates).map(
    (section) => `\n## ${section.title}\n\n${headOf(section)}${section.rows.map(rowOf).join('')}`,
  );
  return `# Coverage\n${sections.join('')}`;
};

/** The maximum number of bytes of a step summary: a hosted CI drops one of more than 1 MiB. */
const MAX_BYTES = 900_000;

/** The rows of a table that fit into a number of bytes, and how many they are. */
const fitRows = (rows: Section['rows'], room: number): { readonly text: string; readonly count: number } => {
  let text = '';
  let bytes = 0;
  for (const [count, cells] of rows.entries()) {
    const row = rowOf(cells);
    bytes += Buffer.byteLength(row);
    if (bytes > room) return { text, count };
    text += row;
  }
  return { text, count: rows.length };
};

const sectionText = (section: Section, room: number): string => {
  const { text, count } = fitRows(section.rows, room);
  const further = section.rows.length - count;
  const rest = further === 0 ? '' : `\n${further} further rows are omitted, since a step summary is bounded.\n`;
  const table = `${headOf(section)}${text}${rest}`;
  return section.isOpen
    ? `\n### ${section.title}\n\n${table}`
    : `\n<details><summary>${section.title} (${section.rows.length})</summary>\n\n${table}\n</details>\n`;
};

/** A report as the step summary of a hosted CI: Markdown whose long tables are folded, and which fits (behaviour K9). */
const stepSummary = (report: Coverage, gates: readonly Gate[]): string => {
  const [current] = report.versions;
  let text = '## API coverage\n';
  if (current) {
    const { version, covered, operations, percent } = current;
    text += `\n${covered} of ${operations} operations of ${version} are covered (${percent} %).\n`;
  }
  for (const section of sectionsOf(report, gates)) text += sectionText(section, MAX_BYTES - Buffer.byteLength(text));
  return text;
};

const RENDERINGS: Readonly<Record<CoverageFormat, (report: Coverage, gates: readonly Gate[]) => string>> = {
  json: (report) => `${JSON.stringify(report, null, 2)}\n`,
  markdown,
  github: stepSummary,
};

/** A report as text, with the results of its gates; as JSON it has none. */
export const renderCoverage = (format: CoverageFormat, report: Coverage, gates: readonly Gate[] = []): string =>
  RENDERINGS[format](report, gates);
