import { mkdir, writeFile } from 'node:fs/promises';
import { startMock } from 'platform-mock';

// It ends with the process.
const mock = await startMock({ background: true });

/** A test with a world of its own, whose failure says what happened in it, and leaves a trace. */
export const inWorld = (body) => async (t) => {
  const world = await mock.world({ test: t.fullName });
  try {
    await body(world);
  } catch (error) {
    for (const line of (await world.evidence()).split('\n')) t.diagnostic(line);
    await mkdir('test-results', { recursive: true });
    await writeFile(`test-results/${world.id}.har`, JSON.stringify(await world.trace()));
    throw error;
  } finally {
    await world.end();
  }
};
