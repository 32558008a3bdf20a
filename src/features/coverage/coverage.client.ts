import type { Coverage } from '../../../generated/nouns.ts';
import type { Connection } from '../../connection/connection.ts';

/** A form of coverage for people; `github` is a step summary. */
export type CoverageFormat = 'markdown' | 'github';

/** Reads coverage: as a value, or as text in a format. @throws MockError if the mock records no journal */
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
