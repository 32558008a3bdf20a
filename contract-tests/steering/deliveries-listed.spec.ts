import { ok, rowsOf } from '../support/answer.ts';
import { freeze, makeRepo, plan, subscribe, test } from '../support/delivery-test.ts';
import { expect } from '../support/grpc-test.ts';
import { steer } from '../support/mock.ts';
import { violations } from '../support/steered.ts';

test.describe('deliveries @mock', () => {
  test('behaviour E22: the deliveries of the latest events are listed without their attempts, of all worlds too', async ({
    ownWorld,
  }) => {
    const world = await ownWorld();
    await freeze(world);
    await plan(world, { mode: 'sync' });
    const subscription = await subscribe(world, 'sink://listed');
    ok(await steer(world, 'PUT', 'sink/listed', { answers: [{ status: 204 }, { status: 500 }] }));
    const idOfRepo = async (name: string): Promise<unknown> => {
      await makeRepo(world, name);
      const { events } = ok(await steer(world, 'GET', 'events?type=repo.created&limit=1'));
      return (events as readonly [{ readonly id: string }])[0].id;
    };
    const [first, second] = [await idOfRepo('first'), await idOfRepo('second')];
    const id = expect.any(String);
    const named = { world: world.connection.world };
    const lines = async (query = ''): Promise<readonly unknown[]> =>
      rowsOf(ok(await steer(world, 'GET', `deliveries${query}`)), 'deliveries').filter(
        ({ url, world: at = named.world }) => url === 'sink://listed' && at === named.world,
      );
    const [failed, delivered] = [
      {
        id,
        event: second,
        subscription,
        url: 'sink://listed',
        state: 'pending',
        nextTime: id,
        attempts: 1,
        status: 500,
      },
      { id, event: first, subscription, url: 'sink://listed', state: 'delivered', attempts: 1, status: 204 },
    ];
    expect(await lines()).toEqual([failed, delivered]);
    expect(await lines('?limit=1')).toEqual([failed]);
    expect(await lines('?world=*&limit=1')).toEqual([{ ...named, ...failed }]);
  });

  const BAD: readonly (readonly [
    what: string,
    method: string,
    path: string,
    body: unknown,
    status: number,
    field: string,
  ])[] = [
    ['a plan of no mode', 'PUT', 'events:plan', { mode: 'later' }, 400, 'mode'],
    ['a delay that is none', 'PUT', 'events:plan', { delay: 'soon' }, 400, 'delay'],
    ['an unknown flaw', 'PUT', 'events:plan', { flaw: 'ugly' }, 400, 'flaw'],
    ['a group of one', 'PUT', 'events:plan', { reorder: 1 }, 400, 'reorder'],
    ['a plan of something else', 'PUT', 'events:plan', { speed: 1 }, 400, 'body'],
    ['nonsense to verify', 'POST', 'events:verify', { headers: {}, body: '' }, 400, 'headers'],
    ['a body that is parsed', 'POST', 'events:verify', { headers: {}, body: {} }, 400, 'body'],
    ['headers that are none', 'POST', 'events:verify', { headers: { a: 1 }, body: '' }, 400, 'headers.a'],
    ['a status that is none', 'PUT', 'sink/a', { answers: [{ status: 99 }] }, 400, 'answers.0.status'],
    ['a script without answers', 'PUT', 'sink/a', {}, 400, 'answers'],
    ['a sink without a name', 'PUT', 'sink/-', { answers: [] }, 400, 'name'],
    ['deliveries of one world by a query', 'GET', 'deliveries?world=default', undefined, 400, 'world'],
    ['too many deliveries', 'GET', 'deliveries?limit=1001', undefined, 400, 'limit'],
    ['an event that is not there', 'GET', 'events/none/deliveries', undefined, 404, ''],
    ['a redelivery of nothing', 'POST', 'events/none:redeliver', {}, 404, ''],
    ['a redelivery to two places', 'POST', 'events/none:redeliver', { url: 'sink://a', subscription: 'b' }, 400, 'url'],
    ['a step without an end', 'POST', 'clock:advance', { to: 'later' }, 400, 'to'],
    ['a step to the past', 'POST', 'clock:advance', { to: '2001-01-01T00:00:00Z' }, 400, 'to'],
    ['two steps', 'POST', 'clock:advance', { by: '1s', to: 'next' }, 400, 'by'],
  ];
  test('behaviour E20 to E25: bad input is refused, and changes nothing', async ({ ownWorld }) => {
    const world = await ownWorld();
    for (const [what, method, path, body, status, field] of BAD) {
      const answer = await steer(world, method, path, body);
      expect([what, answer.status], answer.text).toEqual([what, status]);
      if (field === '') expect(answer.body.message, what).toMatch(/^Not found: .*"none"/);
      else expect([what, violations(answer)]).toEqual([what, [field]]);
    }
    expect(ok(await steer(world, 'GET', 'events:plan'))).toEqual({ mode: 'async' });
    const id = (
      ok(await steer(world, 'POST', 'events:trigger', { preset: 'repo.created' })) as unknown as { id: string }
    ).id;
    for (const [to, field] of [
      [{ url: 'https://hooks.example.com' }, 'url'],
      [{ url: 'nowhere' }, 'url'],
      [{ subscription: 'none' }, 'subscription'],
    ] as const) {
      expect(violations(await steer(world, 'POST', `events/${id}:redeliver`, to))).toEqual([field]);
    }
  });
});
