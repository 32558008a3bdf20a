import { ok } from '../support/answer.ts';
import { steer } from '../support/mock.ts';
import { faulty } from '../support/steered.ts';
import { expect, test } from '../support/test.ts';
import { inWorld, makeWorld } from '../support/worlds.ts';

test.describe('N3: the evidence of a world @mock', () => {
  test('N3: it has the failed calls with their causes, the others, the changes, and what stands out', async ({
    ownServer,
  }) => {
    const { api } = await ownServer();
    const world = await makeWorld(api, { name: 'seen' });
    const within = faulty(inWorld(api, world));
    const { cursor } = ok(await steer(api, 'GET', 'journal'));
    ok(await api.get('/iam/v2/groups'));
    const rules = [
      { match: { operation: 'CreateRepo' }, phase: 'after_commit', do: { code: 'UNAVAILABLE' }, times: 1 },
      { match: { operation: 'GetRepo' }, do: { code: 'INTERNAL' } },
    ];
    ok(await within.send('PUT', '/_mock/v1/faults', { body: rules, headers: { 'x-mock-world': 'seen' } }));
    await within.post(`/registry/v2/repos/${world.orgId}`, { name: 'checkout', colour: 'red' });
    await within.get('/iam/v2/groups');
    const { status, text, headers } = await steer(api, 'GET', `worlds/seen:evidence?since=${cursor}`);
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=UTF-8']);
    expect(
      text
        .replace(/[\d.]+ ms/g, '0 ms')
        .replaceAll(world.orgId, 'ORG')
        .replace(/ORG\/[0-9a-f]+/, 'UID'),
    ).toBe(
      `Refused and failed calls, 1 of 2:
  #1 rest CreateRepo by admin 503 UNAVAILABLE (stored; the answer was lost) Unavailable: injected fault [unread: colour] 0 ms
    a fault of this test: UNAVAILABLE, after the call was carried out

Other calls:
  #2 rest ListGroups by admin 200 OK 0 ms

Changes:
  + repos UID "checkout"

Fields that were sent and not read:
  #1 CreateRepo: colour

Faults that never fired:
  GetRepo: INTERNAL

Calls to the world default while the test ran:
  #${Number(cursor) + 1} rest ListGroups by admin 200 OK 0 ms`,
    );
    expect((await steer(api, 'GET', 'worlds/seen:evidence')).text).not.toContain('default');
    const facts = ok(await steer(api, 'GET', `worlds/seen:evidence?since=${cursor}&format=json`));
    expect(facts).toMatchObject({
      id: 'seen',
      journal: {
        entries: [{ id: '2' }, { id: '1', faults: [{ did: 'UNAVAILABLE, after the call was carried out' }] }],
      },
      callsOfDefault: [{ operation: 'ListGroups' }],
      neverFired: [{ match: { operation: 'GetRepo' } }],
      clock: { mode: 'real' },
      plan: { mode: 'async' },
    });
  });

  test('N3: of a world that is not there, and behind what is no cursor, there is none', async ({ api }) => {
    const missing = await steer(api, 'GET', 'worlds/no-such-world:evidence');
    expect([missing.status, missing.body.message]).toEqual([404, 'Not found: world "no-such-world" not found']);
    const wrong = await steer(api, 'GET', 'worlds/default:evidence?since=now');
    expect([wrong.status, wrong.body.message]).toEqual([
      400,
      'Invalid argument: since: must be the id of an entry of `default`',
    ]);
  });
});
