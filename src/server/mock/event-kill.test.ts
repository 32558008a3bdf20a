import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { bundle } from '../../../scripts/bundled-tests.ts';
import { bySize } from '../../../scripts/test-size.ts';
import { listStoredDeliveries } from '../../features/events/pending-deliveries.ts';
import { repos } from '../../resources/registry/repos.ts';
import { openJsonFileStore } from '../../store/json-file.ts';

const KILLS = bySize({ small: 1, usual: 1, whole: 6 });
const BURST = 20;

// Within the project, so that the program finds its packages.
const RESULTS = join(process.cwd(), 'test-results');
mkdirSync(RESULTS, { recursive: true });
const folder = mkdtempSync(join(RESULTS, 'event-kill-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** A mock that makes repos in bursts, for ever, half of them refused, and prints the uid of each that is answered. */
const PROGRAM = `
  import { startMock } from '../../src/client/index.ts';
  const { default: world } = await startMock({ port: false, data: process.argv[2], journal: false, logLevel: 'silent' });
  const post = async (path, body) => {
    const answer = await world.fetch(path, { method: 'POST', body: JSON.stringify(body) });
    return answer.ok ? (await answer.json()).uid : undefined;
  };
  // Nobody listens there, so that nothing is ever delivered.
  await post('/events/v2/subscriptions/' + world.orgId, { sink: 'http://127.0.0.1:9/events' });
  let next = Date.now();
  const add = async () => {
    const name = 'r' + String(next++);
    const uid = await post('/registry/v2/repos/' + world.orgId, { name });
    if (uid) process.stdout.write(uid + '\\n');
    await post('/registry/v2/repos/' + world.orgId, { name });
  };
  for (;;) await Promise.all(Array.from({ length: ${BURST} }, add));
`;

/** Bundled once, because a start through tsx costs more than everything else here. */
const bundled = async (): Promise<string> => {
  const source = join(folder, 'burst.js');
  writeFileSync(source, PROGRAM);
  const [program = ''] = await bundle([source], folder);
  return program;
};

/** Runs it and kills it after some answers; returns the uids that were answered. */
const killedInBurst = async (program: string, file: string): Promise<readonly string[]> => {
  const child = spawn(process.execPath, [program, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    if (said.split('\n').length > 3 * BURST) child.kill('SIGKILL');
  });
  await once(child, 'close');
  assert.equal(child.signalCode, 'SIGKILL');
  return said.split('\n').slice(0, -1);
};

test('E13: after kill -9 each answered write has its event to deliver, and no event is there without its row', async () => {
  const program = await bundled();
  const file = join(folder, 'data');
  const answered: string[] = [];
  const ids = new Set<string>();
  for (let kill = 0; kill < KILLS; kill += 1) {
    answered.push(...(await killedInBurst(program, file)));
    const store = await openJsonFileStore({ file, report: assert.ifError });
    const made = listStoredDeliveries(store.rows).filter(({ event }) => event.type.endsWith('.repo.created.v1'));
    const subjects = new Set(made.map(({ event }) => event.subject));
    assert.deepEqual(
      answered.filter((uid) => !subjects.has(uid)),
      [],
    );
    for (const { event } of made) {
      assert.ok(store.rows.get(repos, event.subject), `${event.subject} has an event and no row`);
      ids.add(`${event.id} ${event.subject}`);
    }
    // No id was used for two events, by whichever run.
    assert.equal(new Set([...ids].map((text) => text.split(' ')[0])).size, ids.size);
    await store.close();
  }
  assert.ok(answered.length > KILLS * BURST);
});
