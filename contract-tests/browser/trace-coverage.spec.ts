import type { Locator, Page } from '@playwright/test';
import { ok } from '../support/answer.ts';
import { Api } from '../support/api.ts';
import { mintToken, steer } from '../support/mock.ts';
import { faulty } from '../support/steered.ts';
import { makeWorld } from '../support/worlds.ts';
import { detailOf, expectUsable, rowsOf } from './console-page.ts';
import { expect, test } from './test.ts';
import { expectNoButtons, openFile, openTrace, pageOfTrace, withTrace } from './traced-page.ts';

test.use({ viewport: { width: 1440, height: 900 } });

interface Kind {
  readonly status: number;
  readonly code: string;
}

interface Counted extends Kind {
  readonly reason?: string;
  readonly count: number;
}

interface Operation {
  readonly operation: string;
  readonly version: string;
  readonly declared: readonly Kind[];
  readonly clients: readonly {
    readonly client: string;
    readonly answers: readonly Counted[];
    readonly faulted: readonly Counted[];
  }[];
}

/** Each call with a fault that acts on it, and whether it has an answer. */
const FAULTS: readonly (readonly [operation: string, path: string, phase: string, effect: object, isLost: boolean])[] =
  [
    ['ListRoles', '/iam/v2/roles', 'before', { code: 'INVALID_ARGUMENT' }, false],
    // The fault only delays this call, which fails because the repo is missing.
    ['GetRepo', '/registry/v2/repos/ORG/0123456789abcdef', 'before', { latency: 1 }, false],
    ['GetGroup', '/iam/v2/groups/ORG', 'after_commit', { drop: true }, true],
    ['ListTags', '/registry/v2/tags', 'after_commit', { truncate: 20 }, true],
  ];

/** A run that meets answers of the API, of faults of each kind, and of a quota, over both versions. */
const run = async (world: Api, org: string): Promise<void> => {
  const client = { headers: { cgclientid: 'acme-ci/2.4.1' } };
  const rules = FAULTS.map(([operation, , phase, effect]) => ({ match: { operation }, phase, do: effect, times: 1 }));
  ok(await steer(world, 'PUT', 'faults', rules));
  for (const [, path, , , isLost] of FAULTS) {
    const sent = faulty(world).send('GET', path.replace('ORG', org), client);
    if (isLost) await expect(sent).rejects.toThrow();
    else expect((await sent).status).toBeGreaterThanOrEqual(400);
  }
  await world.as(await mintToken(world, 'viewer')).post(`/registry/v2/repos/${org}`, { name: 'checkout' });
  expect((await world.send('DELETE', `/iam/v2/groups/${org}`, client)).status).toBe(400);
  for (let nth = 0; nth < 2; nth += 1) ok(await world.get('/registry/v1/repos'));
  ok(await steer(world, 'PUT', 'quota', [{ requests: 1, per: '1h', by: 'world' }]));
  for (let nth = 0; nth < 2; nth += 1) await faulty(world).get('/iam/v2/identities');
};

const isMet = ({ clients }: Operation, { status, code }: Kind): boolean =>
  clients.some(({ answers }) => answers.some((met) => met.status === status && met.code === code));

const metIn = (operation: Operation): number => operation.declared.filter((kind) => isMet(operation, kind)).length;

const sumOf = (operations: readonly Operation[], of: (operation: Operation) => number): number =>
  operations.reduce((sum, operation) => sum + of(operation), 0);

/** Expects the detail of an operation to show all that is reported of it, client by client. */
const expectReported = async (detail: Locator, page: Page, { clients }: Operation): Promise<void> => {
  for (const { client, answers, faulted } of clients) {
    const section = detail.locator('section').filter({ has: page.getByRole('heading', { name: client }) });
    // Whether the connection was closed or cut is in a trace with the fault, and not with the answer.
    const wordOf = ({ code, reason = code }: Counted): string =>
      /^(?:DROPPED|TRUNCATED)$/.test(reason) ? code : reason;
    await expect(section.locator('dt')).toHaveText(
      [...answers, ...faulted].map((met) => `${met.status} ${wordOf(met)}`),
    );
    const countOf = ({ count }: Counted): string => `${count} time${count === 1 ? '' : 's'}`;
    await expect(section.locator('dd')).toHaveText([
      ...answers.map(countOf),
      ...faulted.map((met) => `${countOf(met)} by a fault`),
    ]);
  }
};

