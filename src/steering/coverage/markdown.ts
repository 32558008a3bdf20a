import type { Coverage } from '../contract/nouns.ts';
import type { Gate } from './gates.ts';
import { markdownText } from './markup.ts';
import { type Section, sectionsOf } from './sections.ts';

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
