import type { Page } from '@playwright/test';
import { ok } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import { mintToken } from '../support/mock.ts';
import { orgOf } from '../support/steered.ts';
import { partOf } from './console-page.ts';
import { expect, test } from './test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

const FIELDS = 'input, select, textarea';
/** Elements that can be pressed, without those that only scroll. */
const STOPS = `${FIELDS}, button, a, summary`;

/** Presses Tab until the focus is on a stop whose name or label begins with a text; fails with the last stop if none is. */
const tabTo = async (page: Page, name: string, isField: boolean): Promise<void> => {
  for (let stop = 0; stop < 120; stop += 1) {
    const at = await page.evaluate<string>(`(() => {
      const { activeElement: at } = document;
      if (!at?.matches(${JSON.stringify(isField ? FIELDS : STOPS)})) return '';
      const label = at?.getAttribute('aria-label') ?? at?.labels?.[0]?.textContent ?? at?.textContent ?? '';
      return label.trim();
    })()`);
    if (at.startsWith(name)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`no stop of the Tab key is ${name}`);
};

/** Keys, texts after `'`, and stops of the Tab key after `>`, or after `@` where they are fields; a text after `~` is waited for. */
const play = async (page: Page, keys: readonly string[]): Promise<void> => {
  for (const key of keys) {
    if (key.startsWith('~')) await expect(page.locator('main')).toContainText(key.slice(1), { useInnerText: true });
    else if (/^[>@]/.test(key)) await tabTo(page, key.slice(1), key.startsWith('@'));
    else if (key.startsWith("'")) await page.keyboard.type(key.slice(1));
    else await page.keyboard.press(key);
  }
};

/** Actions in a part by keys alone, each with the text that is visible then, or the part of the address. */
type Action = readonly [action: string, keys: readonly string[], seen: RegExp | string];

const ACTIONS: Readonly<Record<string, readonly Action[]>> = {
  start: [
    ['goes to the calls', ['1'], '#calls'],
    ['goes to the tests', ['2'], '#tests'],
    ['chooses a kind of client, and copies its lines', ['>curl', 'Enter', '>Copy', 'Enter'], /Copied/],
    ['lists the keys', ['?'], /Single keys do this/],
  ],
  calls: [
    ['finds a call', ['/', "'operation:CreateRepo status:403", 'Enter'], /Refused\. CreateRepo needs repo\.create/],
    ['grants what is missing', ['/', "'status:403", 'Enter', '~Grant', 'g'], /viewer has .* on example\.com/],
    ['sends it again', ['/', "'status:403", 'Enter', '~Fail next time', 'r'], /CreateRepo was sent again as viewer/],
    [
      'fails the next',
      ['/', "'status:403", 'Enter', '~Fail next time', 'f', 'Enter'],
      /CreateRepo will lose its next answer/,
    ],
    ['takes that back', ['/', "'status:403", 'Enter', '~Fail next time', 'f', 'Enter', '>Undo', 'Enter'], /Undone/],
    ['opens the world before', ['/', "'DeleteRepo", 'Enter', '~World before', 'b'], /as it was before call/],
    ['copies as curl', ['/', "'status:403", 'Enter', '~Fail next time', 'c'], /Copied as curl/],
    ['copies as a test', ['/', "'status:403", 'Enter', '~Fail next time', 'y'], /Copied as a test/],
    ['goes through the tabs', ['/', "'DeleteRepo", 'Enter', '~World before', 'ArrowRight'], 'tab='],
    [
      'sends its event once more',
      [
        '/',
        "'operation:CreateRepo status:2xx",
        'Enter',
        '~Changes',
        'ArrowRight',
        'ArrowRight',
        '~Send once more',
        'o',
      ],
      /Sent once more to|It has no receiver/,
    ],
    ['goes to the failed one before', ['End', '['], /Refused\. CreateRepo needs repo\.create/],
    ['shows errors only', ['e'], /1 of \d+/],
    ['holds new calls back', ['p'], /Paused\. 0 new calls wait/],
    ['goes on', ['p', '~Paused', 'p'], /Live/],
    ['sets the search by a mark', ['>0 faulted', 'Enter'], 'is%3Afaulted'],
    ['closes the call', ['End', '~Fail next time', 'Escape'], '#calls(?!.*call=)'],
    ['chooses all worlds', ['w', 'ArrowUp', 'ArrowUp', 'Enter'], '#calls(?!.*world=)'],
  ],
  tests: [
    [
      'closes the form of a new world alone',
      ['~open, of no test', 'ArrowDown', 'n', '@Name', 'Escape'],
      '#tests.*test=(?!-)',
    ],
    ['makes a world', ['n', '@Name', "'by-keys", 'Enter'], /by-keys/],
  ],
  rows: [
    ['makes a row', ['n', '>Create', 'Enter'], /is made/],
    ['edits a row', ['/', "'orders", '~1 repo', 'Enter', 'ArrowDown', '~"name": "orders"', 'i'], /Send what differs/],
    ['copies a row', ['/', "'orders", '~1 repo', 'Enter', 'ArrowDown', '~"name": "orders"', 'c'], /Copied/],
    [
      'deletes a row',
      ['/', "'orders", '~1 repo', 'Enter', 'ArrowDown', '~"name": "orders"', 'Delete'],
      /No repo|is deleted/,
    ],
    ['reads as another', ['@As', "'viewer"], 'as='],
    ['opens a kind', ['>Roles', 'Enter'], 'kind=roles'],
    ['orders by a column', ['>Name: order by it', 'Enter'], 'order=name'],
  ],
  events: [
    [
      'sends one once more',
      ['/', "'orders", '~1 of', 'Enter', '~Send once more', 'o'],
      /Sent once more to|It has no receiver/,
    ],
    [
      'emits one like it',
      [
        '/',
        "'orders",
        '~1 of',
        'Enter',
        '~Emit one like it',
        '>Emit one like it',
        'Enter',
        '@Event, as JSON',
        'Control+Enter',
      ],
      'event=',
    ],
    ['triggers an example', ['n', '~group_invite.created', '~orders', '>Trigger', 'Enter'], 'event='],
    ['subscribes', ['>Receivers', 'Enter', '@Receiver', "'sink://inbox", 'Enter'], /sink:\/\/inbox is subscribed/],
    ['opens a sink', ['>Receivers', 'Enter', '@Name of the sink', "'inbox", 'Enter'], 'sink=inbox'],
    ['sets the plan', ['>Receivers', 'Enter', '@Delay', "'5s", 'Enter'], /The plan is set/],
  ],
  faults: [
    ['adds a fault', ['@Operation', "'GetRole", 'Enter'], /GetRole.*0 hits/s],
    ['drops it', ['>Drop fault 1', 'Enter'], /No fault is set/],
    ['freezes the clock', ['>Freeze', 'Enter'], /The clock shows/],
    ['advances it', ['@How far', "'72h", 'Enter'], /No timer fired/],
    ['sets a quota', ['@Calls', "'100", 'Enter'], /Quota is set/],
    ['ends it', ['>End quota', 'Enter'], /Quota has ended/],
    ['sets a lag', ['@Lag of lists', "'2s", 'Enter'], /Lag is set/],
  ],
  access: [
    ['opens what one may do', ['>viewer', 'Enter'], /What viewer may do in example\.com/],
    ['has rights reported', ['@Enforced', 'ArrowDown'], /Rights: report\./],
    [
      'asks whether one may',
      ['@Identity', "'viewer", 'Tab', "'CreateRepo", 'Tab', "'org", 'Enter'],
      /It may not: it lacks repo\.create/,
    ],
    ['explains a token', ['@Token', "'nonsense", 'Tab', 'Enter'], /It is refused/],
    ['works out the least roles', ['@Caller', "'viewer", 'Enter'], /repo\.create|No call of it/],
  ],
  fixtures: [
    ['checks one', ['@Fixture, YAML or JSON', "'groups: [{ nam: x }]", '>Check', 'Enter'], /did you mean "name"/],
    ['saves a snapshot', ['@Name', "'by-keys", 'Enter'], /by-keys/],
    ['restores it', ['>Restore', 'Enter'], /The world is as it was in by-keys/],
  ],
  coverage: [['opens an operation', ['/', "'CreateRepo", 'Tab', "'org", 'Enter'], /never met/]],
};

/** A text of each part that is there once it has loaded what it shows first: a key that is pressed before meets nothing. */
const LOADED: Readonly<Record<string, string>> = { calls: 'checkout', rows: 'nginx', events: 'orders' };

/** A refused call, a row that was deleted, and one that is there. */
const prepare = async (world: Api): Promise<void> => {
  const org = await orgOf(world);
  await world.as(await mintToken(world, 'viewer')).post(`/registry/v2/repos/${org}`, { name: 'checkout' });
  ok(await world.post(`/registry/v2/repos/${org}`, { name: 'orders' }));
  const { uid } = ok(await world.post(`/registry/v2/repos/${org}`, { name: 'gone' }));
  ok(await world.send('DELETE', `/registry/v2/repos/${uid}`));
};

/** The part that is walked with `npm test`, too: keys are pressed in real pages, one after the other. */
const USUAL = 'fixtures';

for (const [part, actions] of Object.entries(ACTIONS)) {
  const share = part === USUAL ? '' : ' @whole';
  test(`Z17: each action of ${part} is done by keys alone @mock @fixture${share}`, async ({
    page,
    context,
    ownWorld,
  }) => {
    test.setTimeout(180_000);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const world = await ownWorld();
    await prepare(world);
    for (const [action, keys, seen] of actions) {
      await test.step(action, async () => {
        await page.goto('about:blank');
        await page.goto(partOf(world, part));
        await expect(page.getByRole('banner')).toBeVisible();
        await expect(page.locator('main')).toContainText(LOADED[part] ?? /\S/, { useInnerText: true });
        await play(page, keys);
        if (typeof seen === 'string') await expect(page, action).toHaveURL(new RegExp(seen));
        else await expect(page.locator('body'), action).toContainText(seen, { useInnerText: true });
      });
    }
  });
}
