import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { filesIn, shippedFixtures } from '../package-home.ts';
import { FixtureError } from './fixture-error.ts';
import { fixtureNames, loadFixture } from './load.ts';

const folder = await mkdtemp(join(tmpdir(), 'fixtures-'));
after(() => rm(folder, { recursive: true }));

test('fixtureNames lists the shipped fixtures', async () => {
  const names = ['default', 'empty', 'hierarchy', 'large', 'lifecycle', 'permissions', 'samples'];
  assert.deepEqual(fixtureNames(shippedFixtures), names);
});

test('loadFixture reads a shipped fixture by its name', async () => {
  const { file, contents } = await loadFixture('empty', { shipped: shippedFixtures });
  assert.equal(file, 'empty.yaml');
  assert.ok('identities' in contents);
});

for (const name of ['own.yaml', 'own.yml', 'own.json']) {
  test(`loadFixture reads ${name} as a file`, async () => {
    const path = join(folder, name);
    await writeFile(path, '{"groups": [{"name": "a"}]}');
    const { file, contents } = await loadFixture(path, { shipped: shippedFixtures });
    assert.deepEqual([file, contents], [path, { groups: [{ name: 'a' }] }]);
    await rm(path);
  });
}

test('loadFixture prefers what a build has made of a shipped fixture', async () => {
  await writeFile(join(folder, 'made.yaml'), 'description: slow');
  await writeFile(join(folder, 'made.json'), '{"description": "quick"}');
  assert.deepEqual(fixtureNames(filesIn(folder)), ['made']);
  const { file, contents } = await loadFixture('made', { shipped: filesIn(folder) });
  assert.deepEqual([file, contents], ['made.yaml', { description: 'quick' }]);
});

test('loadFixture counts lines in a file that starts with a byte order mark', async () => {
  const path = join(folder, 'bom.yaml');
  await writeFile(path, '\uFEFFgroups:\n  - name: a\n');
  const { contents, positionOf } = await loadFixture(path, { shipped: filesIn(folder) });
  assert.deepEqual([contents, positionOf(['groups', 0]).line], [{ groups: [{ name: 'a' }] }, 2]);
});

const REFUSED: readonly (readonly [what: string, name: string, message: RegExp])[] = [
  ['an unknown name near a known one', 'deflt', /^deflt: no fixture has this name, did you mean "default"\?$/],
  ['an unknown name', 'kangaroo', /^kangaroo: no fixture has this name, there are default, empty, /],
  ['a file that is not there', './nowhere.yaml', /^\.\/nowhere\.yaml: there is no such file or folder$/],
  ['a folder', `${folder}/`, /: is a folder$/],
];

for (const [what, name, message] of REFUSED) {
  test(`loadFixture refuses ${what}`, async () => {
    await assert.rejects(loadFixture(name, { shipped: shippedFixtures }), (error) => {
      assert.ok(error instanceof FixtureError);
      assert.match(error.message, message);
      assert.equal(error.mistakes[0]?.line, 0);
      return true;
    });
  });
}

test('loadFixture reports the file and line of what cannot be read', async () => {
  const path = join(folder, 'broken.yaml');
  await writeFile(path, 'groups:\n  - [');
  await assert.rejects(loadFixture(path, { shipped: filesIn(folder) }), (error) => {
    assert.ok(error instanceof FixtureError);
    const [mistake] = error.mistakes;
    assert.deepEqual([mistake?.file, mistake?.line], [path, 2]);
    return true;
  });
});