test.describe('the coverage on the page of a trace @mock @fixture', () => {
  test('R26: Coverage has of the calls of a world, and of all, what the mock reports of them @whole', async ({
    page,
    ownServer,
  }, info) => {
    const { api } = await ownServer();
    const { id, token, orgId } = await makeWorld(api, { name: 'covered', from: 'fixture:default' });
    const world = new Api({ ...api.connection, world: id }, token);
    await run(world, orgId);
    ok(await api.get('/iam/v2/groups'));
    const { operations } = ok(await steer(world, 'GET', 'coverage')) as unknown as { readonly operations: Operation[] };
    const text = await pageOfTrace(api, '&world=*');
    const seen = await openFile(page, info.outputPath('run.html'), text, `#coverage?world=${id}`);
    const rows = rowsOf(page, 'Operations');
    for (const version of ['v2', 'v1']) {
      await page.getByRole('button', { name: version, exact: true }).click();
      const own = operations.filter((one) => one.version === version);
      const called = own.filter(({ clients }) => clients.length > 0);
      await expect(rows).toHaveText(
        called.map((one) => new RegExp(`^${one.operation}${metIn(one)} of ${one.declared.length}`)),
      );
      const [covered, answers] = [sumOf(own, (one) => Math.min(1, metIn(one))), sumOf(own, metIn)];
      const declared = sumOf(own, (one) => one.declared.length);
      await expect(page.locator('.foot [role=status]')).toHaveText(
        `${covered} of ${own.length} operations, ${answers} of ${declared} answers`,
      );
      for (const [nth, one] of called.entries()) {
        await rows.nth(nth).click();
        await expect(detailOf(page).getByRole('heading', { level: 2 })).toHaveText(one.operation);
        await expectReported(detailOf(page), page, one);
      }
    }
    await page.getByRole('button', { name: 'v2', exact: true }).click();
    await rows.filter({ hasText: /^ListRoles/ }).click();
    await expect(detailOf(page)).toContainText(/400 INVALID_ARGUMENT\s*met by faults only/);
    await expect(detailOf(page)).toContainText('A trace does not count who asked for further pages');
    await expectNoButtons(page, ['Read again']);
    await expectUsable(page);
    await expect(rows.filter({ hasText: /^ListGroups/ })).toHaveCount(0);
    await page.keyboard.press('w');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect(rows.filter({ hasText: /^ListGroups/ })).toHaveCount(1);
    await expect(page).not.toHaveURL(/world=/);
    expect(seen).toEqual([]);
  });

  test('R26: of a trace that does not say which answers were asked for, those beside a fault count as that @whole', async ({
    page,
    ownWorld,
  }, info) => {
    const world = await ownWorld();
    const lost = { match: { operation: 'ListRoles' }, phase: 'before', do: { code: 'INVALID_ARGUMENT' } };
    ok(await steer(world, 'PUT', 'faults', [lost]));
    await faulty(world).get('/iam/v2/roles');
    const text = withTrace(await pageOfTrace(world), (trace) => trace.replaceAll(/,"_faulted":(?:true|false)/g, ''));
    const seen = await openFile(page, info.outputPath('run.html'), text, '#coverage');
    await rowsOf(page, 'Operations').first().click();
    await expect(detailOf(page)).toContainText(/400 INVALID_ARGUMENT\s*met by faults only/);
    // Damaged data are ignored: the answers of the run are shown, and no declared one.
    const damaged = text.replace(/(id="declared">)[^<]*/, '$1AAAA');
    await openFile(page, info.outputPath('run.html'), damaged, '#coverage');
    await expect(rowsOf(page, 'Operations')).toHaveText([/^ListRoles0 of 0/]);
    expect(seen).toEqual([]);
  });

  test('R15: a trace without a call has no coverage, and says so @whole', async ({ page, ownWorld }, info) => {
    const seen = await openTrace(page, await ownWorld(), info, '#coverage');
    await expect(page.getByRole('heading', { name: 'No operation was called' })).toBeVisible();
    await page.getByRole('button', { name: 'All operations' }).last().click();
    await expect(rowsOf(page, 'Operations').first()).toContainText(/0 of \d/);
    expect(seen).toEqual([]);
  });
});
