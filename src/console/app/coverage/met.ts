import type { CoverageAnswer, CoverageOperation } from '../../../steering/contract/nouns.ts';
import { CLIENT } from '../connection.ts';
import type { IconName } from '../frame/icons.tsx';

/** The ways in which a declared answer was met, each with its mark and words. */
export const MET = {
  met: ['ok', '', 'met'],
  faulted: ['fault', 'fault', 'met by faults only'],
  never: ['unread', 't3', 'never met'],
} as const satisfies Readonly<Record<string, readonly [IconName, string, string]>>;

/** How an answer of an operation was met. */
export const classifyAnswer = ({ clients }: CoverageOperation, { status, code }: CoverageAnswer): keyof typeof MET => {
  const isIt = (one: CoverageAnswer): boolean => one.status === status && one.code === code;
  // The page's own calls do not count (behaviour Z11).
  const others = clients.filter(({ client }) => client !== CLIENT);
  if (others.some(({ answers }) => answers.some(isIt))) return 'met';
  return others.some(({ faulted }) => faulted.some(isIt)) ? 'faulted' : 'never';
};
