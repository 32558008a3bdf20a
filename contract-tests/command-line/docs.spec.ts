import { readFile } from 'node:fs/promises';
import { runHere } from '../support/command-here.ts';
import { expect, test } from '../support/test.ts';

const DECLARED = 'docs/probe.md';

test.describe('M22: the pages @mock', () => {
  test('docs lists each page by its name and title', async () => {
    const { code, stdout } = await runHere(['docs']);
    expect(code).toBe(0);
    for (const [name, title] of [
      ['probe', 'Probe'],
      ['tasks/pages', 'My client pages through a list'],
      ['reference', 'The surface'],
    ] as const) {
      expect(stdout).toMatch(RegExp(`^${name} +${title}$`, 'm'));
    }
    expect(stdout).not.toContain('.md');
  });

  for (const word of ['probe', 'docs/probe.md', './docs/probe', 'probe.md']) {
    test(`docs ${word} prints the page as it is`, async () => {
      expect(await runHere(['docs', word])).toMatchObject({ code: 0, stdout: await readFile(DECLARED, 'utf8') });
    });
  }

  test('a section is printed with those below it, and without the next', async () => {
    const { code, stdout } = await runHere(['docs', 'probe#mistakes-and-their-cures']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^## Mistakes and their cures\n/);
    expect(stdout).toContain('\n### No time-out\n');
    expect(stdout.match(/^## /gm)).toHaveLength(1);
  });

  test('a line of a block that begins as a heading does ends no section', async () => {
    const { stdout } = await runHere(['docs', 'fixtures#write-your-own']);
    expect(stdout).toContain('\n# yaml-language-server: ');
    expect(stdout).toContain('\n  - name: acme.example\n');
  });

  for (const [word, said] of [
    ['prob', 'there is no page "prob", did you mean "probe"?'],
    ['zzzzzzzz', 'there is no page "zzzzzzzz", `platform-mock docs` lists those there are'],
    ['../package.json', 'there is no page "../package.json", `platform-mock docs` lists those there are'],
    ['probe#no-timeout', 'there is no section of probe "no-timeout", did you mean "no-time-out"?'],
    ['probe#', 'there is no section of probe "", there are probe, a-first-run, '],
  ] as const) {
    test(`docs ${word} ends with status 2, and says what there is`, async () => {
      const { code, stdout, stderr } = await runHere(['docs', word]);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain(`platform-mock: ${said}`);
    });
  }
});
