import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { showIn } from './console-page.ts';
import { stageForTests } from './scene-stage.ts';
import { SCENES, type Scene } from './scenes.ts';
import { expect, test } from './test.ts';

// `npm run screenshots` writes what docs/console.md shows; any other run compares what it shows with what is there now.

const DOCS = resolve(import.meta.dirname, '../../docs');
const FOLDER = join(DOCS, 'images/console');
const WRITES = process.env.WRITE_SCREENSHOTS !== undefined;
const WIDTH = 1440;

/** Width and height of a picture; undefined if the bytes are no picture. */
const sizeOf = (png: Buffer): readonly [width: number, height: number] | undefined =>
  png.subarray(1, 4).toString('latin1') === 'PNG' ? [png.readUInt32BE(16), png.readUInt32BE(20)] : undefined;

const LOOKS = ['light', 'dark'] as const;
type Look = (typeof LOOKS)[number];

/** The scene that is opened with `npm test`, too. */
const USUAL = 'calls';

const fileOf = ({ name }: Pick<Scene, 'name'>, look: Look): string => join(FOLDER, `${name}-${look}.png`);

/** A picture of a page of the documentation: its names in both looks, and its words. */
const PICTURE =
  /<picture>\n<source media="\(prefers-color-scheme: dark\)" srcset="images\/console\/(.*)-dark\.png">\n<img alt="(.*)" src="images\/console\/(.*)-light\.png">\n<\/picture>/g;

test.describe('the pictures of the console @mock @fixture', () => {
  const stage = stageForTests();

  for (const scene of SCENES) {
    const share = scene.name === USUAL ? '' : ' @whole';
    test(`${scene.name} is complete${share}`, async ({ page }, info) => {
      const { width = WIDTH, height } = scene;
      await page.setViewportSize({ width, height });
      await stage.show(page, scene, info.outputPath('run.html'), async (seen) => {
        // A picture shows no focus, and nothing under the mouse.
        await page.mouse.move(0, 0);
        await page.evaluate('document.activeElement?.blur()');
        for (const look of LOOKS) {
          await showIn(page, look);
          if (WRITES) await page.screenshot({ path: fileOf(scene, look), animations: 'disabled' });
        }
        expect(seen).toEqual([]);
      });
    });
  }

  test('docs/console.md and docs/traces.md show each picture in both looks and its present size, with words for those who do not see it, and no other', () => {
    const text = ['console.md', 'traces.md'].map((name) => readFileSync(join(DOCS, name), 'utf8')).join('\n');
    const pictures = [...text.matchAll(PICTURE)].map(([, dark = '', words = '', light = '']) => ({
      dark,
      words,
      light,
    }));
    const names = SCENES.map(({ name }) => name).sort();
    expect(text.match(/images\/console\//g)).toHaveLength(names.length * LOOKS.length);
    for (const look of LOOKS) expect(pictures.map((picture) => picture[look]).sort()).toEqual(names);
    for (const { dark, light } of pictures) expect(dark).toBe(light);
    expect(readdirSync(FOLDER).sort()).toEqual(
      names.flatMap((name) => LOOKS.map((look) => `${name}-${look}.png`)).sort(),
    );
    for (const { words, light } of pictures) expect(words.length, light).toBeGreaterThan(40);
    for (const scene of SCENES) {
      const { name, width = WIDTH, height } = scene;
      for (const look of LOOKS) {
        // A picture has the size of what is seen of the page.
        const size = sizeOf(readFileSync(fileOf(scene, look)));
        expect(size, `${name} in ${look}: npm run screenshots makes it`).toEqual([width, height]);
      }
    }
  });
});
