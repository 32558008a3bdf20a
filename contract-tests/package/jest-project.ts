/** The configuration of a project of Jest below the folder of a user, whose files ending in `.js` are modules. */
export const JEST_CONFIG = {
  globalSetup: 'platform-mock/setup',
  globalTeardown: 'platform-mock/teardown',
  testMatch: ['**/*.test.cjs'],
};

/** The head of a file of its tests; a block of them has a `test` of its own by `all.extend`. */
export const JEST_HEAD = "const { test: all } = require('platform-mock/jest'); const test = all;";
