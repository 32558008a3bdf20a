import { relative, resolve } from 'node:path';
import type { World, Worlds } from '../../generated/nouns.ts';
import { CONTROL_URL, Connection } from '../connection/connection.ts';
import { TRACE_FOLDER, writeTrace } from '../features/trace/test-trace.client.ts';
import { stopAsked } from './held-run.ts';
import type { Mock } from './mock.ts';

const say = (text: string): void => void process.stderr.write(`platform-mock/setup: ${text}\n`);

/** True for the world of a runner's test, by its labels. */
const isOfTest = ({ labels }: World): boolean => ['title', 'file', 'retry'].every((name) => labels[name] !== undefined);

/**
 * Handles the worlds of tests that still exist at the end of a run: those of failed tests that stay, and those of dead
 * workers.
 */
export const lookAfterLeftWorlds = async (
  mock: Pick<Mock, 'url' | 'fetch'>,
  controlToken: string | undefined,
  isHeld: boolean,
): Promise<void> => {
  const connection = new Connection({ url: mock.url, controlUrl: CONTROL_URL, controlToken, fetch: mock.fetch });
  const left = (await connection.control<Worlds>('/worlds')).worlds.filter(isOfTest);
  for (const { id, labels } of left) {
    // Of a test that has ended the runner has written what was wanted.
    if (labels.trace === undefined || labels.result !== undefined) continue;
    const file = resolve(TRACE_FOLDER, `${id}.har`);
    const refused = await writeTrace(connection.controlAnswer('/trace', { world: id }), file);
    say(
      refused === undefined
        ? `the test of world ${id} has not ended; its trace: npx platform-mock trace show ${relative('', file)}`
        : `no trace of world ${id}: ${refused}`,
    );
  }
  if (!isHeld || left.length === 0) return;
  const links = left.map(({ id }) => `  ${mock.url}/#calls?${new URLSearchParams({ world: id })}`);
  say([`the mock runs on at ${mock.url} until Ctrl+C; what tests that failed have called:`, ...links].join('\n'));
  await stopAsked();
};
