import { markdownText } from '../features/coverage/render.ts';
import { type JunitCase, junitText } from '../features/evidence/junit-text.ts';
import { countOf } from '../schema/counted-noun.ts';
import type { ProbeFiles, ProbeReport, ProbeTrial, ProbeVerdict } from './report.ts';
import { isOpenFinding, VERDICTS } from './summary.ts';

/** A time as people read it. */
export const seconds = (millis: number): string => {
  if (millis < 60_000) return `${(millis / 1_000).toFixed(1)} s`;
  const minutes = Math.floor(millis / 60_000);
  return `${minutes} min ${Math.round((millis - minutes * 60_000) / 1_000)} s`;
};

const verdictWords = (verdict: ProbeVerdict): string => verdict.replace('_', ' ');

/** The verdicts that any trial has, each with the number of its trials. */
const verdictCounts = ({ summary }: ProbeReport): readonly string[] =>
  VERDICTS.filter((verdict) => summary.verdicts[verdict] > 0).map(
    (verdict) => `${summary.verdicts[verdict]} ${verdictWords(verdict)}`,
  );

/** The numbers of accepted findings and of trials that were not made, in words. */
const untriedWords = ({ summary }: ProbeReport): readonly string[] => {
  const { folded, unselected, leftOut, accepted } = summary;
  return [
    ...(accepted > 0 ? [`${accepted} accepted`] : []),
    ...(folded > 0 ? [`${folded} folded`] : []),
    ...(unselected > 0 ? [`${unselected} not asked for`] : []),
    ...(leftOut > 0 ? [`${leftOut} left out`] : []),
  ];
};

const WIDTH = 13;

const row = (head: string, text: string): string => `${head.padEnd(WIDTH)}${text}\n`;

/** The files of a finding, which are in one folder. */
const filesText = ({ trace, vitest, playwright }: ProbeFiles): string => {
  const nameOf = (file: string): string => file.split(/[\\/]/).at(-1) ?? file;
  return [trace, ...[vitest, playwright].map(nameOf)].join(', ');
};

const trialText = (trial: ProbeTrial): string => {
  const { verdict, id, why, accepted, reproduce, files, docs } = trial;
  const first = row(verdictWords(verdict), id) + row('', why);
  if (accepted !== undefined) return `${first}${row('', `accepted: ${accepted}`)}`;
  if (!isOpenFinding(trial)) return first;
  return [
    first,
    ...(reproduce === undefined ? [] : [row('', `reproduce: ${reproduce}`)]),
    ...(files ? [row('', `files: ${filesText(files)}`)] : []),
    ...(docs === undefined ? [] : [row('', `cure: ${docs}`)]),
  ].join('');
};

/** A report for a terminal: findings, calls that did not come again, failures that left all done, and the numbers. */
export const reportText = (report: ProbeReport): string => {
  const { trials, summary } = report;
  const counts = [...verdictCounts(report), ...untriedWords(report)].join(', ');
  const last = `${countOf(summary.trials, 'trial')} in ${seconds(summary.durationMs)}: ${counts || 'none'}\n`;
  // Nobody needs to look at the others.
  const reported = trials.filter(({ verdict, done }) => verdict !== 'absorbed' && (verdict !== 'surfaced' || done));
  return [...reported.map(trialText), last].join('\n');
};

const MILLIS = 1_000;

const caseOf = (trial: ProbeTrial): JunitCase => {
  const { operation, id, verdict, why, accepted, durationMs, reproduce, files, docs } = trial;
  const named = { className: operation, name: id, seconds: durationMs / MILLIS };
  if (isOpenFinding(trial)) {
    const lines = [reproduce, files?.trace, files?.vitest, files?.playwright, docs];
    return { ...named, failed: `${verdict}: ${why}`, text: lines.filter((line) => line !== undefined).join('\n') };
  }
  if (accepted !== undefined) return { ...named, skipped: `${verdict}, accepted: ${accepted}` };
  return verdict === 'not_reached' ? { ...named, skipped: why } : named;
};

/** A report in the form of JUnit: each trial is a test, which fails if it is a finding. */
export const reportJunit = ({ trials, summary }: ProbeReport, endedMillis: number): string =>
  junitText('probe', [{ name: 'probe', cases: trials.map(caseOf) }], endedMillis - summary.durationMs);

/** The maximum number of listed findings: a step summary is bounded. */
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
  return `\n${head}${rows}${further > 0 ? `\n${further} further findings are not listed.\n` : ''}`;
};

/** The summary of a report as Markdown, for the page of a run in a hosted CI. */
export const reportMarkdown = (report: ProbeReport): string => {
  const { summary, trials, command, baseline } = report;
  const findings = trials.filter(isOpenFinding);
  const counts = [...verdictCounts(report), ...untriedWords(report)].join(', ');
  const noise = baseline.noise.map((text) => `- ${markdownText(text)}\n`).join('');
  return [
    '## Probe\n',
    `\n\`${command.replaceAll('`', "'")}\`: ${countOf(summary.trials, 'trial')} in ${seconds(summary.durationMs)}, ${counts || 'none'}.\n`,
    tableOf(findings),
    noise === '' ? '' : `\nNot looked at, since it differs between runs:\n\n${noise}`,
  ].join('');
};
