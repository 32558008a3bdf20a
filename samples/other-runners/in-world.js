import { startMock } from 'platform-mock';

// It ends with the process.
const mock = await startMock({ background: true });

/** Declares a test by a function of its runner: it has a world of its own, and its failure says what happened there. */
export const testInWorld = (declare, title, body) =>
  declare(title, async () => {
    const world = await mock.world({ test: title });
    try {
      await body(world);
    } catch (error) {
      const { message, stack } = error;
      error.message = `${message}\n\nwhat happened in world ${world.id}\n\n${await world.evidence()}`;
      error.stack = stack.replace(message, () => error.message);
      throw error;
    } finally {
      await world.end();
    }
  });
