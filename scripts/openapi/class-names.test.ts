import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { demandDistinctClasses } from './class-names.ts';

const ROOT = join(import.meta.dirname, '../..');

const MAP = { type: 'object', additionalProperties: { type: 'string' } };
const TEXT = { type: 'string' };

const holding = (name: string, property: object): object => ({ type: 'object', properties: { [name]: property } });

const ALIKE: readonly (readonly [string, Readonly<Record<string, object>>, string])[] = [
  ['a dot', { 'a.Git.Hub': MAP, 'a.GitHub': MAP }, 'a.Git.Hub and a.GitHub'],
  ['an underscore', { a_Git: MAP, aGit: MAP }, 'a_Git and aGit'],
  ['case', { 'a.Github': MAP, 'a.GitHub': MAP }, 'a.Github and a.GitHub'],
  ['a map in a field', { 'a.Git': holding('apps', MAP), 'a.GitApps': MAP }, 'a.Git.apps and a.GitApps'],
  ['two spellings of a field', { a: { properties: { git_hub: MAP, gitHub: MAP } } }, 'a.git_hub and a.gitHub'],
  ['an enum in a field', { a: holding('kind', { ...TEXT, enum: ['b'] }), aKind: MAP }, 'a.kind and aKind'],
  ['a list', { a: holding('parts', { type: 'array', items: MAP }), aPartsItem: MAP }, 'a.parts.item and aPartsItem'],
  [
    'a map in a map',
    { a: holding('parts', { type: 'object', additionalProperties: MAP }), aPartsAdditionalProperty: MAP },
    'a.parts.additionalProperty and aPartsAdditionalProperty',
  ],
];

for (const [what, schemas, named] of ALIKE) {
  test(`clients §7.1: schemas that differ only by ${what} are refused`, () => {
    const message = `${named} have one name in generated clients`;
    assert.throws(() => demandDistinctClasses(schemas), { message });
  });
}

const APART: readonly (readonly [string, Readonly<Record<string, object>>])[] = [
  ['two names', { 'a.Git': MAP, 'a.GitHub': MAP }],
  [
    'a reference in a field',
    { 'a.Git': holding('apps', { $ref: '#/components/schemas/a.GitApps' }), 'a.GitApps': MAP },
  ],
  ['a text in a field', { 'a.Git': holding('apps', TEXT), 'a.GitApps': MAP }],
];

for (const [what, schemas] of APART) {
  test(`clients §7.1: ${what} may be what generators make them`, () => {
    assert.doesNotThrow(() => demandDistinctClasses(schemas));
  });
}

for (const name of ['openapi.yaml', 'openapi-published.yaml', 'openapi-v1.yaml', 'openapi-v1-published.yaml']) {
  test(`clients §7.1: no two schemas of ${name} have one name in a generated client`, () => {
    const { components } = parse(readFileSync(join(ROOT, name), 'utf8'));
    assert.doesNotThrow(() => demandDistinctClasses(components.schemas));
  });
}
