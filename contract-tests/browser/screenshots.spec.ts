import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { ok } from '../support/answer.ts';
import { Api } from '../support/api.ts';
import { steer } from '../support/mock.ts';
import { type OwnServer, startOwnServer } from '../support/own-server.ts';
import { makeWorld } from '../support/worlds.ts';
import { SCENES, type Scene, testRun } from './scenes.ts';
import { runSuite } from './suite-run.ts';
import { expect, test } from './test.ts';
import { openFile, pageOfTrace } from './traced-page.ts';
import { watch } from './watched-page.ts';

// `npm run screenshots` writes what docs/console.md shows; any other run compares what it shows with what is there now.

const DOCS = resolve(import.meta.dirname, '../../docs');
const FOLDER = join(DOCS, 'images/console');
const WRITES = process.env.WRITE_SCREENSHOTS !== undefined;
const WIDTH = 1440;
/** What a page on a machine of the reader has, in place of the port of a test. */
const SHOWN_URL = 'http://127.0.0.1:8484';
const BEGIN = { from: 'fixture:default', clock: { mode: 'frozen', now: '2026-01-28T13:00:00Z' } };
const WORLD = { name: 'demo', ...BEGIN };
/** The page of the API has a large script to read. */
const COMPLETE_MS = 20_000;

/** Width and height of a picture; undefined where the bytes are none. */
const sizeOf = (png: Buffer): readonly [width: number, height: number] | undefined =>
  png.subarray(1, 4).toString('latin1') === 'PNG' ? [png.readUInt32BE(16), png.readUInt32BE(20)] : undefined;

const fileOf = ({ name }: Pick<Scene, 'name'>): string => join(FOLDER, `${name}.png`);

test.describe('the pictures of docs/console.md @mock @fixture', () => {
  let server: OwnServer;

  test.beforeAll(async () => {
    server = await startOwnServer(['--profile', 'specification']);
  });

  test.afterAll(async () => {
    await server?.stop('SIGKILL');
  });

  let trace: Promise<string> | undefined;
  const makeTrace = async (): Promise<string> => {
    await runSuite(server.api, BEGIN, testRun);
    return pageOfTrace(server.api, '&world=*');
  };

  /** Opens a scene; returns what went wrong on the page since. */
  const open = async (page: Page, { path, before, isOfAll, isTrace }: Scene): Promise<readonly string[]> => {
    const { baseUrl } = server.api.connection;
    const seen = watch(page, new URL(baseUrl).origin);
    if (isTrace) {
      trace ??= makeTrace();
      return openFile(
        page,
        test.info().outputPath('run.html'),
        (await trace).replace('data-name="all worlds"', 'data-name="run.html"'),
      );
    }
    await page.route(`${baseUrl}/`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replaceAll(baseUrl, SHOWN_URL) });
    });
    if (!path.includes('#')) {
      await page.goto(`${baseUrl}${path}`);
      return seen;
    }
    const { id, token } = await makeWorld(server.api, WORLD);
    const world = new Api({ ...server.api.connection, world: id }, token);
    const more = (await before?.(world)) ?? '';
    await page.goto(`${baseUrl}${path}${isOfAll ? '' : `?world=${id}${more}`}`);
    return seen;
  };

  for (const scene of SCENES) {
    test(`${scene.name} is complete, and docs/console.md shows it in its present size @whole`, async ({ page }) => {
      const { width = WIDTH, height } = scene;
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: scene.scheme ?? 'light' });
      try {
        const seen = await open(page, scene);
        await scene.act?.(page);
        for (const text of scene.shows) {
          await expect(page.locator('body')).toContainText(text, { timeout: COMPLETE_MS, useInnerText: true });
        }
        // Neither a focus nor what is under the mouse is of interest.
        await page.mouse.move(0, 0);
        const top = JSON.stringify(scene.top ?? 'body');
        await page.evaluate(`document.activeElement?.blur(); document.querySelector(${top}).scrollIntoView()`);
        if (WRITES) await page.screenshot({ path: fileOf(scene), animations: 'disabled' });
        expect(existsSync(fileOf(scene)), 'npm run screenshots makes it').toBe(true);
        // A picture has the size of what is seen of the page.
        expect(sizeOf(readFileSync(fileOf(scene)))).toEqual([width, height]);
        expect(seen.filter((text) => !(scene.isRefused && / 400 /.test(text)))).toEqual([]);
      } finally {
        if (scene.path.includes('#')) ok(await steer(server.api, 'DELETE', `worlds/${WORLD.name}`));
      }
    });
  }

  test('docs/console.md and docs/traces.md show each picture with words for those who do not see it, and no other', () => {
    const text = ['console.md', 'traces.md'].map((name) => readFileSync(join(DOCS, name), 'utf8')).join('\n');
    const shown = [...text.matchAll(/!\[(.*)\]\(images\/console\/(.*)\.png\)/g)];
    expect(shown.map(([, , name]) => name).sort()).toEqual(SCENES.map(({ name }) => name).sort());
    expect(readdirSync(FOLDER).sort()).toEqual(SCENES.map(({ name }) => `${name}.png`).sort());
    for (const [, words = '', name] of shown) expect(words.length, name).toBeGreaterThan(40);
  });
});
