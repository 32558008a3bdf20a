import { ok } from '../support/answer.ts';
import { steer } from '../support/mock.ts';
import { orgOf } from '../support/steered.ts';
import { expectUsable, open } from './console-page.ts';
import { expect, test } from './test.ts';

test('E25: the page moves the clock to the next timer, or to one, and shows what fired @mock @whole', async ({
  page,
  ownWorld,
}) => {
  const world = await ownWorld();
  const org = await orgOf(world);
  ok(await steer(world, 'PUT', 'clock', { mode: 'frozen', now: '2030-01-01T00:00:00.000Z' }));
  ok(await steer(world, 'PUT', 'events:plan', { mode: 'sync' }));
  // The page reports a step once the timers that fired are done.
  const answers = [{ status: 500 }, { status: 503, delayMs: 300 }, { status: 204 }];
  ok(await steer(world, 'PUT', 'sink/flaky', { answers }));
  ok(await world.post(`/events/v2/subscriptions/${org}`, { sink: 'sink://flaky' }));
  /** The statuses of the attempts that have ended, to deliver the repo to the sink. */
  const statuses = async (): Promise<readonly number[]> => {
    type Found = readonly { readonly id: string }[];
    const { events } = ok(await steer(world, 'GET', 'events?type=repo.created'));
    const { deliveries } = ok(await steer(world, 'GET', `events/${(events as Found)[0]?.id}/deliveries`));
    type Delivery = { readonly url: string; readonly attempts: readonly { readonly status: number }[] };
    const found = (deliveries as unknown as readonly Delivery[]).find(({ url }) => url === 'sink://flaky');
    return (found?.attempts ?? []).map(({ status }) => status);
  };
  const seen = await open(page, world, 'faults');
  const timers = page.getByRole('list', { name: 'Timers' }).getByRole('listitem');
  const fired = page.getByRole('list', { name: 'Fired' }).getByRole('listitem');
  await expect(page.getByText('frozen', { exact: true }).first()).toBeVisible();
  await expect(timers).toHaveCount(0);
  // A new timer appears by itself, and leaves the focus and the form as they are (Z12).
  await page.getByLabel('How far').fill('1');
  ok(await world.post(`/registry/v2/repos/${org}`, { name: 'retried' }));
  await expect(timers).toContainText([/^2030-01-01T00:00:01\.000Zdelivery, attempt 2.*repo\.created\.v1/]);
  await expect(page.getByLabel('How far')).toHaveValue('1');
  await expect(page.getByLabel('How far')).toBeFocused();
  await expectUsable(page);
  await page.getByRole('button', { name: 'To the next timer' }).press('Enter');
  await expect(page.getByText('The clock shows 2030-01-01T00:00:01.000Z. 1 fired.')).toBeVisible();
  await expect(fired).toContainText(['delivery, attempt 2']);
  expect(await statuses()).toEqual([500, 503]);
  await expect(timers).toContainText([/^2030-01-01T00:00:05\.000Zdelivery, attempt 3/]);
  await page.getByRole('button', { name: 'Advance to 2030-01-01T00:00:05.000Z' }).press('Enter');
  await expect(page.getByText('The clock shows 2030-01-01T00:00:05.000Z. 1 fired.')).toBeVisible();
  await expect(fired).toContainText(['delivery, attempt 3']);
  await expect(timers).toHaveCount(0);
  expect(await statuses()).toEqual([500, 503, 204]);
  await expectUsable(page);
  // A fired timer links to its event.
  await fired.getByRole('link').click();
  const deliveries = page.getByRole('list', { name: 'Deliveries' }).locator('li.delivery');
  await expect(deliveries.filter({ hasText: 'sink://flaky' })).toContainText(/delivered.*500.*503.*204/s);
  expect(seen).toEqual([]);
  await page.getByRole('link', { name: 'Faults' }).click();
  await page.getByRole('button', { name: 'To the next timer' }).click();
  await expect(page.getByRole('alert')).toContainText('there is no timer');
});
