import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator, Page } from '@playwright/test';
import { ok } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import { startReceiver } from '../support/event-receiver.ts';
import { steer } from '../support/mock.ts';
import { orgOf } from '../support/steered.ts';
import { expectUsable, MARKUP, open } from './console-page.ts';
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

const makeRepo = async (world: Api, name: string): Promise<string> =>
  ok(await world.post(`/registry/v2/repos/${await orgOf(world)}`, { name })).uid;

/** A world whose clock stands, in which a call is answered once its events have been sent to a receiver. */
const subscribed = async (world: Api, sink: string): Promise<void> => {
  ok(await steer(world, 'PUT', 'clock', { mode: 'frozen', now: NOW }));
  ok(await steer(world, 'PUT', 'events:plan', { mode: 'sync' }));
  ok(await world.post(`/events/v2/subscriptions/${await orgOf(world)}`, { sink }));
};

const eventLinks = (page: Page): Locator => page.getByRole('list', { name: 'Events' }).getByRole('link');

const openEvent = (page: Page): Locator => page.getByRole('region', { name: /^Event / });

/** The delivery of the open event to a receiver. */
const deliveryTo = (page: Page, url: string): Locator =>
  page
    .getByRole('list', { name: 'Deliveries' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: `Redeliver to ${url}` }) });

/** The deliveries of the open event to a receiver as the control plane has them. */
const deliveriesOf = async (page: Page, world: Api, url: string): Promise<readonly Delivery[]> => {
  const [id] = /(?<=event=)[0-9a-f-]{36}/.exec(page.url()) ?? [];
  const { deliveries } = ok(await steer(world, 'GET', `events/${id}/deliveries`));
  return (deliveries as readonly Delivery[]).filter((one) => one.url === url);
};

const attemptsIn = (delivery: Locator): Locator => delivery.locator('ol > li');

