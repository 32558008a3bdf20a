import { basename } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** The result of a run for one file: the number of passed tests, and its failures. */
export interface Outcome {
  readonly passed: number;
  readonly failures: readonly string[];
}

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly status: string; readonly failureMessages: readonly string[] }[];
  }[];
}

interface PlaywrightError {
  readonly message?: string;
  readonly stack?: string;
}

interface PlaywrightSuite {
  readonly file: string;
  readonly specs: readonly {
    readonly ok: boolean;
    readonly tests: readonly { readonly results: readonly { readonly errors: readonly PlaywrightError[] }[] }[];
  }[];
  readonly suites?: readonly PlaywrightSuite[];
}

interface PlaywrightReport {
  /** The errors of files that could not be loaded, and of the run as a whole. */
  readonly errors: readonly PlaywrightError[];
  readonly suites: readonly PlaywrightSuite[];
}

/** The results of each file from the JSON reporter of Vitest, by its name. */
export const vitestOutcomes = (report: unknown): ReadonlyMap<string, Outcome> =>
  new Map(
    (report as VitestReport).testResults.map(({ name, status, message, assertionResults }) => {
      const failures = assertionResults.flatMap(({ failureMessages }) => failureMessages);
      // Without a test that failed, the file itself could not be run.
      if (status !== 'passed' && failures.length === 0) failures.push(message);
      const passed = assertionResults.filter((one) => one.status === 'passed').length;
      return [basename(name), { passed, failures }];
    }),
  );

const specsOf = (suite: PlaywrightSuite): PlaywrightSuite['specs'] => [
  ...suite.specs,
  ...(suite.suites ?? []).flatMap(specsOf),
];

const textOf = ({ stack, message }: PlaywrightError): string =>
  stripVTControlCharacters(stack ?? message ?? 'it failed without a message');

/** The errors of a run that belong to no test. */
export const errorsOf = (report: unknown): readonly string[] =>
  ((report as Partial<PlaywrightReport> | undefined)?.errors ?? []).map(textOf);

/** The results of each file that Playwright could load, from its JSON reporter, by its name. */
export const playwrightOutcomes = (report: unknown): ReadonlyMap<string, Outcome> =>
  new Map(
    (report as PlaywrightReport).suites.map((suite) => {
      const specs = specsOf(suite);
      const errors = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.flatMap((one) => one.errors)));
      return [basename(suite.file), { passed: specs.filter(({ ok }) => ok).length, failures: errors.map(textOf) }];
    }),
  );
