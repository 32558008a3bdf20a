import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ok } from '../support/answer.ts';
import { test } from '../support/folder.ts';
import { steer } from '../support/mock.ts';
import { skipAloud } from '../support/skip-aloud.ts';
import { expect } from '../support/test.ts';
import { mustRun, run } from './programs.ts';
import { virtualEnvironment } from './virtual-environment.ts';

const FOLDER = join(import.meta.dirname, 'fixture-tools');
const LIMIT_MS = 300_000;
const SCHEMA = 'fixture.schema.json';

const python = virtualEnvironment(join(FOLDER, 'requirements.txt'));
const fixtures = readdirSync('fixtures').map((name) => join('fixtures', name));

test.beforeAll(async () => {
  test.setTimeout(LIMIT_MS);
  skipAloud('no tool has read a fixture', await python.install());
});

const JUDGES: Readonly<Record<string, readonly [program: string, ...args: string[]]>> = {
  'check-jsonschema': [join(python.bin, 'check-jsonschema'), '--schemafile', SCHEMA],
  'python-jsonschema with PyYAML': [python.python, join(FOLDER, 'check.py'), SCHEMA],
};

for (const [judge, [program, ...args]] of Object.entries(JUDGES)) {
  test(`S19: ${judge} accepts the fixtures that are shipped, and none with a key that there is not @whole`, async ({
    folder,
  }) => {
    await mustRun(program, [...args, ...fixtures]);
    const wrong = join(folder, 'wrong.yaml');
    writeFileSync(wrong, 'groups:\n  - { name: a, repoes: [] }\n');
    const judged = await run(program, [...args, wrong]);
    expect(judged.code).toBe(1);
    expect(judged.stdout + judged.stderr).toContain('repoes');
  });
}

for (const tool of ['PyYAML', 'ruamel.yaml']) {
  for (const file of fixtures) {
    test(`S19: ${file} that ${tool} has written again is the same fixture @mock @whole`, async ({ ownWorld }) => {
      test.setTimeout(LIMIT_MS);
      const world = await ownWorld('fixture:empty');
      ok(await steer(world, 'PUT', 'clock', { mode: 'frozen' }));
      const apply = async (body: string): Promise<void> => {
        const headers = { 'content-type': 'application/yaml' };
        const target = '/_mock/v1/fixtures?mode=replace';
        ok(await world.send('POST', target, { body, headers }));
      };
      await apply(readFileSync(file, 'utf8'));
      ok(await steer(world, 'PUT', 'snapshots/before'));
      const written = await mustRun(python.python, [join(FOLDER, 'rewrite.py'), tool, file]);
      await apply(written);
      const { added, removed, changed } = ok(await steer(world, 'GET', 'snapshots/before:diff'));
      expect({ added, removed, changed }).toEqual({ added: [], removed: [], changed: [] });
    });
  }
}
