import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { stageForTests } from './scene-stage.ts';
import { SCENES, type Scene } from './scenes.ts';
import { expect, test } from './test.ts';

// `npm run screenshots` writes what docs/console.md shows; any other run compares what it shows with what is there now.

const DOCS = resolve(import.meta.dirname, '../../docs');
const FOLDER = join(DOCS, 'images/console');
const WRITES = process.env.WRITE_SCREENSHOTS !== undefined;
const WIDTH = 1440;

/** Width and height of a picture; undefined where the bytes are none. */
const sizeOf = (png: Buffer): readonly [width: number, height: number] | undefined =>
  png.subarray(1, 4).toString('latin1') === 'PNG' ? [png.readUInt32BE(16), png.readUInt32BE(20)] : undefined;

const fileOf = ({ name }: Pick<Scene, 'name'>): string => join(FOLDER, `${name}.png`);

/** The scene that is opened with `npm test`, too. */
const USUAL = 'calls';

test.describe('the pictures of docs/console.md @mock @fixture', () => {
  const stage = stageForTests();

  for (const scene of SCENES) {
    const share = scene.name === USUAL ? '' : ' @whole';
    test(`${scene.name} is complete${share}`, async ({ page }, info) => {
      const { width = WIDTH, height } = scene;
      await page.setViewportSize({ width, height });
      await stage.show(page, scene, info.outputPath('run.html'), async (seen) => {
        // Neither a focus nor what is under the mouse is of interest.
        await page.mouse.move(0, 0);
        const top = JSON.stringify(scene.top ?? 'body');
        await page.evaluate(`document.activeElement?.blur(); document.querySelector(${top}).scrollIntoView()`);
        if (WRITES) await page.screenshot({ path: fileOf(scene), animations: 'disabled' });
        expect(seen).toEqual([]);
      });
    });
  }

  test('docs/console.md and docs/traces.md show each picture in its present size, with words for those who do not see it, and no other', () => {
    const text = ['console.md', 'traces.md'].map((name) => readFileSync(join(DOCS, name), 'utf8')).join('\n');
    const shown = [...text.matchAll(/!\[(.*)\]\(images\/console\/(.*)\.png\)/g)];
    expect(shown.map(([, , name]) => name).sort()).toEqual(SCENES.map(({ name }) => name).sort());
    expect(readdirSync(FOLDER).sort()).toEqual(SCENES.map(({ name }) => `${name}.png`).sort());
    for (const [, words = '', name] of shown) expect(words.length, name).toBeGreaterThan(40);
    for (const scene of SCENES) {
      const { name, width = WIDTH, height } = scene;
      // A picture has the size of what is seen of the page.
      expect(sizeOf(readFileSync(fileOf(scene))), `${name}: npm run screenshots makes it`).toEqual([width, height]);
    }
  });
});
