import type { Coverage } from '../../../generated/nouns.ts';
import type { CoverageFormat } from './coverage-control.ts';
import type { Gate } from './gates.ts';
import { type Section, sectionsOf, versionText } from './sections.ts';

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
  const left = section.rows.length - count;
  const rest = left === 0 ? '' : `\n${left} further rows are left out, since a step summary is bounded.\n`;
  const table = `${headOf(section)}${text}${rest}`;
  return section.isOpen
    ? `\n### ${section.title}\n\n${table}`
    : `\n<details><summary>${section.title} (${section.rows.length})</summary>\n\n${table}\n</details>\n`;
};

/** A report as the step summary of a hosted CI: Markdown whose long tables are folded, and which fits (behaviour K9). */
const stepSummary = (report: Coverage, gates: readonly Gate[]): string => {
  const [current] = report.versions;
  let text = `## API coverage\n${current ? `\n${versionText(current)}.\n` : ''}`;
  for (const section of sectionsOf(report, gates)) text += sectionText(section, MAX_BYTES - Buffer.byteLength(text));
  return text;
};

const RENDERINGS: Readonly<Record<CoverageFormat, (report: Coverage, gates: readonly Gate[]) => string>> = {
  json: (report) => `${JSON.stringify(report, null, 2)}\n`,
  markdown,
  github: stepSummary,
};

/** A report as text, with the gates that it was held against; as JSON it has none. */
export const renderCoverage = (format: CoverageFormat, report: Coverage, gates: readonly Gate[] = []): string =>
  RENDERINGS[format](report, gates);
