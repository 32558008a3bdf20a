import { DEFAULT_SEED } from '../app/default-seed.ts';
import type { StartOptions } from '../app/start.ts';
import { shippedFixtures, version } from '../package-home.ts';
import { createLog } from '../steering/log/log.ts';
import { checkOptions, type MockOptions } from './mock-options.ts';

/** The options of a start that those of a mock come to. @throws TypeError that names every option that is wrong */
export const startOptionsOf = (options: MockOptions, caller?: string): StartOptions => {
  const given = checkOptions(options, caller);
  const { port = 0, fixtures = ['default'], controlToken, logLevel = 'warn', journal = 10_000, ...rest } = given;
  return {
    host: '127.0.0.1',
    seed: DEFAULT_SEED,
    serviceDomain: 'platform.test',
    audiences: [],
    trusted: [],
    tokenTtlSeconds: 315_360_000,
    maxWorlds: 1_000,
    requireWorld: false,
    ...(journal !== false && { journalEntries: journal }),
    ...rest,
    port: port === false ? 0 : port,
    fixtures,
    shippedFixtures,
    version,
    control: { loopback: true, ...(controlToken !== undefined && { token: controlToken }) },
    log: createLog(logLevel, false, (text) => void process.stderr.write(text)),
  };
};
