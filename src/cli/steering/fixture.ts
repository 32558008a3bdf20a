import { stat } from 'node:fs/promises';
import { CommandFailure } from '../../command/command-failure.ts';
import { Exit } from '../../command/exit.ts';
import { readText } from '../../command/read-text.ts';
import { MockError } from '../../connection/mock-error.ts';
import type { AppliedFixture } from '../../plane/nouns.ts';
import { FixtureError } from '../../seed/fixture-error.ts';
import { fixtureErrorOf, isFixtureFile, type ShippedFixtures } from '../../seed/load.ts';
import { MemoryStore } from '../../store/memory.ts';
import { Population } from '../../world/population.ts';
import { fixturesIn } from '../init-folder.ts';
import type { Surroundings } from '../serve.ts';
import type { Outcome } from './outcome.ts';
import type { Steered } from './steered.ts';

const clock = { now: (): number => Date.now() };
const settings = { serviceDomain: 'platform.test', publicUrl: 'http://127.0.0.1:8484', seed: 'platform-mock' };

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** The fixtures of a folder in natural order. A name that is also that of a folder without any stays a name. */
const fixturesOf = async (path: string): Promise<readonly string[]> => {
  try {
    return await fixturesIn(path, path);
  } catch (error) {
    if (/[/\\]/.test(path)) throw error;
    return [path];
  }
};

/** Names and files as they were given, with each folder replaced by its fixtures. */
const unfold = async (given: readonly string[]): Promise<readonly string[]> => {
  const lists = given.map(async (path) => ((await isFolder(path)) ? fixturesOf(path) : [path]));
  return (await Promise.all(lists)).flat();
};

/** Why a fixture is refused, a line for each mistake; empty where it is not. */
const mistakesIn = async (file: string, shipped: ShippedFixtures): Promise<readonly string[]> => {
  try {
    const population = new Population({ store: new MemoryStore(), clock, settings, shipped });
    await population.begin([file], true);
    return [];
  } catch (error) {
    if (!(error instanceof FixtureError)) throw error;
    return error.message.split('\n');
  }
};

/** Checks fixtures, each on its own, as starting with it would: files, folders of them, or the names of shipped ones. */
export const validateFixtures = async (
  given: readonly string[],
  { json = false }: { readonly json?: boolean },
  { out, err, shippedFixtures }: Surroundings,
): Promise<number> => {
  const checked: { readonly file: string; readonly mistakes: readonly string[] }[] = [];
  for (const file of await unfold(given)) {
    const mistakes = await mistakesIn(file, shippedFixtures);
    checked.push({ file, mistakes });
    for (const line of mistakes) err(`platform-mock: ${line}\n`);
    if (mistakes.length === 0 && !json) out(`${file}: ok\n`);
  }
  if (json) out(`${JSON.stringify({ fixtures: checked }, null, 2)}\n`);
  return checked.every(({ mistakes }) => mistakes.length === 0) ? Exit.ok : Exit.fixture;
};

const readFixture = (file: string): Promise<string> =>
  readText(file, (reason, error) => fixtureErrorOf(file, error, reason));

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
 * Applies fixtures to a world, one after the other: files, folders of them, or the names of shipped ones. With
 * `replace` the first takes the place of the rows.
 * @throws FixtureError for a file that cannot be read; CommandFailure for one that is refused
 */
export const applyFixtures = async (
  { world }: Steered,
  given: readonly string[],
  { mode }: { readonly mode: 'merge' | 'replace' },
): Promise<Outcome> => {
  const applied: ({ readonly fixture: string } & AppliedFixture)[] = [];
  for (const fixture of await unfold(given)) {
    const body = isFixtureFile(fixture) ? await readFixture(fixture) : { name: fixture };
    const done = await world.apply(body, applied.length === 0 ? mode : 'merge').catch((error: unknown) => {
      throw refusalOf(fixture, error);
    });
    applied.push({ fixture, ...done });
  }
  return {
    value: { applied },
    text: applied.map(({ fixture, rows }) => `applied ${fixture}: ${rows} rows\n`).join(''),
  };
};
