/**
 * Changes to the environment for the programs of a user of the package. They unset the variables that set the flags of a
 * mock or lead to one, and those that a runner within a runner would take for its own.
 */
export const userEnvironment = (extra: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(
    Object.keys(process.env)
      .filter((name) => name.startsWith('PLATFORM_'))
      .map((name) => [name, undefined]),
  ),
  NODE_OPTIONS: '',
  FORCE_COLOR: '0',
  TEST_WORKER_INDEX: undefined,
  CI: undefined,
  ...extra,
});
