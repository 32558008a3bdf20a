module.exports = {
  // One mock for the whole run; each test that has a parameter has a world of its own on it.
  globalSetup: 'platform-mock/setup',
  globalTeardown: 'platform-mock/teardown',
};
