import { FixtureError } from '../seed/fixture-error.ts';
import { Population } from '../steering/world/population.ts';
import { MemoryStore } from '../store/memory.ts';
import { Exit } from './exit.ts';
import type { Surroundings } from './serve.ts';

const clock = { now: (): number => Date.now() };
const settings = { serviceDomain: 'platform.test', publicUrl: 'http://127.0.0.1:8484', seed: 'platform-mock' };

/** Checks fixture files, each on its own, as starting with it would. */
export const validate = async (
  files: readonly string[],
  { out, err, fixturesFolder }: Surroundings,
): Promise<number> => {
  let status: number = Exit.ok;
  for (const file of files) {
    try {
      const population = new Population({ store: new MemoryStore(), clock, settings, folder: fixturesFolder });
      await population.begin([file], true);
      out(`${file}: ok\n`);
    } catch (error) {
      if (!(error instanceof FixtureError)) throw error;
      err(`${error.message}\n`);
      status = Exit.fixture;
    }
  }
  return status;
};