test.describe('the events in the console @mock', () => {
  test('Z13: events come as they are emitted, by filters that the address keeps', async ({ page, ownWorld }) => {
    const world = await ownWorld();
    const seen = await open(page, world, 'events');
    await expect(page.getByRole('status').filter({ hasText: '0 events, live' })).toBeVisible();
    await makeRepo(world, 'first');
    await expect(eventLinks(page)).toHaveText([/repo\.created\.v1 first /]);
    ok(await world.post('/iam/v2/groups', { name: 'other' }));
    await expect(eventLinks(page)).toHaveText([/group\.created\.v1 other /, /repo\.created\.v1 first /]);
    await page.getByLabel('Type', { exact: true }).fill('repo.created');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/#events\?.*type=repo\.created/);
    await expect(eventLinks(page)).toHaveCount(1);
    ok(await world.post('/iam/v2/groups', { name: 'unseen' }));
    await makeRepo(world, 'second');
    await expect(eventLinks(page)).toHaveText([/ second /, / first /]);
    await page.reload();
    await expect(eventLinks(page)).toHaveText([/ second /, / first /]);
    await eventLinks(page).first().press('Enter');
    await expect(page).toHaveURL(/#events\?.*event=/);
    await expect(openEvent(page)).toBeFocused();
    await expect(openEvent(page)).toContainText(`"group": "${await orgOf(world)}"`);
    await expect(openEvent(page)).toContainText('"name": "second"');
    await expectUsable(page);
    await page.getByRole('button', { name: 'All events' }).click();
    await expect(eventLinks(page)).toHaveCount(4);
    expect(seen).toEqual([]);
    await page.getByLabel('Type', { exact: true }).fill('repo.creatd');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText('did you mean "repo.created"');
  });

  test('Z12: a delivery that fails is shown with each attempt as it comes, verified, and sent once more', async ({
    page,
    ownWorld,
    receiver,
  }) => {
    const world = await ownWorld();
    const { url, received } = await receiver(world, (count) => (count === 1 ? 503 : 204));
    await subscribed(world, url);
    await makeRepo(world, 'retried');
    const seen = await open(page, world, 'events');
    await page.getByRole('link', { name: /repo\.created\.v1 retried/ }).click();
    const first = deliveryTo(page, url).first();
    await expect(first).toContainText('pending');
    await expect(first).toContainText('Next attempt at 2030-01-01T00:00:01.000Z');
    await expect(attemptsIn(first)).toHaveText([/^503 2030-01-01T00:00:00\.000Z/]);
    // Nobody touches the page meanwhile.
    await openEvent(page).getByText('Emit one like it', { exact: true }).click();
    await page.getByLabel('To another receiver').fill('sink://half');
    await first.getByRole('button', { name: `Redeliver to ${url}` }).focus();
    ok(await steer(world, 'POST', 'clock:advance', { to: 'next', settle: true }));
    await expect(attemptsIn(first)).toHaveText([/^503 /, /^204 2030-01-01T00:00:01\.000Z/]);
    await expect(first).toContainText('delivered');
    await expect(page.getByLabel('To another receiver')).toHaveValue('sink://half');
    await expect(first.getByRole('button', { name: `Redeliver to ${url}` })).toBeFocused();
    await expect(openEvent(page).getByRole('form', { name: 'Emit one like it' })).toBeVisible();
    await first.getByRole('button', { name: 'Verify attempt 2' }).press('Enter');
    await expect(first).toContainText('A receiver accepts it.');
    await expect(first.getByRole('list', { name: 'Checks' })).toContainText('pass signature RS256');
    await first.getByText('What was sent').first().click();
    await expect(first).toContainText('"Ce-Type"');
    await first.getByRole('button', { name: `Redeliver to ${url}` }).press('Enter');
    await expect(page.getByText(`${url}: delivered.`)).toBeVisible();
    await expect(deliveryTo(page, url)).toHaveCount(2);
    await expect(deliveryTo(page, url).last()).toContainText('delivered, sent again');
    expect(received.map(({ status }) => status)).toEqual([503, 204, 204]);
    expect(new Set(received.map(({ event }) => event?.id)).size).toBe(1);
    const [sent, again] = await deliveriesOf(page, world, url);
    expect(again).toMatchObject({ redelivery: true, subscription: sent?.subscription });
    // The default fixture has a receiver that is no local host.
    await expect(deliveryTo(page, 'https://hooks.example.com/platform')).toContainText('suppressed');
    await expectUsable(page);
    expect(seen).toEqual([]);
  });

  test('Z12: what is gone is said once, and not asked for again', async ({ page, ownWorld }) => {
    const world = await ownWorld();
    await makeRepo(world, 'gone');
    const seen = await open(page, world, 'events', '&sink=orders');
    await page.getByRole('link', { name: /repo\.created\.v1 gone/ }).click();
    await expect(deliveryTo(page, 'https://hooks.example.com/platform')).toBeVisible();
    ok(await steer(world, 'POST', 'reset'));
    await expect(openEvent(page).getByRole('alert')).toContainText('404 Not found');
    // The sink that is open, too, is read on.
    for (let nth = 0; nth < 3; nth += 1) await page.waitForResponse(/\/sink\/orders$/);
    expect(seen.filter((line) => line.startsWith('response: '))).toEqual([
      expect.stringMatching(/404 .*\/deliveries$/),
    ]);
  });

  test('Z13: what a receiver refuses is shown with its answer, and the check that fails', async ({
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
    await page.getByRole('link', { name: /repo\.created\.v1 forged/ }).click();
    const delivery = deliveryTo(page, url);
    await expect(attemptsIn(delivery)).toHaveText([/^403 .*ERR_JWS_SIGNATURE_VERIFICATION_FAILED/]);
    await delivery.getByRole('button', { name: 'Verify attempt 1' }).click();
    await expect(delivery).toContainText('A receiver refuses it.');
    await expect(delivery.getByRole('list', { name: 'Checks' })).toContainText('fail signature');
    // The same by hand, as from the log of a receiver.
    const [{ attempts }] = (await deliveriesOf(page, world, url)) as [Delivery];
    const { headers, body } = (attempts[0] as Delivery['attempts'][number]).request;
    const byHand = page.getByRole('form', { name: 'Verify a delivery' });
    await page.getByText('Verify a delivery', { exact: true }).click();
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

  test('Z13: an example is triggered, and one like it emitted with another body', async ({ page, ownWorld }) => {
    const world = await ownWorld();
    const seen = await open(page, world, 'events');
    await page.getByText('Trigger an example', { exact: true }).press('Enter');
    const form = page.getByRole('form', { name: 'Trigger an example' });
    const { types } = ok(await steer(world, 'GET', 'events/types')) as unknown as { types: readonly unknown[] };
    await expect(form.getByRole('option')).toHaveCount(types.length);
    // What all of them begin with is left out.
    await expect(form.getByRole('option').first()).toHaveText('api.platform.registry.repo.created.v1');
    await form.getByLabel('Type of the example').selectOption('dev.chainguard.registry.pull.v1');
    await form.getByLabel('What replaces parts of it').fill('{"body.tag": "1.27"}');
    await form.getByRole('button', { name: 'Trigger' }).press('Enter');
    await expect(page.getByText('Emitted an example of dev.chainguard.registry.pull.v1.')).toBeVisible();
    await expect(openEvent(page).getByRole('heading', { level: 3 })).toHaveText('dev.chainguard.registry.pull.v1');
    await expect(openEvent(page)).toContainText('"tag": "1.27"');
    await expectUsable(page);
    await openEvent(page).getByText('Emit one like it', { exact: true }).click();
    const another = openEvent(page).getByRole('form', { name: 'Emit one like it' });
    const text = await another.getByLabel('Event, as JSON').inputValue();
    expect(JSON.parse(text)).toMatchObject({ type: 'dev.chainguard.registry.pull.v1', body: { tag: '1.27' } });
    await another.getByLabel('Event, as JSON').fill(text.replace('"1.27"', '"by-hand"'));
    await another.getByRole('button', { name: 'Emit' }).press('Enter');
    await expect(openEvent(page)).toContainText('"tag": "by-hand"');
    await expect(eventLinks(page)).toHaveCount(2);
    expect(seen).toEqual([]);
    await form.getByLabel('What replaces parts of it').fill('[]');
    await form.getByRole('button', { name: 'Trigger' }).press('Enter');
    await expect(page.getByRole('alert')).toContainText('it must be a JSON object');
    await form.getByLabel('What replaces parts of it').fill('{"nowhere": 1}');
    await form.getByRole('button', { name: 'Trigger' }).press('Enter');
    await expect(page.getByRole('alert')).toContainText('400 Invalid argument: overrides.nowhere');
    await expect(eventLinks(page)).toHaveCount(2);
  });

  test('Z13: a sink is subscribed, scripted and emptied, and shows what it has received', async ({
    page,
    ownWorld,
  }) => {
    const world = await ownWorld();
    ok(await steer(world, 'PUT', 'clock', { mode: 'frozen', now: NOW }));
    ok(await steer(world, 'PUT', 'events:plan', { mode: 'sync' }));
    const seen = await open(page, world, 'events');
    const subscribe = page.getByRole('form', { name: 'Subscribe' });
    await expect(subscribe.getByLabel('For the group')).toHaveValue(await orgOf(world));
    await subscribe.getByLabel('Receiver').fill('sink://orders');
    await page.keyboard.press('Enter');
    await expect(page.getByText('sink://orders is subscribed.')).toBeVisible();
    await page.getByRole('link', { name: 'Open sink://orders' }).press('Enter');
    await expect(page).toHaveURL(/#events\?.*sink=orders/);
    const sink = page.getByRole('region', { name: 'Sink orders' });
    await sink.getByLabel('Statuses in turn').fill('500, 204');
    await page.keyboard.press('Enter');
    await expect(sink).toContainText('Answers next: 500, 204');
    await makeRepo(world, 'ordered');
    const received = sink.getByRole('list', { name: 'Received' }).getByRole('listitem');
    await expect(sink.getByText('1 requests')).toBeVisible();
    await expect(received.first()).toContainText(/^valid dev\.chainguard\..*repo\.created\.v1 answered 500/);
    ok(await steer(world, 'POST', 'clock:advance', { by: '1s', settle: true }));
    await expect(sink.getByText('2 requests')).toBeVisible();
    await expect(received.first()).toContainText('answered 204');
    await sink.getByText('Request', { exact: true }).first().click();
    await expect(sink.getByRole('list', { name: 'Checks' }).first()).toContainText('pass digest');
    await page.getByRole('link', { name: /repo\.created\.v1 ordered/ }).click();
    await page.getByLabel('To another receiver').fill('sink://elsewhere');
    await page.keyboard.press('Enter');
    await expect(page.getByText('sink://elsewhere: delivered.')).toBeVisible();
    expect(ok(await steer(world, 'GET', 'sink/elsewhere')).received).toHaveLength(1);
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
  });

  test('Z8: markup in events, in what is sent, and in what receivers answer is shown as text', async ({
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
    const seen = await open(page, world, 'events', `&event=${id}&sink=marked`);
    const refused = deliveryTo(page, markupServer);
    await expect(refused.getByText(MARKUP).first()).toBeVisible();
    await refused.getByRole('button', { name: 'Verify attempt 1' }).click();
    await refused.getByText('What was sent').click();
    const sink = page.getByRole('region', { name: 'Sink marked' });
    await expect(sink).toContainText(`not valid ${MARKUP}`);
    for (const summary of await page.getByText(/^(?:Request|Emit one like it)$/).all()) await summary.click();
    await expect(eventLinks(page)).toContainText([MARKUP, '']);
    await expect(openEvent(page).getByText(`"subject": "${MARKUP}"`).first()).toBeVisible();
    await expect(page.locator('main img, main script, main b')).toHaveCount(0);
    expect(seen).toEqual([]);
  });
});
