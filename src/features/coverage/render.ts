import type { Coverage } from '../../../generated/nouns.ts';
import type { CoverageFormat } from './coverage-control.ts';
import type { Gate } from './gates.ts';
import { markdown } from './markdown.ts';
import { stepSummary } from './step-summary.ts';

const json = (report: Coverage): string => `${JSON.stringify(report, null, 2)}\n`;

const RENDERINGS: Readonly<Record<CoverageFormat, (report: Coverage, gates: readonly Gate[]) => string>> = {
  json,
  markdown,
  github: stepSummary,
};

/** A report as text, with the gates that it was held against; as JSON it has none. */
export const renderCoverage = (format: CoverageFormat, report: Coverage, gates: readonly Gate[] = []): string =>
  RENDERINGS[format](report, gates);
