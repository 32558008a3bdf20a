import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { SURPRISES } from '../steering/contract/fault-presets.ts';
import { FINDINGS } from './judge.ts';
import { sectionOf } from './mistakes.ts';

const page = readFileSync(new URL('../../docs/probe.md', import.meta.url), 'utf8');
const anchors = [...page.matchAll(/^#{2,3} (.+)$/gm)].map(([, title = '']) => title.toLowerCase().replaceAll(' ', '-'));

test('O9: the section of each finding is on the page, and names its surprise', () => {
  for (const surprise of SURPRISES) {
    assert.ok(page.includes(`\`${surprise}\``), surprise);
    for (const verdict of FINDINGS) {
      const [file, anchor = ''] = sectionOf(surprise, verdict).split('#');
      assert.deepEqual([file, anchors.includes(anchor)], ['docs/probe.md', true], anchor);
    }
  }
});
