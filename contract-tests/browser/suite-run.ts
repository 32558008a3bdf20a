import { ok } from '../support/answer.ts';
import { Api } from '../support/api.ts';
import { steer } from '../support/mock.ts';
import { makeWorld } from '../support/worlds.ts';

/** The tests of a suite, each with its file, how it ended, and how many lists it has read. */
const TESTS: readonly (readonly [title: string, file: string, result: 'failed' | 'passed', lists: number])[] = [
  ['pays-with-a-saved-card', 'checkout.spec.ts', 'failed', 3],
  ['plans-applies-and-plans-to-nothing', 'terraform.spec.ts', 'passed', 52],
  ['walks-all-repos-by-page', 'walk.spec.ts', 'passed', 31],
  ['a-cursor-lives-for-three-days', 'walk.spec.ts', 'passed', 6],
  ['pays-with-a-new-card', 'checkout.spec.ts', 'passed', 18],
  ['refuses-a-card-that-has-ended', 'checkout.spec.ts', 'passed', 12],
  ['moves-a-team-below-another', 'groups.spec.ts', 'passed', 7],
  ['deletes-what-is-below', 'groups.spec.ts', 'passed', 9],
  ['assumes-an-identity-by-its-issuer', 'login.spec.ts', 'passed', 4],
  ['waits-as-Retry-After-says', 'retry.spec.ts', 'passed', 5],
  ['a-lost-answer-makes-one-row', 'retry.spec.ts', 'passed', 7],
  ['two-tokens-overlap-for-an-hour', 'login.spec.ts', 'passed', 8],
  ['a-custom-role-allows-one-call', 'roles.spec.ts', 'passed', 10],
  ['a-role-in-use-stays', 'roles.spec.ts', 'passed', 6],
];

/** Runs a suite with a world for each of its tests; `runFailed` makes the calls of the one that fails. */
export const runSuite = async (
  api: Api,
  begin: Readonly<Record<string, unknown>>,
  runFailed: (world: Api) => Promise<void>,
): Promise<void> => {
  for (const [nth, [title, file, result, lists]] of TESTS.entries()) {
    const labels = { title, file, retry: '0', result };
    const { id, token } = await makeWorld(api, { ...begin, name: `suite-${nth + 1}`, labels });
    const world = new Api({ ...api.connection, world: id }, token);
    if (result === 'failed') await runFailed(world);
    for (let page = 1; page <= lists; page += 1) {
      const headers = { cgclientid: 'acme-ci/2.4.1' };
      ok(await world.send('GET', `/registry/v2/repos?page_size=${page}`, { headers }));
    }
    if (result === 'passed') ok(await steer(api, 'DELETE', `worlds/${id}`));
  }
};
