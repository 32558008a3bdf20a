import type { RunningMock } from '../server/mock/running-mock.ts';

/** The end of a run of the command. */
export interface Ended {
  /** Its exit status; undefined if a signal has ended it. */
  readonly status: number | undefined;
  readonly signal: string | undefined;
  /** True if it was ended because it took too long. */
  readonly isTimedOut: boolean;
  /** Its stdout, as far as that is recorded. */
  readonly stdout: string;
  /** The last part of its stdout and stderr, for people. */
  readonly output: string;
  readonly millis: number;
}

/** The input of one run. */
export interface Bench {
  readonly mock: RunningMock;
  /** The variables by which the command finds the mock. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The time that it may take, in milliseconds. */
  readonly limitMillis: number;
  /** Ends the run at once. */
  readonly stopped: AbortSignal;
}

/** A run that cannot be made here: its command is missing, or the system has no folder for it. */
export class RunNotStarted extends Error {}

/** The client under test: it is run again and again, and must not remember earlier runs. */
export interface Subject {
  /** True if a run that takes too long goes on: whatever it calls from then on must find nothing. */
  readonly outlivesItsEnd?: boolean;
  /** Runs it once. @throws RunNotStarted if it cannot be run at all */
  readonly run: (bench: Bench) => Promise<Ended>;
}

/** True for a run that has succeeded. */
export const hasSucceeded = ({ status, isTimedOut }: Ended): boolean => status === 0 && !isTimedOut;

/** Describes the end of a run. */
export const describeEnd = ({ status, signal, isTimedOut, millis }: Ended): string => {
  if (isTimedOut) return `it was ended after ${Math.round(millis / 100) / 10} s`;
  return status === undefined ? `the signal ${signal} ended it` : `exit status ${status}`;
};
