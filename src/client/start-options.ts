import { createLog } from '../features/log/log.ts';
import { shippedFixtures } from '../package-home.ts';
import { DEFAULT_SEED } from '../server/mock/default-seed.ts';
import type { RunningMock, StartOptions } from '../server/mock/running-mock.ts';
import { version } from '../version.ts';
import { checkOptions, type MockOptions } from './mock-options.ts';

/** The variables of the world `default` of a mock in this process. */
export const variablesOf = async ({ url, issuer, orgId, namedToken, token }: RunningMock) => ({
  PLATFORM_API_URL: url,
  PLATFORM_ISSUER: issuer,
  PLATFORM_ORG_ID: orgId,
  // A named token needs no key, which takes longer to make than all the rest of a start.
  PLATFORM_TOKEN: namedToken ?? (await token()),
  PLATFORM_MOCK_WORLD: 'default',
});

/** The options of a start, made of the options of a mock. @throws TypeError that names every option that is wrong */
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
