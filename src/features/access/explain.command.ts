import type { AuthzCheck, AuthzStep, JournalEntry } from '../../../generated/nouns.ts';
import type { Family } from '../../command/family.ts';
import type { Outcome } from '../../command/outcome.ts';
import type { Steered } from '../../command/steered.ts';
import { steering } from '../../command/steering.ts';
import { steeringOptions } from '../../command/target-options.ts';
import { entryLine } from '../evidence/entry-line.ts';
import { journalOf } from '../journal/journal.client.ts';

const stepLine = ({ group, bindings }: AuthzStep): string => {
  const roles = bindings.map(({ role, has }) => `${role} (${has.length === 0 ? 'nothing of it' : has.join(', ')})`);
  return `at ${group}: ${roles.join('; ') || 'no role'}`;
};

/** The causes of an answer: the reason of its refusal or the decision on its rights, and the faults that acted. */
const causeLines = ({ reason, faults }: JournalEntry, { decision }: AuthzCheck): readonly string[] => [
  ...(faults.length > 0 && reason ? [] : [reason ?? decision]),
  ...faults.map(({ did }) => `a fault: ${did}`),
];

/** Explains why a call of the journal was answered as it was. */
const explainCall = async ({ connection, world }: Steered, call: string): Promise<Outcome> => {
  const id = call.replace(/^#/, '');
  const journal = journalOf(connection, world);
  const entry = await journal.entry(id);
  if (entry.operation === undefined) {
    const { reason } = entry;
    return { value: { reason }, text: `${entryLine(entry)}\n${reason === undefined ? '' : `  ${reason}\n`}` };
  }
  const check = await journal.explain(id);
  const { needs, walk, smallest } = check;
  const lines = [
    ...causeLines(entry, check),
    ...needs.map(({ capability, at }) => `needs ${capability} at ${at}`),
    ...walk.map(stepLine),
    ...smallest.map((grant) =>
      'role' in grant
        ? `enough: the role ${grant.role} at ${grant.group}, with ${grant.alsoGrants.length} capabilities besides`
        : `enough: a role of ${grant.customRole.join(', ')} at ${grant.group}`,
    ),
  ].map((line) => `  ${line}\n`);
  return { value: check, text: `${entryLine(entry)}\n${lines.join('')}` };
};

/** Registers `explain`. */
export const explain: Family = (program, line) => {
  steeringOptions(program.command('explain <call>'))
    .description('explain why a call of the journal was answered as it was')
    .action(steering<[string]>(line, explainCall));
};
