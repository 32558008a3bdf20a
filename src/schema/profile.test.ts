import assert from 'node:assert/strict';
import { test } from 'node:test';
import { differenceLines } from '../../scripts/difference-lines.ts';
import { makePerProfile, profileIn, profileNamed, SPECIFICATION } from './profile.ts';
import { PROFILE_NAMES } from './profile-differences.ts';

test('P1: a world without a profile follows the specification', () => {
  assert.equal(profileIn({}), SPECIFICATION);
  assert.equal(SPECIFICATION.name, 'specification');
  const published = profileNamed('published');
  assert.equal(profileIn({ profile: published }), published);
});

test('P1: each difference is one, in what the code reads and in what the documents say', () => {
  const { name: _, place: __, ...first } = SPECIFICATION;
  const second = profileNamed('published');
  for (const [key, does] of Object.entries(first)) assert.notDeepEqual(does, second[key as keyof typeof first], key);
  assert.equal(differenceLines.length, Object.keys(first).length);
  for (const { subject, texts } of differenceLines) {
    assert.equal(texts.length, PROFILE_NAMES.length);
    assert.equal(new Set(texts).size, texts.length, subject);
  }
});

test('a value that depends on the profile only is made once for each', () => {
  let made = 0;
  const numbered = makePerProfile((profile) => {
    made += 1;
    return `${profile.name} ${made}`;
  });
  assert.equal(made, 0);
  const published = profileNamed('published');
  assert.deepEqual([numbered(published), numbered(SPECIFICATION)], ['published 1', 'specification 2']);
  assert.deepEqual([numbered(published), numbered(SPECIFICATION)], ['published 1', 'specification 2']);
});
