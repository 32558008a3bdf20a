import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator, Page } from '@playwright/test';
import { ok } from '../support/answer.ts';
import { Api } from '../support/api.ts';
import { startReceiver } from '../support/event-receiver.ts';
import { steer } from '../support/mock.ts';
import { orgOf } from '../support/steered.ts';
import { makeWorld } from '../support/worlds.ts';
import { detailOf, expectUsable, MARKUP, open, rowsOf } from './console-page.ts';
import { test as base, expect } from './test.ts';

const NOW = '2030-01-01T00:00:00.000Z';

type Receiver = Awaited<ReturnType<typeof startReceiver>>;

interface Delivery {
  readonly url: string;
  readonly subscription: string;
  readonly attempts: readonly { readonly request: { readonly headers: object; readonly body: string } }[];
}

interface Fixtures {
  /** Starts a receiver of the events of a world, which is closed after the test. */
  readonly receiver: (world: Api, answer?: (count: number) => number) => Promise<Receiver>;
  /** The URL of a server that answers every request with markup. */
  readonly markupServer: string;
}

const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
  receiver: async ({}, use) => {
    const started: Receiver[] = [];
    await use(async (world, answer) => {
      const issuer = String(ok(await steer(world, 'GET', 'info')).issuer);
      const made = await startReceiver({ issuer, group: await orgOf(world), ...(answer && { answer }) });
      started.push(made);
      return made;
    });
    for (const { close } of started) close();
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
  markupServer: async ({}, use) => {
    const server: Server = createServer((_, response) => response.writeHead(422).end(MARKUP)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`);
    server.closeAllConnections();
    server.close();
  },
});

test.use({ viewport: { width: 1440, height: 900 } });

const makeRepo = async (world: Api, name: string): Promise<string> =>
  ok(await world.post(`/registry/v2/repos/${await orgOf(world)}`, { name })).uid;

/** A world whose clock stands, in which a call is answered once its events have been sent to a receiver. */
const subscribed = async (world: Api, sink: string): Promise<void> => {
  ok(await steer(world, 'PUT', 'clock', { mode: 'frozen', now: NOW }));
  ok(await steer(world, 'PUT', 'events:plan', { mode: 'sync' }));
  ok(await world.post(`/events/v2/subscriptions/${await orgOf(world)}`, { sink }));
};

const events = (page: Page): Locator => rowsOf(page, 'Events');

/** Opens the event of a repo. */
const openRepo = async (page: Page, name: string): Promise<void> => {
  await events(page).filter({ hasText: 'repo.created' }).filter({ hasText: name }).click();
};

/** The delivery of the open event to a receiver. */
const deliveryTo = (page: Page, url: string): Locator =>
  page
    .getByRole('list', { name: 'Deliveries' })
    .locator('li.delivery')
    .filter({ has: page.getByRole('button', { name: `Send once more to ${url}` }) });

/** The deliveries of the open event to a receiver as the control plane has them. */
const deliveriesOf = async (page: Page, world: Api, url: string): Promise<readonly Delivery[]> => {
  const [id] = /(?<=event=)[0-9a-f-]{36}/.exec(page.url()) ?? [];
  const { deliveries } = ok(await steer(world, 'GET', `events/${id}/deliveries`));
  return (deliveries as readonly Delivery[]).filter((one) => one.url === url);
};

const attemptsIn = (delivery: Locator): Locator => delivery.locator('ol.att > li');

test.describe('the events in the console @mock', () => {
  test('Z13: a world that is made again has none of the events of the earlier one of its name @whole', async ({
    page,
    api,
  }) => {
    const wanted = { name: 'made-again', from: 'fixture:default' };
    const made = async (): Promise<Api> => {
      const { id, token } = await makeWorld(api, wanted);
      return new Api({ ...api.connection, world: id }, token);
    };
    await makeRepo(await made(), 'of-the-first');
    ok(await steer(api, 'DELETE', `worlds/${wanted.name}`));
    const second = await made();
    try {
      await open(page, second, 'events');
      await expect(page.getByRole('heading', { name: 'No event yet' })).toBeVisible();
      await makeRepo(second, 'of-the-second');
      await expect(events(page)).toHaveText([/repo\.created.*of-the-second/]);
    } finally {
      ok(await steer(api, 'DELETE', `worlds/${wanted.name}`));
    }
  });

  test('Z13: events come as they are emitted, with where they went, by a search that the address keeps @whole', async ({
    page,
    ownWorld,
  }) => {
    const world = await ownWorld();
    const seen = await open(page, world, 'events');
    await expect(page.getByRole('heading', { name: 'No event yet' })).toBeVisible();
    await makeRepo(world, 'first');
    await expect(events(page)).toHaveText([/registry\.repo\.created\.v1first/]);
    ok(await world.post('/iam/v2/groups', { name: 'other' }));
    await expect(events(page)).toHaveText([/repo\.created\.v1first/, /group\.created\.v1other/]);
    const search = page.getByRole('combobox', { name: 'Search the events' });
    await search.fill('type:repo.created');
    await expect(page).toHaveURL(/#events\?.*find=type%3Arepo\.created/);
    await expect(events(page)).toHaveCount(1);
    ok(await world.post('/iam/v2/groups', { name: 'unseen' }));
    await makeRepo(world, 'second');
    await expect(events(page)).toHaveText([/first/, /second/]);
    await page.reload();
    await expect(events(page)).toHaveText([/first/, /second/]);
    await openRepo(page, 'second');
    await expect(page).toHaveURL(/#events\?.*event=/);
    await expect(detailOf(page)).toContainText(`"group": "${await orgOf(world)}"`);
    await expect(detailOf(page)).toContainText('"name": "second"');
    await expectUsable(page);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(events(page)).toHaveCount(4);
    expect(seen).toEqual([]);
  });

  test('Z12, Z18: a delivery that fails is shown with each attempt as it comes, verified, and sent once more @whole', async ({
    page,
    ownWorld,
    receiver,
  }) => {
    const world = await ownWorld();
    const { url, received } = await receiver(world, (count) => (count === 1 ? 503 : 204));
    await subscribed(world, url);
    await makeRepo(world, 'retried');
    const seen = await open(page, world, 'events');
    await expect(events(page).filter({ hasText: 'retried' })).toContainText(`${url} 503, 1 try`);
    await openRepo(page, 'retried');
    const first = deliveryTo(page, url).first();
    await expect(first).toContainText('pending');
    await expect(first).toContainText("Next attempt at 1 Jan 00:00:01 of the world's clock.");
    await expect(attemptsIn(first)).toHaveText([/^503/]);
    // Nobody touches the page meanwhile.
    await page.getByRole('button', { name: 'Emit one like it' }).click();
    await page.getByLabel('To another receiver').fill('sink://half');
    await first.getByRole('button', { name: `Send once more to ${url}` }).focus();
    ok(await steer(world, 'POST', 'clock:advance', { to: 'next', settle: true }));
    await expect(attemptsIn(first)).toHaveText([/^503/, /^204/]);
    await expect(first).toContainText('delivered');
    await expect(page.getByLabel('To another receiver')).toHaveValue('sink://half');
    await expect(first.getByRole('button', { name: `Send once more to ${url}` })).toBeFocused();
    await expect(page.getByLabel('Event, as JSON')).toBeVisible();
    await first.getByRole('button', { name: 'Verify attempt 2' }).press('Enter');
    await expect(first).toContainText('A receiver accepts it.');
    await expect(first.getByRole('list', { name: 'Checks' })).toContainText('pass signature RS256');
    await first.getByText('What was sent').first().click();
    await expect(first).toContainText('"Ce-Type"');
    await first.getByRole('button', { name: `Send once more to ${url}` }).press('Enter');
    await expect(page.getByText(`${url}: delivered.`)).toBeVisible();
    await expect(deliveryTo(page, url)).toHaveCount(2);
    await expect(deliveryTo(page, url).last()).toContainText('delivered, sent again');
    expect(received.map(({ status }) => status)).toEqual([503, 204, 204]);
    expect(new Set(received.map(({ event }) => event?.id)).size).toBe(1);
    const [sent, again] = await deliveriesOf(page, world, url);
    expect(again).toMatchObject({ redelivery: true, subscription: sent?.subscription });
    // The default fixture has a receiver that is no local host.
    await expect(deliveryTo(page, 'https://hooks.example.com/platform')).toContainText('not sent');
    await expectUsable(page);
    expect(seen).toEqual([]);
  });

  test('Z13: a delivery that its receiver refuses is shown with the answer, and the check that fails @whole', async ({
    page,
    ownWorld,
    receiver,
  }) => {
    const world = await ownWorld();
    const { url } = await receiver(world);
    await subscribed(world, url);
    ok(await steer(world, 'PUT', 'events:plan', { mode: 'sync', flaw: 'bad_signature' }));
    await makeRepo(world, 'forged');
    const seen = await open(page, world, 'events');
    await openRepo(page, 'forged');
    const delivery = deliveryTo(page, url);
    await expect(attemptsIn(delivery)).toHaveText([/^403.*ERR_JWS_SIGNATURE_VERIFICATION_FAILED/]);
    await delivery.getByRole('button', { name: 'Verify attempt 1' }).click();
    await expect(delivery).toContainText('A receiver refuses it.');
    await expect(delivery.getByRole('list', { name: 'Checks' })).toContainText('fail signature');
    // The same delivery pasted into the form, as a user has it from the log of a receiver.
    const [{ attempts }] = (await deliveriesOf(page, world, url)) as [Delivery];
    const { headers, body } = (attempts[0] as Delivery['attempts'][number]).request;
    await page.keyboard.press('n');
    const byHand = page.getByRole('form', { name: 'Verify a delivery' });
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    await byHand.getByLabel('Headers, one a line').fill(lines.join('\n'));
    await byHand.getByLabel('Body, as it was received').fill(body.toUpperCase());
    await byHand.getByRole('button', { name: 'Verify' }).press('Enter');
    const checks = page.getByRole('list', { name: 'Checks' }).first();
    await expect(checks).toContainText('fail digest');
    await expect(checks).toContainText('fail signature');
    await expect(checks).toContainText('pass issuer');
    await expectUsable(page);
    expect(seen).toEqual([]);
  });

  test('Z13: an example is triggered, and one like it emitted with another body @whole', async ({ page, ownWorld }) => {
    const world = await ownWorld();
    const seen = await open(page, world, 'events');
    await page.getByRole('button', { name: 'New event' }).press('n');
    const form = page.getByRole('form', { name: 'Trigger an example' });
    const { types } = ok(await steer(world, 'GET', 'events/types')) as unknown as { types: readonly unknown[] };
    await expect(form.getByRole('option')).toHaveCount(types.length);
    // The beginning that all types share is omitted.
    await expect(form.getByRole('option').first()).toHaveText('api.platform.registry.repo.created.v1');
    await form.getByLabel('Type of the example').selectOption('dev.chainguard.registry.pull.v1');
    await form.getByLabel('What replaces parts of it').fill('[]');
    await form.getByRole('button', { name: 'Trigger' }).press('Enter');
    await expect(page.getByRole('alert')).toContainText('it must be a JSON object');
    await form.getByLabel('What replaces parts of it').fill('{"nowhere": 1}');
    await form.getByRole('button', { name: 'Trigger' }).press('Enter');
    await expect(page.getByRole('alert')).toContainText('400 Invalid argument: overrides.nowhere');
    await form.getByLabel('What replaces parts of it').fill('{"body.tag": "1.27"}');
    await form.getByRole('button', { name: 'Trigger' }).press('Enter');
    await expect(detailOf(page).getByRole('heading', { level: 2 })).toHaveText('registry.pull.v1');
    await expect(detailOf(page)).toContainText('"tag": "1.27"');
    await expectUsable(page);
    await page.getByRole('button', { name: 'Emit one like it' }).click();
    const text = await page.getByLabel('Event, as JSON').inputValue();
    expect(JSON.parse(text)).toMatchObject({ type: 'dev.chainguard.registry.pull.v1', body: { tag: '1.27' } });
    await page.getByLabel('Event, as JSON').fill(text.replace('"1.27"', '"by-hand"'));
    await page.getByRole('button', { name: 'Emit', exact: true }).press('Enter');
    await expect(detailOf(page)).toContainText('"tag": "by-hand"');
    await expect(events(page)).toHaveCount(2);
    expect(seen.filter((line) => !/ 400 |status of 400/.test(line))).toEqual([]);
  });

  const LATE = [
    ['Receivers', 'Subscribe', '**/_mock/v1/info', (page: Page) => page.getByText('sink://late is subscribed.')],
    [
      'Trigger',
      'Trigger an example',
      '**/_mock/v1/events/types',
      (page: Page) => detailOf(page).getByText('registry.repo.created.v1'),
    ],
  ] as const;
  for (const [opener, label, path, said] of LATE) {
    for (const fails of [false, true]) {
      const then = fails ? 'says why it cannot be read' : 'is sent once it is read';
      test(`Z13: the form ${label}, sent before what it needs is read, ${then} @whole`, async ({ page, ownWorld }) => {
        await open(page, await ownWorld(), 'events');
        let release = (): void => {};
        const released = new Promise<void>((resolve) => {
          release = resolve;
        });
        await page.route(path, async (route) => {
          await released;
          await (fails ? route.fulfill({ status: 403, json: { code: 7, message: 'not today' } }) : route.continue());
        });
        await page.getByRole('button', { name: opener }).first().click();
        const form = page.getByRole('form', { name: label });
        const receiver = form.getByLabel('Receiver');
        if (await receiver.count()) await receiver.fill('sink://late');
        await form.getByRole('button').first().press('Enter');
        release();
        await expect((fails ? page.getByText('not today') : said(page)).first()).toBeVisible();
      });
    }
  }

  test('Z13: a sink is subscribed, scripted and emptied, and shows what it has received @whole', async ({
    page,
    ownWorld,
  }) => {
    const world = await ownWorld();
    ok(await steer(world, 'PUT', 'clock', { mode: 'frozen', now: NOW }));
    const seen = await open(page, world, 'events');
    await page.getByRole('button', { name: 'Receivers' }).click();
    await page.getByRole('form', { name: 'Plan of deliveries' }).getByLabel('When').selectOption('sync');
    await page.getByRole('form', { name: 'Plan of deliveries' }).getByRole('button', { name: 'Set' }).click();
    await expect(page.getByText('The plan is set.')).toBeVisible();
    const subscribe = page.getByRole('form', { name: 'Subscribe' });
    await expect(subscribe.getByLabel('For the group')).toHaveValue(await orgOf(world));
    await subscribe.getByLabel('Receiver').fill('sink://orders');
    await page.keyboard.press('Enter');
    await expect(page.getByText('sink://orders is subscribed.')).toBeVisible();
    await page.getByRole('button', { name: 'Open sink://orders' }).press('Enter');
    await expect(page).toHaveURL(/#events\?.*sink=orders/);
    const sink = page.getByRole('region', { name: 'Sink orders' });
    await sink.getByLabel('Statuses in turn').fill('500, 204');
    await page.keyboard.press('Enter');
    await expect(sink).toContainText('Answers next: 500, 204');
    await makeRepo(world, 'ordered');
    const received = sink.getByRole('list', { name: 'Received' }).getByRole('listitem');
    await expect(sink.getByText('1 request', { exact: true })).toBeVisible();
    await expect(received.first()).toContainText(/500 valid registry\.repo\.created\.v1/);
    ok(await steer(world, 'POST', 'clock:advance', { by: '1s', settle: true }));
    await expect(sink.getByText('2 requests')).toBeVisible();
    await expect(received.first()).toContainText('204 valid');
    await received.first().locator('summary').click();
    await expect(sink.getByRole('list', { name: 'Checks' }).first()).toContainText('pass digest');
    await expectUsable(page);
    await sink.getByRole('button', { name: 'Empty' }).click();
    await expect(sink.getByText('0 requests')).toBeVisible();
    await page.getByRole('button', { name: 'Delete the subscription of sink://orders' }).click();
    await expect(page.getByText('sink://orders is not subscribed any more.')).toBeVisible();
    const { subscriptions } = ok(await world.get('/events/v2/subscriptions'));
    expect((subscriptions as readonly { sink: string }[]).map((one) => one.sink)).toEqual([
      'https://hooks.example.com/platform',
    ]);
    expect(seen).toEqual([]);
    await sink.getByLabel('Statuses in turn').fill('often');
    await page.keyboard.press('Enter');
    await expect(sink.getByRole('alert')).toContainText('400 Invalid argument: answers');
    await page.keyboard.press('Escape');
    await openRepo(page, 'ordered');
    await page.getByLabel('To another receiver').fill('sink://elsewhere');
    await page.keyboard.press('Enter');
    await expect(page.getByText('sink://elsewhere: delivered.')).toBeVisible();
    expect(ok(await steer(world, 'GET', 'sink/elsewhere')).received).toHaveLength(1);
  });

  test('Z8: markup in events, in what is sent, and in what receivers answer is shown as text @whole', async ({
    page,
    ownWorld,
    markupServer,
  }) => {
    const world = await ownWorld();
    await subscribed(world, markupServer);
    await subscribed(world, 'sink://marked');
    const wanted = { type: 'repo.created', subject: MARKUP, body: { uid: MARKUP, name: MARKUP, [MARKUP]: MARKUP } };
    const { id } = ok(await steer(world, 'POST', 'events', { ...wanted, actor: { subject: MARKUP } }));
    const sent = { headers: { 'content-type': 'application/json', 'ce-type': MARKUP, 'ce-id': MARKUP }, body: MARKUP };
    await world.as(undefined).send('POST', '/_mock/v1/sink/marked', sent);
    const seen = await open(page, world, 'events', `&event=${id}&in=${world.connection.world}`);
    const refused = deliveryTo(page, markupServer);
    await expect(refused.getByText(MARKUP).first()).toBeVisible();
    await refused.getByRole('button', { name: 'Verify attempt 1' }).click();
    await refused.getByText('What was sent').click();
    await expect(events(page).filter({ hasText: MARKUP })).toHaveCount(1);
    await expect(detailOf(page)).toContainText(`"subject": "${MARKUP}"`);
    await page.goto(`${world.connection.baseUrl}/#events?world=${world.connection.world}&panel=receivers&sink=marked`);
    const sink = page.getByRole('region', { name: 'Sink marked' });
    await expect(sink).toContainText(`not valid ${MARKUP}`);
    await sink.locator('summary').first().click();
    await expect(page.locator('main :is(img, script, b:text-is("bold"))')).toHaveCount(0);
    expect(seen).toEqual([]);
  });
});
