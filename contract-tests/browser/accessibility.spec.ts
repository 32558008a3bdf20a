import { expectUsable } from './console-page.ts';
import { stageForTests } from './scene-stage.ts';
import { SCENES } from './scenes.ts';
import { test } from './test.ts';

test.describe('whoever looks at the pages @mock @fixture @whole', () => {
  test.describe.configure({ timeout: 180_000 });
  const stage = stageForTests();

  for (const scene of SCENES) {
    test(`Z17: ${scene.name} is accessible in both looks, and no wider than its window`, async ({ page }, info) => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await stage.show(page, scene, info.outputPath('run.html'), () => expectUsable(page));
    });
  }
});
