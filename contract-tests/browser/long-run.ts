import { bySize } from '../../scripts/test-size.ts';
import { ok } from '../support/answer.ts';
import { Api } from '../support/api.ts';
import { mintToken, steer } from '../support/mock.ts';
import { faulty, orgOf } from '../support/steered.ts';
import { makeWorld } from '../support/worlds.ts';

/** The number of calls of the run, in its three worlds. */
export const RUN_CALLS = bySize({ small: 509, usual: 509, whole: 5_009 });
const WORLDS = 3;

/** The number of calls beside the lists, which a task is about. */
const LISTENING_CALLS = 11;
/** The number of lists under way at a time. */
const AT_ONCE = 8;

/** A world for a test, by its labels. */
const worldOf = async (api: Api, title: string, more: Readonly<Record<string, unknown>> = {}): Promise<Api> => {
  const labels = { title, file: 'shop.spec.ts', retry: '0', result: title.startsWith('pays') ? 'failed' : 'passed' };
  const { id, token } = await makeWorld(api, { name: title, from: 'fixture:default', labels, ...more });
  return new Api({ ...api.connection, world: id }, token);
};

/** Lists of many pages, as a suite that walks them makes. */
const walk = async (world: Api, calls: number): Promise<void> => {
  for (let made = 0; made < calls; made += AT_ONCE) {
    const few = Array.from({ length: Math.min(AT_ONCE, calls - made) }, (_, nth) => `page_size=${nth + 1}`);
    await Promise.all(few.map((query) => world.get(`/registry/v2/repos?${query}`)));
  }
};

/** A create that is sent again after its answer was lost, of rows whose names need not be unique. */
const createTwice = async (world: Api): Promise<void> => {
  const org = await orgOf(world);
  const lost = { match: { operation: 'CreateIdentity' }, phase: 'after_commit', do: { code: 'UNAVAILABLE' }, times: 1 };
  ok(await steer(world, 'PUT', 'faults', [lost]));
  const claimMatch = {
    issuer: 'https://token.actions.githubusercontent.com',
    subject: 'repo:acme/shop:ref:refs/heads/main',
  };
  const body = { name: 'deployer', claimMatch };
  for (let nth = 0; nth < 2; nth += 1) await faulty(world).post(`/iam/v2/identities/${org}`, body);
};

/** An event that its receiver has refused once. */
const refuseEvent = async (world: Api): Promise<void> => {
  const org = await orgOf(world);
  ok(await steer(world, 'PUT', 'events:plan', { mode: 'sync' }));
  ok(await steer(world, 'PUT', 'sink/orders', { answers: [{ status: 500 }, { status: 204 }] }));
  ok(await world.post(`/events/v2/subscriptions/${org}`, { sink: 'sink://orders' }));
  ok(await world.post(`/registry/v2/repos/${org}`, { name: 'orders-api' }));
};

/**
 * Makes the calls of a run of three tests, one of which has failed: in it a create was refused, a field misspelt, and a
 * repo deleted; in another a create was doubled; in the third an event was not delivered.
 */
export const makeLongRun = async (api: Api): Promise<{ readonly failed: Api }> => {
  // The calls of the suite at its start are no part of the run.
  ok(await steer(api, 'DELETE', 'journal'));
  const failed = await worldOf(api, 'pays-with-a-card');
  const walked = await worldOf(api, 'walks-all-repos');
  const clock = { mode: 'frozen', now: '2026-01-28T13:00:00Z' };
  const listening = await worldOf(api, 'hears-of-each-repo', { clock });
  const org = await orgOf(failed);
  const part = Math.floor((RUN_CALLS - LISTENING_CALLS) / WORLDS);
  await walk(failed, part);
  const viewer = failed.as(await mintToken(failed, 'viewer'));
  await viewer.post(`/registry/v2/repos/${org}`, { name: 'checkout' });
  ok(await failed.post(`/registry/v2/repos/${org}`, { name: 'misspelt', descripton: 'typo' }));
  const { uid } = ok(await failed.post(`/registry/v2/repos/${org}`, { name: 'still-needed' }));
  ok(await failed.send('DELETE', `/registry/v2/repos/${uid}`));
  await walk(walked, part);
  await createTwice(walked);
  await refuseEvent(listening);
  await walk(listening, RUN_CALLS - LISTENING_CALLS - 2 * part);
  // The last calls are creates, so that one is in sight.
  for (const name of ['last-one', 'last-two', 'last-three'])
    ok(await listening.post(`/registry/v2/repos/${org}`, { name }));
  return { failed };
};
