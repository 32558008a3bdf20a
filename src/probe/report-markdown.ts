import { markdownText } from '../features/coverage/render.ts';
import { countOf } from '../schema/counted-noun.ts';
import type { ProbeReport, ProbeTrial } from './report.ts';
import { leftOutWords, seconds, verdictCounts } from './report-text.ts';
import { isOpenFinding } from './summary.ts';

/** How many findings are listed: a step summary is bounded. */
const MAX_ROWS = 200;

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;

const rowOf = ({ verdict, id, why, reproduce = '' }: ProbeTrial): string => {
  const code = reproduce.replaceAll('|', '\\|').replaceAll('`', "'");
  return line([markdownText(verdict), markdownText(id), markdownText(why), `\`${code}\``]);
};

const tableOf = (findings: readonly ProbeTrial[]): string => {
  if (findings.length === 0) return '';
  const further = findings.length - MAX_ROWS;
  const head = line(['Verdict', 'Trial', 'What was seen', 'Again']) + line(['---', '---', '---', '---']);
  const rows = findings.slice(0, MAX_ROWS).map(rowOf).join('');
  return `\n${head}${rows}${further > 0 ? `\n${further} further findings are left out.\n` : ''}`;
};

/** The summary of a report as Markdown, for the page of a run in a hosted CI. */
export const reportMarkdown = (report: ProbeReport): string => {
  const { summary, trials, command, baseline } = report;
  const findings = trials.filter(isOpenFinding);
  const counts = [...verdictCounts(report), ...leftOutWords(report)].join(', ');
  const noise = baseline.noise.map((text) => `- ${markdownText(text)}\n`).join('');
  return [
    '## Probe\n',
    `\n\`${command.replaceAll('`', "'")}\`: ${countOf(summary.trials, 'trial')} in ${seconds(summary.durationMs)}, ${counts || 'none'}.\n`,
    tableOf(findings),
    noise === '' ? '' : `\nNot looked at, since it differs between runs:\n\n${noise}`,
  ].join('');
};
