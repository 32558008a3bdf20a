import type { CodeName } from '../../kernel/errors.ts';

/** The forms in which coverage is reported; `github` is the step summary of a hosted CI. */
export const COVERAGE_FORMATS = ['json', 'markdown', 'html', 'junit', 'github'] as const;
/** One of these forms. */
export type CoverageFormat = (typeof COVERAGE_FORMATS)[number];

/** An answer by its HTTP status and its code; of gRPC the status is the one of REST. */
export interface AnswerKind {
  readonly status: number;
  readonly code: CodeName | 'OK';
}

/** How often an answer was met. */
export interface CountedAnswer extends AnswerKind {
  /** The reason of an error: that of its ErrorInfo, or the type of its first violated precondition. */
  readonly reason?: string;
  readonly count: number;
}

/** How a client walked through the pages of a List. */
export interface PageWalks {
  /** How many lists had more than one page. */
  readonly lists: number;
  /** How many of them had a further page that the client never asked for. */
  readonly notFollowed: number;
  /** How many pages of one list were read at most. */
  readonly mostPages: number;
}

/** What one client has met of an operation. */
export interface ClientCoverage {
  /** What the client calls itself. */
  readonly client: string;
  readonly answers: readonly CountedAnswer[];
  /** The failures that faults asked for: they are handled, and cover nothing. */
  readonly faulted: readonly CountedAnswer[];
  /** Missing where no list had more than one page. */
  readonly walks?: PageWalks;
}

/** An operation with the answers that it is declared with. */
export interface DeclaredOperation {
  /** Its id, such as `GetRepo`, or `v1.Registry.CreateRepo`. */
  readonly operation: string;
  readonly version: string;
  /** Of an operation of an older version: the one that replaces it; null where none does. */
  readonly replacedBy?: string | null;
  readonly declared: readonly AnswerKind[];
}

/** What was met of an operation. */
export interface MetOperation extends DeclaredOperation {
  readonly clients: readonly ClientCoverage[];
}

/** What was met of an operation, and what was not. */
export interface OperationCoverage extends MetOperation {
  /** The declared answers that nobody met, not even by a fault. */
  readonly neverHandled: readonly AnswerKind[];
}

/** How much of a version was met. */
export interface VersionCoverage {
  readonly version: string;
  readonly operations: number;
  /** How many of them gave a declared answer without a fault. */
  readonly covered: number;
  /** The same in percent, rounded down to a tenth. */
  readonly percent: number;
  /** How many answers are declared; of them are met without a fault, met by a fault only, and neither: */
  readonly answers: number;
  readonly met: number;
  readonly faulted: number;
  readonly neverHandled: number;
}

/** Requests that match no operation. */
export interface UnknownPath extends CountedAnswer {
  readonly client: string;
  readonly method: string;
  /** Without the query, and with `{uid}` in the place of uids. */
  readonly path: string;
}

/** What was counted, before it is summed up. */
export interface CoverageCounts {
  readonly operations: readonly MetOperation[];
  readonly unknownPaths: readonly UnknownPath[];
  /** How many calls were left out to keep the bounds: of clients by name, of reasons, and of unknown paths. */
  readonly dropped: { readonly clients: number; readonly reasons: number; readonly unknownPaths: number };
}

/** The coverage of a world, or of several: what clients have met of the interface. */
export interface CoverageReport extends CoverageCounts {
  /** The form of the report: 1. */
  readonly format: 1;
  readonly versions: readonly VersionCoverage[];
  /** Every declared operation, in the order of the ids. */
  readonly operations: readonly OperationCoverage[];
}

/** Reads the coverage of one world. */
export interface CoverageControl {
  readonly report: () => CoverageReport;
  /** The report as text. */
  readonly text: (format: CoverageFormat) => string;
  /** Drops all that was counted. */
  readonly clear: () => void;
}
