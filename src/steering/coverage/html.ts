import type { Coverage } from '../contract/nouns.ts';
import type { Gate } from './gates.ts';
import { markupText } from './markup.ts';
import { type Section, sectionsOf } from './sections.ts';

const STYLE = `
:root { color-scheme: light dark; --line: #8886; --soft: #8881; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem; }
h1 { font-size: 1.6rem; }
summary { cursor: pointer; font-size: 1.15rem; font-weight: 600; padding: .6rem 0; }
div { overflow-x: auto; }
table { border-collapse: collapse; font-size: .9rem; width: 100%; }
th, td { border: 1px solid var(--line); overflow-wrap: anywhere; padding: .3rem .6rem; text-align: left; vertical-align: top; }
th { background: var(--soft); overflow-wrap: normal; }`;

const cellsOf = (cells: readonly string[], name: 'td' | 'th'): string =>
  cells.map((cell) => `<${name}>${markupText(cell)}</${name}>`).join('');

const rowOf = (cells: readonly string[]): string => `<tr>${cellsOf(cells, 'td')}</tr>`;

const sectionText = ({ title, columns, rows, isOpen }: Section): string => `
<details${isOpen ? ' open' : ''}>
<summary>${markupText(title)} (${rows.length})</summary>
<div><table>
<thead><tr>${cellsOf(columns, 'th')}</tr></thead>
<tbody>
${rows.map(rowOf).join('\n')}
</tbody>
</table></div>
</details>`;

/** A report as one HTML page that needs nothing else and runs nothing. */
export const html = (report: Coverage, gates: readonly Gate[]): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Coverage</title>
<style>${STYLE}
</style>
</head>
<body>
<h1>Coverage</h1>${sectionsOf(report, gates).map(sectionText).join('')}
</body>
</html>
`;
