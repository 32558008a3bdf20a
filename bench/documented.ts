import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PAGE = join(import.meta.dirname, '..', 'docs', 'performance.md');
const END = '<!-- /bench -->';

/**
 * Puts the lines of a part of the bench into docs/performance.md, between the comments that name it.
 * @throws Error when the page has no place for the part
 */
export const documentLines = (name: string, lines: readonly string[]): void => {
  const text = readFileSync(PAGE, 'utf8');
  const begin = `<!-- bench: ${name} -->`;
  const from = text.indexOf(begin);
  const to = text.indexOf(END, from);
  if (from < 0 || to < 0) throw new Error(`docs/performance.md has no place for ${name}: ${begin} to ${END}`);
  // Lines outside of tables become items of a list: as plain text they would be one paragraph.
  const section = lines
    .map((line) => (line === '' || line.startsWith('|') ? line : `- ${line}`))
    .join('\n')
    .trim();
  writeFileSync(PAGE, `${text.slice(0, from + begin.length)}\n\n${section}\n\n${text.slice(to)}`);
};
