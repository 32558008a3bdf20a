import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { SURPRISES } from '../features/faults/fault-presets.contract.ts';
import { FINDINGS } from './judge.ts';
import { sectionOf } from './surprises.ts';

const page = readFileSync(new URL('../../docs/probe.md', import.meta.url), 'utf8');
/** The sections of the page by their anchors. */
const sections = new Map(
  page.split(/^#{2,3} /m).map((text): readonly [string, string] => {
    const [title = '', ...lines] = text.split('\n');
    return [title.toLowerCase().replaceAll(' ', '-'), lines.join('\n')];
  }),
);

test('O9: the section of each finding is on the page, and names its surprise', () => {
  for (const surprise of SURPRISES) {
    // The verdict shows no mistake by itself.
    const [, own = ''] = sectionOf(surprise, 'corrupted').split('#');
    assert.ok(sections.get(own)?.includes(`\`${surprise}\``), surprise);
    for (const verdict of FINDINGS) {
      const [file, anchor = ''] = sectionOf(surprise, verdict).split('#');
      assert.deepEqual([file, sections.has(anchor)], ['platform-mock docs probe', true], anchor);
    }
  }
});
