import { ok } from '../support/answer.ts';
import { steer } from '../support/mock.ts';
import { orgOf } from '../support/steered.ts';
import { detailOf, expectUsable, MARKUP, open, rowsOf } from './console-page.ts';
import { costOf, expectWithin } from './list-cost.ts';
import { expect, test } from './test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

test.describe('the rows in the console @mock', () => {
  test('Z7: a row is made, changed and deleted as the identity that is chosen, and refused as clients see it @whole', async ({
    page,
    ownWorld,
  }) => {
    const world = await ownWorld();
    const org = await orgOf(world);
    const seen = await open(page, world, 'rows');
    const total = page.locator('search output');
    await expect(total).toHaveText('12 repos');
    await page.keyboard.press('n');
    await page.getByLabel('Fields, as JSON').fill('{"name":"from-page"}');
    await page.getByRole('button', { name: 'Create' }).click();
    const row = detailOf(page);
    await expect(row.getByRole('heading', { name: 'from-page' })).toBeVisible();
    await expect(total).toHaveText('13 repos');
    await expect(page.getByRole('grid', { name: 'Repos' })).toContainText(/from-page.*new/);
    await row.getByRole('tab', { name: 'JSON v1' }).click();
    await expect(row).toContainText('"create_time"');
    await page.keyboard.press('i');
    const [{ uid }] = ok(await world.get('/registry/v2/repos?name=from-page')).repos as [{ uid: string }];
    const text = await page.getByLabel('Row, as JSON').inputValue();
    // An error names its line.
    const wrong = { ...JSON.parse(text), catalogTier: 'NONE' };
    await page.getByLabel('Row, as JSON').fill(JSON.stringify(wrong, null, 2));
    await page.getByRole('button', { name: 'Send what differs' }).click();
    await expect(page.getByRole('alert').filter({ hasText: /line \d+, .*catalogTier/ })).toBeVisible();
    await expectUsable(page);
    await page.getByLabel('Row, as JSON').fill(JSON.stringify({ uid, name: 'from-page', description: MARKUP }));
    await page.getByRole('button', { name: 'Send what differs' }).click();
    await row.getByRole('tab', { name: 'JSON v2' }).click();
    await expect(row).toContainText(`"description": ${JSON.stringify(MARKUP)}`);
    await row.getByRole('tab', { name: 'Who may' }).click();
    await expect(row).toContainText(/viewer: \d+ of \d+ operations/);
    await page.keyboard.press('Delete');
    await expect(total).toHaveText('12 repos');
    expect((await world.get(`/registry/v2/repos/${uid}`)).status).toBe(404);
    // The browser reports the 400s of the API, and no other error.
    expect(seen.filter((line) => !/ 400 |status of 400/.test(line))).toEqual([]);
    await page.getByLabel('As', { exact: true }).selectOption('viewer');
    await expect(total).toHaveText('12 repos');
    // The token of the page expires, and another takes its place.
    ok(await steer(world, 'POST', 'clock:advance', { by: '2h' }));
    const tree = page.getByRole('navigation', { name: 'Groups and kinds of rows' });
    await tree.getByRole('link', { name: /^Tags/ }).click();
    await expect(total).toHaveText('44 tags');
    await tree.getByRole('link', { name: /^Repos/ }).click();
    await expect(total).toHaveText('12 repos');
    await page.keyboard.press('n');
    await page.getByRole('button', { name: 'Create' }).click();
    await expect(page.getByRole('alert')).toHaveText(
      `Permission denied: missing capability "repo.create" on group ${org}`,
    );
  });

  test('Z7: every kind of row that the API lists is in the tree, with its filters and its order @whole', async ({
    page,
    ownWorld,
  }) => {
    // The test walks through ten kinds.
    test.setTimeout(120_000);
    const world = await ownWorld();
    await open(page, world, 'rows');
    const tree = page.getByRole('navigation', { name: 'Groups and kinds of rows' });
    for (const [kind, count] of [
      ['Group invites', 1],
      ['Identity providers', 1],
      ['End-of-life tags', 12],
      ['Advisories', 5],
      ['Resolved vulnerabilities reports', 2],
      ['Vulnerability counts', 4],
      ['Build reports', 3],
      ['Sync statuses', 2],
      ['Documents', 3],
      ['Artifacts', 7],
    ] as const) {
      const link = tree.getByRole('link', { name: new RegExp(`^${kind}`) });
      await expect(link).toHaveText(new RegExp(`${count}$`));
      await link.click();
      await expect(page.locator('search output')).toHaveText(
        `${count} ${kind.toLowerCase().slice(0, count === 1 ? -1 : undefined)}`,
      );
      await rowsOf(page, kind).first().click();
      await expect(detailOf(page).getByRole('tabpanel')).toContainText('{');
      const uid = detailOf(page).locator('.mid');
      await expect(uid).toHaveText((await uid.getAttribute('title')) ?? '');
    }
    await tree.getByRole('link', { name: /^Tags/ }).click();
    await page.getByRole('combobox', { name: 'Search the rows' }).fill('name:latest');
    await expect(page.locator('search output')).toHaveText(/^\d+ tags$/);
    await expect(rowsOf(page, 'Tags').first()).toContainText('latest');
    await tree.getByRole('link', { name: /^Repos/ }).click();
    await page.getByRole('button', { name: 'Name: order by it, descending' }).click();
    await expect(rowsOf(page, 'Repos').first()).toContainText('static');
    await page.getByRole('combobox', { name: 'Search the rows' }).fill('nam:x');
    await expect(rowsOf(page, 'Repos')).toHaveCount(12);
  });

  test('Z7: rows that no call lists, and rows above all groups, are in the tree as the world counts them @whole', async ({
    page,
    ownWorld,
  }) => {
    const world = await ownWorld();
    const digest = `sha256:${'a'.repeat(64)}`;
    const every = {
      name: 'every.example',
      identities: [
        {
          name: 'somebody',
          claimMatch: { issuer: 'https://every.example', subject: 'somebody' },
          metadata: { company: 'Every Inc.' },
        },
      ],
      identityProviders: [
        {
          name: 'sign-in',
          defaultRole: 'viewer',
          oidc: { issuer: 'https://every.example', clientId: 'id', clientSecret: 'secret' },
          scimCredential: { enabled: true },
        },
      ],
      repos: [{ name: 'own', tags: [{ name: 'latest', digest, history: { entries: [{ digest }] } }] }],
    };
    ok(await steer(world, 'POST', 'fixtures', { groups: [every] }));
    const { rows } = ok(await steer(world, 'GET', 'info')) as unknown as { rows: Readonly<Record<string, number>> };
    const seen = await open(page, world, 'rows');
    const tree = page.getByRole('navigation', { name: 'Groups and kinds of rows' });
    const total = page.locator('search output');
    await tree.getByRole('button', { name: 'Listed by no call' }).click();
    for (const [name, title, text] of [
      ['repoReadmes', 'Repo readmes', '# nginx'],
      ['images', 'Images', 'entrypoint'],
      ['artifactVersions', 'Artifact versions', 'logback'],
      ['identityMetadata', 'Identity metadata', 'Every Inc.'],
      ['scimCredentials', 'SCIM credentials', '"enabled": true'],
      ['termsDocuments', 'Terms documents', 'guardener-tos.v1'],
      ['superusers', 'Superusers', '"uid"'],
      ['tagHistories', 'Tag histories', digest],
      ['repoDeployments', 'Deployments', '"uid"'],
      ['registrySettings', 'Registry settings', '"eolGracePeriod": true'],
      ['packages', 'Packages', '"latestVersion": "1.27.4"'],
    ] as const) {
      const link = tree.getByRole('link', { name: new RegExp(`^${title} \\d`) });
      await expect(link).toHaveText(new RegExp(`${rows[name]}$`));
      await link.click();
      await expect(total).toHaveText(new RegExp(`^${rows[name]} ${title.slice(0, -3)}`, 'i'));
      await rowsOf(page, title).first().click();
      await expect(detailOf(page).getByRole('tabpanel')).toContainText(text);
    }
    await tree.getByRole('button', { name: 'Above all groups' }).click();
    for (const [kind, number] of [
      ['Groups', 2],
      ['Identities', 1],
      ['Roles', 33],
    ] as const) {
      await tree
        .getByRole('link', { name: new RegExp(`^${kind} ${number}$`) })
        .last()
        .click();
      await expect(total).toHaveText(new RegExp(`^${number} `));
    }
    const { snapshots } = ok(await steer(world, 'GET', 'snapshots'));
    expect(snapshots).toEqual([]);
    expect(seen).toEqual([]);
  });

  test('Z7: one row of a kind is named as one, and Enter in its search goes to it as soon as it has come @whole', async ({
    page,
    ownWorld,
  }) => {
    const world = await ownWorld();
    let send = (): void => undefined;
    const sent = new Promise<void>((resolve) => {
      send = resolve;
    });
    await page.route('**/registry/v2/repos?*name=nginx*', async (route) => {
      await sent;
      await route.continue();
    });
    await open(page, world, 'rows');
    const total = page.locator('search output');
    await expect(total).toHaveText('12 repos');
    await page.keyboard.press('/');
    await page.keyboard.type('nginx');
    await expect(total).toHaveText('loading');
    await page.keyboard.press('Enter');
    send();
    await expect(total).toHaveText('1 repo');
    await expect(rowsOf(page, 'Repos')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(detailOf(page)).toContainText(/nginx\s*repo/);
    await page
      .getByRole('navigation', { name: 'Groups and kinds of rows' })
      .getByRole('link', { name: /^Group invites/ })
      .click();
    await expect(total).toHaveText('1 group invite');
  });

  for (const width of [1_280, 1_440]) {
    test(`Z7: the tree with its counts is beside the rows, and not over them, at ${width} pixels @whole`, async ({
      page,
      ownWorld,
    }) => {
      await page.setViewportSize({ width, height: 720 });
      await open(page, await ownWorld(), 'rows');
      await expect(page.locator('search output')).toHaveText('12 repos');
      await expect(page.locator('.side .num').last()).toBeVisible();
      const rightOf = async (place: string): Promise<number> =>
        Math.max(
          ...(await page.locator(place).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right))),
        );
      for (const place of ['.side .num', '.side select', '.side a'])
        expect(await rightOf(place), place).toBeLessThanOrEqual(await rightOf('.side'));
    });
  }

  test('Z9: a list of 100,000 rows costs what is in sight of it, wherever that is @whole', async ({
    page,
    freshServer,
  }) => {
    test.slow();
    const { api } = await freshServer('--fixture', 'large');
    const nth = async (place: number): Promise<string> => {
      const { repos } = ok(await api.get(`/registry/v2/repos?order_by=name&page_size=1&skip=${place - 1}`));
      return (repos as readonly [{ readonly name: string }])[0].name;
    };
    const large = ok(await api.get('/iam/v2/groups?name=large.example.com')).groups as [{ uid: string }];
    await page.goto(`${api.connection.baseUrl}/#rows?group=${large[0].uid}&kind=repos`);
    // The first list sorts all rows.
    await expect(page.locator('search output')).toHaveText('100,000 repos', { timeout: 30_000 });
    const list = page.getByRole('grid', { name: 'Repos' });
    const cost = await costOf(page, list);
    const rowOf = (place: number) => list.locator(`[aria-rowindex="${place + 1}"]`);
    /** Moves the list, and returns what that has cost once the row of a place is there. */
    const moved = async (place: number, move: () => Promise<unknown>) => {
      await cost.start();
      await move();
      await expect(rowOf(place)).toContainText(await nth(place));
      await expect(rowOf(place)).toBeInViewport();
      return cost.end();
    };
    const scrollTo = (place: number): Promise<unknown> =>
      page.evaluate(`document.querySelector('.rowt').scrollTop = ${(place - 1) * 26}`);
    // Each row that is drawn is a place, what it waits with, and then its cells with their texts.
    const jump = { rows: 60, requests: 3, nodes: 60 * 20 };
    await rowOf(1).click();
    expectWithin(await moved(100_000, () => page.keyboard.press('End')), jump);
    expectWithin(await moved(1, () => page.keyboard.press('Home')), { ...jump, requests: 1 });
    expectWithin(await moved(50_000, () => scrollTo(50_000)), jump);
    const walk = async (from: number, to: number): Promise<void> => {
      for (let place = from; place <= to; place += 4_000) expectWithin(await moved(place, () => scrollTo(place)), jump);
    };
    // From here on it holds as many pages as it ever does.
    await walk(4_000, 44_000);
    const before = await cost.heap();
    await walk(48_000, 96_000);
    const after = await cost.heap();
    expect(after.nodes - before.nodes).toBeLessThan(400);
    expect(after.bytes - before.bytes).toBeLessThan(1_500_000);
  });
});
