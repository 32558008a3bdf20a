/** The verdict on the client in one trial. */
export type ProbeVerdict =
  | 'absorbed'
  | 'surfaced'
  | 'corrupted'
  | 'misled'
  | 'hung'
  | 'stormed'
  | 'broken'
  | 'not_reached';

/** A finding that is accepted. */
export interface Accepted {
  /** A trial, a call, an operation or a surprise. */
  readonly what: string;
  /** The verdict; any unless given. */
  readonly verdict?: ProbeVerdict;
  readonly reason: string;
}

/** The behaviour of runs without a surprise. */
export interface ProbeBaseline {
  /** The number of runs, and of those that were made side by side. */
  readonly runs: number;
  readonly jobs: number;
  /** The time of the slowest of them. */
  readonly durationMs: number;
  readonly calls: number;
  readonly worlds: number;
  /** The differences between them, which are therefore ignored. */
  readonly noise: readonly string[];
}

/** The call that a surprise was for. */
export interface ProbeCall {
  /** The world of the run, by the title of its test, or by its number. */
  readonly world: string;
  readonly protocol: string;
  /** The uid of the caller; empty if nobody is known. */
  readonly caller: string;
  /** Its subject: the values in its path; for a create, the name of the new row. */
  readonly resource: string;
  /** The operation of the call before it. */
  readonly before?: string;
}

/** A finding as files. */
export interface ProbeFiles {
  /** The run as a HAR. */
  readonly trace: string;
  /** The case as a test for Vitest, and for Playwright. */
  readonly vitest: string;
  readonly playwright: string;
}

/** One run of the command with one surprise. */
export interface ProbeTrial {
  /** The call and its surprise, such as `ListRepos#2/short_page`. */
  readonly id: string;
  readonly operation: string;
  readonly call: ProbeCall;
  readonly surprise: string;
  readonly verdict: ProbeVerdict;
  /** The observation, in a sentence. */
  readonly why: string;
  readonly durationMs: number;
  /** True if the command failed, but has written all that it writes when it succeeds. */
  readonly done?: true;
  /** The number of calls in the same situation that were not tried. */
  readonly folded: number;
  /** Why the finding is accepted. */
  readonly accepted?: string;
  /** The command line that makes this trial again; only findings have this and the following fields. */
  readonly reproduce?: string;
  readonly files?: ProbeFiles;
  /** The section of the documents on this mistake and its usual cure. */
  readonly docs?: string;
}

/** The numbers of a probe. */
export interface ProbeSummary {
  /** The pairs of a call and a surprise that can meet it. */
  readonly pairs: number;
  readonly trials: number;
  /** Pairs that were not tried, since others are in the same situation. */
  readonly folded: number;
  /** Pairs that `--only` and `--skip` exclude, and trials that a bound or the end of the probe has prevented. */
  readonly unselected: number;
  readonly leftOut: number;
  readonly verdicts: Readonly<Record<ProbeVerdict, number>>;
  /** Findings that are not accepted, and those that are. */
  readonly findings: number;
  readonly accepted: number;
  /** The time of all of it, and of the trials alone. */
  readonly durationMs: number;
  readonly trialsMs: number;
}

export interface ProbeReport {
  readonly kind: 'ProbeReport';
  /** The version of the mock. */
  readonly version: string;
  readonly command: string;
  readonly baseline: ProbeBaseline;
  /** The findings first. */
  readonly trials: readonly ProbeTrial[];
  readonly summary: ProbeSummary;
}
