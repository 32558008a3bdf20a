import type { CoverageAnswer, CoverageOperation } from '../../../../generated/nouns.ts';
import { CLIENT } from '../connection.ts';
import type { IconName } from '../frame/icons.tsx';

/** An operation with what was met of it, as the part shows it. */
export type OperationCoverage = Omit<CoverageOperation, 'neverHandled'>;

/** As much of a report as the part shows. */
export interface CoverageView {
  readonly operations: readonly OperationCoverage[];
}

/** The ways in which a declared answer was met, each with its mark and words. */
export const MET = {
  met: ['ok', '', 'met'],
  faulted: ['fault', 'fault', 'met by faults only'],
  never: ['unread', 't3', 'never met'],
} as const satisfies Readonly<Record<string, readonly [IconName, string, string]>>;

/** The clients that have called an operation, without this page (behaviour Z11). */
export const clientsOf = ({ clients }: OperationCoverage): OperationCoverage['clients'] =>
  clients.filter(({ client }) => client !== CLIENT);

/** The way in which an answer of an operation was met. */
export const classifyAnswer = (operation: OperationCoverage, { status, code }: CoverageAnswer): keyof typeof MET => {
  const isIt = (one: CoverageAnswer): boolean => one.status === status && one.code === code;
  const clients = clientsOf(operation);
  if (clients.some(({ answers }) => answers.some(isIt))) return 'met';
  return clients.some(({ faulted }) => faulted.some(isIt)) ? 'faulted' : 'never';
};

/** The number of declared answers of an operation that were met without a fault. */
export const metOf = (operation: OperationCoverage): number =>
  operation.declared.filter((kind) => classifyAnswer(operation, kind) === 'met').length;
