import type { Connection } from './connection.ts';

/** An answer by its HTTP status and its code: `OK`, or the name of a gRPC status code. */
export interface CoverageAnswer {
  /** Of gRPC the one that REST would have. */
  readonly status: number;
  readonly code: string;
}

/** How often an answer was met. */
export interface MetAnswer extends CoverageAnswer {
  /** The reason of an error, where it is not the code, such as `RESOURCE_NOT_EMPTY`. */
  readonly reason?: string;
  readonly count: number;
}

/** What one client has met of an operation. */
export interface CoverageClient {
  /** What the client calls itself. */
  readonly client: string;
  readonly answers: readonly MetAnswer[];
  /** The failures that faults asked for: they are handled, and cover nothing. */
  readonly faulted: readonly MetAnswer[];
  /** How it walked through pages; missing where no list had more than one. */
  readonly walks?: {
    /** How many lists had more than one page. */
    readonly lists: number;
    /** How many of them had a further page that nobody asked for. */
    readonly notFollowed: number;
    /** How many pages of one list were read at most. */
    readonly mostPages: number;
  };
}

/** What was met of an operation, and what was not. */
export interface CoverageOperation {
  /** Such as `GetRepo`, or `v1.Registry.CreateRepo`. */
  readonly operation: string;
  readonly version: string;
  /** Of v1: the operation of v2 to call instead; null where it stays on v1. */
  readonly replacedBy?: string | null;
  readonly declared: readonly CoverageAnswer[];
  readonly clients: readonly CoverageClient[];
  /** The declared answers that nobody met, not even by a fault. */
  readonly neverHandled: readonly CoverageAnswer[];
}

/** How much of a version was met. */
export interface CoverageVersion {
  readonly version: string;
  readonly operations: number;
  /** How many of them gave a declared answer without a fault. */
  readonly covered: number;
  readonly percent: number;
  /** How many answers are declared; how many were met, met by faults only, and neither. */
  readonly answers: number;
  readonly met: number;
  readonly faulted: number;
  readonly neverHandled: number;
}

/** What clients have met of the interface; written as JSON, it is what `platform-mock coverage merge` reads. */
export interface Coverage {
  readonly format: 1;
  readonly versions: readonly CoverageVersion[];
  /** Every operation, called or not. */
  readonly operations: readonly CoverageOperation[];
  /** Requests that match no operation. */
  readonly unknownPaths: readonly (MetAnswer & {
    readonly client: string;
    readonly method: string;
    readonly path: string;
  })[];
  /** How many calls were left out to keep the bounds. */
  readonly dropped: { readonly clients: number; readonly reasons: number; readonly unknownPaths: number };
}

/** A form of coverage for people, or for other tools. */
export type CoverageFormat = 'markdown' | 'html' | 'junit' | 'github';

/** Reads coverage: as a value, or as text in a format. @throws MockError where the mock keeps no journal */
export interface ReadCoverage {
  (): Promise<Coverage>;
  (format: CoverageFormat): Promise<string>;
}

/** The coverage of one world, or of all. */
export const coverageOf = (connection: Connection, world?: string): ReadCoverage => {
  const [at, worlds] = world === undefined ? [{}, '&world=*'] : [{ world }, ''];
  const pathOf = (format: CoverageFormat | 'json'): string => `/coverage?format=${format}${worlds}`;
  function read(): Promise<Coverage>;
  function read(format: CoverageFormat): Promise<string>;
  function read(format?: CoverageFormat): Promise<Coverage | string> {
    if (format === undefined) return connection.control<Coverage>(pathOf('json'), at);
    return connection.controlText(pathOf(format), at);
  }
  return read;
};
