import { Exit } from '../command/exit.ts';
import type { Surroundings } from '../command/family.ts';
import { FixtureError } from '../seed/fixture-error.ts';
import type { ShippedFixtures } from '../seed/load.ts';
import { MemoryStore } from '../store/memory.ts';
import { unfold } from './fixture-files.ts';
import { Population } from './population.ts';

const clock = { now: (): number => Date.now() };
const settings = { serviceDomain: 'platform.test', publicUrl: 'http://127.0.0.1:8484', seed: 'platform-mock' };

/** The mistakes for which a fixture is refused, a line each; empty if it is not. */
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
