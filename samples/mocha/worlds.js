const { connectMock } = require('platform-mock/client');
const { setup } = require('platform-mock/setup');

let end;
let mock;

// One mock for the whole run, also if files run in parallel.
exports.mochaGlobalSetup = async () => {
  end = await setup();
};
exports.mochaGlobalTeardown = () => end();

// Each test has a world of its own, and says what happened in it if it fails.
exports.mochaHooks = {
  async beforeAll() {
    this.timeout(30_000);
    mock = await connectMock();
  },
  async beforeEach() {
    const { currentTest } = this;
    this.world = await mock.world({ test: { titles: currentTest.titlePath(), file: currentTest.file } });
  },
  async afterEach() {
    const { world } = this;
    const { err, state } = this.currentTest;
    if (state === 'failed') {
      const { message, stack } = err;
      err.message = `${message}\n\nwhat happened in world ${world.id}\n\n${await world.evidence()}`;
      err.stack = stack.replace(message, () => err.message);
    }
    await world.end();
  },
};
