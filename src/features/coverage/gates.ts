import type { Coverage, CoverageOperation } from '../../../generated/nouns.ts';
import type { CodeName } from '../../kernel/errors.ts';
import { namesOf } from '../../plane/operation-names.ts';
import { metOf } from './report.ts';

/** Demands that at least a percentage of the operations of a version is covered. */
export interface LeastOperations {
  readonly version: string;
  readonly percent: number;
}

/** Demands that an answer of an operation was met. */
export interface MustMeet {
  /** The operation as it was written. */
  readonly operation: string;
  readonly code: CodeName | 'OK';
}

/** A demand on a report, and its verdict. */
export interface Gate {
  readonly name: string;
  readonly isMet: boolean;
  readonly says: string;
}

/** The names by which an operation may be given: its id, and of an older version the name in its document. */
export const namesInReport = ({
  operation,
  version,
}: Pick<CoverageOperation, 'operation' | 'version'>): readonly string[] =>
  namesOf({ id: operation, edition: { name: version } });

/** The operation of a name; undefined if there is none. */
export const operationNamed = ({ operations }: Coverage, name: string): CoverageOperation | undefined =>
  operations.find((operation) => namesInReport(operation).includes(name));

const gateOfLeast = ({ versions }: Coverage, { version, percent }: LeastOperations): Gate => {
  const name = `at least ${percent} % of the operations of ${version}`;
  const found = versions.find((each) => each.version === version);
  if (!found) return { name, isMet: false, says: 'there is no such version' };
  const says = `${found.covered} of ${found.operations} are covered, ${found.percent} %`;
  // By the numbers themselves: the printed percentage is rounded.
  return { name, isMet: found.covered * 100 >= percent * found.operations, says };
};

const hasCode = (answers: ReadonlySet<string>, code: string): boolean =>
  [...answers].some((answer) => answer.endsWith(` ${code}`));

const mustGate = (report: Coverage, { operation: given, code }: MustMeet): Gate => {
  const name = `${given}:${code}`;
  const operation = operationNamed(report, given);
  if (!operation) return { name, isMet: false, says: 'there is no such operation' };
  if (hasCode(metOf(operation, 'answers'), code)) return { name, isMet: true, says: 'it was met' };
  const isFaulted = hasCode(metOf(operation, 'faulted'), code);
  if (!isFaulted) return { name, isMet: false, says: 'it was never met' };
  // A fault does not prove a code that the operation has by itself (behaviour K11).
  return code !== 'INTERNAL' && operation.declared.some((answer) => answer.code === code)
    ? { name, isMet: false, says: 'it was met by faults only, which cover nothing' }
    : { name, isMet: true, says: 'it was met by a fault' };
};

/** The gates of a report, each with its verdict, in the order of the demands (behaviour K11). */
export const gatesOf = (
  report: Coverage,
  least: readonly LeastOperations[],
  must: readonly MustMeet[],
): readonly Gate[] => [
  ...least.map((each) => gateOfLeast(report, each)),
  ...must.map((each) => mustGate(report, each)),
];
