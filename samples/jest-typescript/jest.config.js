module.exports = {
  transform: { '\\.ts$': 'ts-jest' },
  globalSetup: 'platform-mock/setup',
  globalTeardown: 'platform-mock/teardown',
};
