import type { Page } from '@playwright/test';
import { ok } from '../support/answer.ts';
import { Api } from '../support/api.ts';
import { steer } from '../support/mock.ts';
import { type OwnServer, startOwnServer } from '../support/own-server.ts';
import { makeWorld } from '../support/worlds.ts';
import { type Scene, testRun } from './scenes.ts';
import { runSuite } from './suite-run.ts';
import { expect, test } from './test.ts';
import { openFile, pageOfTrace } from './traced-page.ts';
import { watch } from './watched-page.ts';

/** The address on the reader's machine, in place of the port of a test. */
const DOCUMENTED_URL = 'http://127.0.0.1:8484';
const BEGIN = { from: 'fixture:default', clock: { mode: 'frozen', now: '2026-01-28T13:00:00Z' } };
const WORLD = { name: 'demo', ...BEGIN };
/** The page of the API has a large script to read. */
const COMPLETE_MS = 20_000;

/** A mock for the scenes, one after the other. */
export interface Stage {
  /** Opens a scene in a file or in a world of its own, waits until it is complete, and hands over what went wrong meanwhile. */
  readonly show: (
    page: Page,
    scene: Scene,
    file: string,
    use: (seen: readonly string[]) => Promise<void>,
  ) => Promise<void>;
  readonly close: () => Promise<unknown>;
}

/** Opens a part of the console, or a page of the API; returns what went wrong on it since. */
const openPage = async ({ api }: OwnServer, page: Page, scene: Scene): Promise<readonly string[]> => {
  const { path, before, isOfAll } = scene;
  const { baseUrl } = api.connection;
  const seen = watch(page, new URL(baseUrl).origin);
  await page.route(`${baseUrl}/`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replaceAll(baseUrl, DOCUMENTED_URL) });
  });
  if (!path.includes('#')) {
    await page.goto(`${baseUrl}${path}`);
    return seen;
  }
  const { id, token } = await makeWorld(api, WORLD);
  const world = new Api({ ...api.connection, world: id }, token);
  const more = (await before?.(world)) ?? '';
  await page.goto(`${baseUrl}${path}${isOfAll ? '' : `?world=${id}${more}`}`);
  return seen;
};

/** Starts the mock of the scenes. */
const openStage = async (): Promise<Stage> => {
  const server = await startOwnServer(['--profile', 'specification']);
  let trace: Promise<string> | undefined;
  const makeTrace = async (): Promise<string> => {
    await runSuite(server.api, BEGIN, testRun);
    const page = await pageOfTrace(server.api, '&world=*');
    return page.replace('data-name="all worlds"', 'data-name="run.html"');
  };
  return {
    show: async (page, scene, file, use) => {
      await page.emulateMedia({ colorScheme: 'light' });
      try {
        if (scene.isTrace) trace ??= makeTrace();
        const seen =
          trace && scene.isTrace ? await openFile(page, file, await trace) : await openPage(server, page, scene);
        await scene.act?.(page);
        for (const text of scene.shows) {
          await expect(page.locator('body')).toContainText(text, { timeout: COMPLETE_MS, useInnerText: true });
        }
        await use(seen.filter((text) => !(scene.isRefused && / 400 /.test(text))));
      } finally {
        if (scene.path.includes('#')) ok(await steer(server.api, 'DELETE', `worlds/${WORLD.name}`));
      }
    },
    close: () => server.stop('SIGKILL'),
  };
};

/** Opens a stage before the tests of a group, and closes it behind them. */
export const stageForTests = (): { readonly show: Stage['show'] } => {
  let stage: Stage | undefined;
  test.beforeAll(async () => {
    stage = await openStage();
  });
  test.afterAll(async () => {
    await stage?.close();
  });
  return { show: (...scenes) => (stage as Stage).show(...scenes) };
};
