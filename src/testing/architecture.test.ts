import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { cyclesOf, fileGraph, placeGraph } from './architecture/cycles.ts';
import { KNOWN_CYCLES, KNOWN_ROOM_CYCLES, KNOWN_VIOLATIONS } from './architecture/exceptions.ts';
import { folderOf, MAY_IMPORT, roomOf } from './architecture/rooms.ts';
import { sourceFile, targetOf } from './architecture/source-file.ts';
import { violationsOf } from './architecture/violations.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

const sources = (folder: string): readonly string[] =>
  readdirSync(join(PROJECT, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('node_modules/'));

const read = (path: string): string => readFileSync(join(PROJECT, path), 'utf8');

const files = sources('src')
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => sourceFile(path, read(`src/${path}`)));

/** The exceptions are exact: one that is no longer needed fails, so that their list only shrinks. */
const demandOnly = (found: readonly string[], known: readonly string[]): void =>
  assert.deepEqual([...new Set(found)].sort(), [...known].sort());

test('every source file keeps the rules of the house', () => {
  const broken = files.flatMap((file) => violationsOf(file).map((rule) => `${file.path}: ${rule}`));
  demandOnly(broken, KNOWN_VIOLATIONS);
});

test('no files import each other in a circle', () => {
  demandOnly(cyclesOf(fileGraph(files)), KNOWN_CYCLES);
});

test('no rooms import each other in a circle', () => {
  demandOnly(cyclesOf(placeGraph(fileGraph(files), roomOf)), KNOWN_ROOM_CYCLES);
  const allowed = new Map([...MAY_IMPORT].map(([room, others]) => [room, new Set(others)]));
  assert.deepEqual(cyclesOf(allowed), []);
});

test('no folders import each other in a circle, whatever their files are', () => {
  assert.deepEqual(cyclesOf(placeGraph(fileGraph(files), folderOf)), []);
});

test('contract tests import nothing from src', () => {
  const imports = (path: string): boolean => {
    const text = read(path);
    // A file without these letters cannot name one of src, and is not parsed.
    if (!text.includes('src/')) return false;
    return sourceFile(path, text).imports.some(({ from }) => targetOf(path, from).startsWith('src/'));
  };
  const broken = sources('contract-tests')
    .map((path) => `contract-tests/${path}`)
    .filter(imports);
  assert.deepEqual(broken, []);
});
