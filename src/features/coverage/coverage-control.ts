import type {
  Coverage,
  CoverageAnswer,
  CoverageClient,
  CoverageOperation,
  UnknownPath,
} from '../../../generated/nouns.ts';
import type { COVERAGE_FORMATS } from './coverage-formats.contract.ts';

/** A form in which coverage is reported. */
export type CoverageFormat = (typeof COVERAGE_FORMATS)[number];

/** An operation with the answers that it is declared with. */
export interface DeclaredOperation extends Pick<CoverageOperation, 'operation' | 'version' | 'replacedBy'> {
  readonly declared: readonly CoverageAnswer[];
}

/** An operation with the answers that clients have met. */
export interface MetOperation extends DeclaredOperation {
  readonly clients: readonly CoverageClient[];
}

/** The counts before they are summed up. */
export interface CoverageCounts extends Pick<Coverage, 'dropped'> {
  readonly operations: readonly MetOperation[];
  readonly unknownPaths: readonly UnknownPath[];
}
