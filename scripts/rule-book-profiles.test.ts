import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { differenceLines } from './difference-lines.ts';

test('P1: every conflict with the published interface is a difference between the profiles, or named as none on their page', () => {
  const read = (path: string): string => readFileSync(new URL(`../docs/${path}`, import.meta.url), 'utf8');
  const pages = ['rules/differences.md', 'rules/profiles.md'].map(read).join('');
  const rules = [...pages.matchAll(/<a id="(C\d+)">/g)].map(([, id = '']) => id);
  const differing = differenceLines.flatMap(({ rules: own }) => own);
  const [, alike = ''] = read('profiles.md').split('## What is the same in both');
  const named = [...alike.matchAll(/\]\(behaviour\.md#(C\d+)\)/g)].map(([, id = '']) => id);
  assert.ok(rules.length > 30);
  assert.deepEqual([...differing, ...named].sort(), rules.sort());
});
