import type { AppliedFixture } from '../../generated/nouns.ts';
import { CommandFailure } from '../command/command-failure.ts';
import { Exit } from '../command/exit.ts';
import type { Family } from '../command/family.ts';
import type { Outcome } from '../command/outcome.ts';
import type { Steered } from '../command/steered.ts';
import { steering } from '../command/steering.ts';
import { steeringOptions } from '../command/target-options.ts';
import { MockError } from '../connection/mock-error.ts';

/** A refusal of a fixture with a line for each mistake, in its file. */
const refusalOf = (file: string, error: unknown): unknown => {
  if (!(error instanceof MockError) || error.status !== 400) return error;
  const violations = error.details.flatMap(({ fieldViolations }) =>
    Array.isArray(fieldViolations)
      ? (fieldViolations as { readonly field: string; readonly description: string }[])
      : [],
  );
  const lines = violations.map(({ field, description }) => `${file}: ${field}: ${description}`);
  return lines.length === 0 ? error : new CommandFailure(lines.join('\n'), Exit.fixture);
};

/**
 * Applies fixtures to a world, one after the other: files, folders of them, or the names of shipped ones.
 * @throws FixtureError for a file that cannot be read; CommandFailure for one that is refused
 */
const applyFixtures = async ({ connection, world }: Steered, given: readonly string[]): Promise<Outcome> => {
  const { readFixture, unfold } = await import('./fixture-files.ts');
  const applied: ({ readonly fixture: string } & AppliedFixture)[] = [];
  for (const fixture of await unfold(given)) {
    const read = await readFixture(fixture);
    const body = typeof read === 'string' ? { yaml: read } : { json: read };
    const done = await connection
      .control<AppliedFixture>('/fixtures', { method: 'POST', world, ...body })
      .catch((error: unknown) => {
        throw refusalOf(fixture, error);
      });
    applied.push({ fixture, ...done });
  }
  return {
    value: { applied },
    text: applied.map(({ fixture, rows }) => `applied ${fixture}: ${rows} rows\n`).join(''),
  };
};

/** Registers `fixture` with its subcommands. */
export const fixture: Family = (program, line) => {
  const { here, action } = line;
  const family = program.command('fixture').description('apply and check fixtures: names, files, or folders of files');

  steeringOptions(family.command('apply <fixture...>'))
    .description('apply fixtures to a running mock, one after the other')
    .action(steering<[readonly string[]]>(line, applyFixtures));

  family
    .command('validate <fixture...>')
    .description('check fixtures, each on its own, as a start does')
    .option('--json', 'print one document of JSON')
    .action(
      action(async (given: readonly string[], flags: { json?: boolean }) =>
        (await import('./validate-fixtures.ts')).validateFixtures(given, flags, here),
      ),
    );

  family
    .command('schema')
    .description('print the JSON Schema of fixtures')
    .action(
      action(async () => {
        here.out(here.packageFiles.read('fixture.schema.json').toString());
        return Exit.ok;
      }),
    );
};
