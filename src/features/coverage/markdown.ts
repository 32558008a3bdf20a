import type { Coverage } from '../../../generated/nouns.ts';
import type { Gate } from './gates.ts';
import { type Section, sectionsOf } from './sections.ts';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Text as a cell of a Markdown table shows it, on one line. An underscore within a word has no meaning there. */
export const markdownText = (text: string): string =>
  text
    .replaceAll(/[\\`*[\]|~$#]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g, String.raw`\$&`)
    .replaceAll(/[&<>]/g, (character) => ENTITIES[character] ?? '')
    .replaceAll(/\s+/g, ' ');

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** The head of a table in Markdown: its columns. */
export const headOf = ({ columns }: Section): string => `${line(columns)}\n${line(columns.map(() => '---'))}\n`;

/** A row of a table in Markdown. */
export const rowOf = (cells: readonly string[]): string => `${line(cells.map(markdownText))}\n`;

/** A report in Markdown. */
export const markdown = (report: Coverage, gates: readonly Gate[]): string => {
  const sections = sectionsOf(report, gates).map(
    (section) => `\n## ${section.title}\n\n${headOf(section)}${section.rows.map(rowOf).join('')}`,
  );
  return `# Coverage\n${sections.join('')}`;
};
