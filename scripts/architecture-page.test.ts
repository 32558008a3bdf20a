import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { MAY_IMPORT, MAY_IMPORT_TYPES } from '../src/testing/architecture/rooms.ts';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const page = readFileSync(join(PROJECT, 'docs/architecture.md'), 'utf8');

const foldersOf = (folder: string): readonly string[] =>
  readdirSync(join(PROJECT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

/** The folders of `src` that hold nothing but rooms. */
const WINGS = ['faces', 'features'];

const rooms = [
  ...foldersOf('src').filter((name) => !WINGS.includes(name)),
  ...[...WINGS, 'server'].flatMap((wing) => foldersOf(`src/${wing}`).map((name) => `${wing}/${name}`)),
];

/** The rooms of the table, from the lowest floor to the highest. */
const listed = [...page.matchAll(/^\| `src\/([\w/-]+)\/` \| /gm)].map(([, room = '']) => room);

const isFolder = (room: string): boolean => existsSync(join(PROJECT, 'src', room));
const above = (room: string): readonly string[] => listed.slice(0, listed.indexOf(room));

/** The rooms that the nodes of a diagram name, and its arrows between nodes. */
const diagrams = [...page.matchAll(/^```mermaid\n([\s\S]*?)^```$/gm)].map(([, text = '']) => {
  const labels = new Map([...text.matchAll(/(\w+)\["([^"]+)"\]/g)].map(([, node = '', label = '']) => [node, label]));
  const roomsOf = (nodes: string): readonly string[] =>
    nodes.split(' & ').flatMap((node) => (labels.get(node.trim()) ?? node.trim()).split(', '));
  const chains = text
    .replace(/\["[^"]+"\]/g, '')
    .split('\n')
    .filter((line) => line.includes('-->'))
    .map((line) => line.split('-->').map(roomsOf));
  const arrows = chains.flatMap((chain) => chain.slice(1).map((to, index) => [chain[index] ?? [], to] as const));
  return { named: new Set(chains.flat(2)), arrows };
});

/** The rooms that a node of a diagram names: `features` stands for each of them. */
const roomsOfNode = (node: string): readonly string[] =>
  node === 'features' ? rooms.filter((room) => room.startsWith('features/')) : [node];

/** The differences of two lists of rooms, in words. */
const differencesOf = (wanted: readonly string[]): readonly string[] => [
  ...wanted
    .filter((room) => !listed.includes(room))
    .map((room) => `src/${room}/ has no row: add it below all that it imports`),
  ...listed.filter((room) => !wanted.includes(room)).map((room) => `src/${room}/ has a row, and is no such room`),
  ...listed.filter((room, place) => listed.indexOf(room) < place).map((room) => `src/${room}/ has two rows`),
];

test('the table of docs/architecture.md has each room on the disk once, and no other', () => {
  assert.deepEqual(differencesOf(rooms), []);
});

test('the table of docs/architecture.md has each folder that imports are ruled for', () => {
  const ruled = [...MAY_IMPORT.keys()].filter((room) => isFolder(room) && room !== 'console/app');
  assert.deepEqual(differencesOf(ruled), []);
  assert.ok(page.includes('`src/console/app/`'));
});

const MAX_WORDS = 3_000;

test(`docs/architecture.md has at most ${MAX_WORDS} words`, () => {
  const words = page.split(/\s+/).filter((word) => /\w/.test(word)).length;
  assert.ok(words <= MAX_WORDS, `${words} words`);
});

test('docs/architecture.md names each file beside the rooms', () => {
  const files = readdirSync(join(PROJECT, 'src')).filter((name) => /\.ts$/.test(name));
  assert.deepEqual(
    files.filter((name) => !page.includes(`\`src/${name}\``)),
    [],
  );
});

for (const room of listed) {
  test(`src/${room}/ may import only what stands above it in the table`, () => {
    const allowed = (MAY_IMPORT.get(room) ?? []).filter((other) => listed.includes(other));
    assert.deepEqual(
      allowed.filter((other) => !above(room).includes(other)),
      [],
    );
  });
}

test('the diagrams of docs/architecture.md name every room but that of the tests, and each kind of file that has rules', () => {
  const [house, feature] = diagrams.map(({ named }) => [...named].flatMap(roomsOfNode));
  assert.equal(diagrams.length, 2);
  assert.deepEqual(
    house?.filter((room) => isFolder(room)).toSorted(),
    rooms.filter((room) => room !== 'testing').toSorted(),
  );
  const kinds = [...MAY_IMPORT.keys()].filter((room) => room.startsWith('*'));
  assert.deepEqual(feature?.filter((room) => room.startsWith('*')).toSorted(), kinds.toSorted());
  for (const kind of kinds) assert.match(page, new RegExp(`^\\| \`\\${kind}\` \\| `, 'm'));
});

test('an arrow of the diagrams points to rooms of which one may import where it begins', () => {
  const mayImport = (importing: string, imported: string): boolean =>
    [MAY_IMPORT, MAY_IMPORT_TYPES].some((table) => table.get(importing)?.includes(imported));
  const wrong = diagrams.flatMap(({ arrows }) =>
    arrows
      .filter(
        ([from, to]) =>
          !to
            .flatMap(roomsOfNode)
            .some((importing) => from.flatMap(roomsOfNode).some((imported) => mayImport(importing, imported))),
      )
      .map(([from, to]) => `${from.join(', ')} --> ${to.join(', ')}`),
  );
  assert.deepEqual(wrong, []);
});
