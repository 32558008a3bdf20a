import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[];
}

/** The violations of WCAG 2 A and AA on the page as it is, one line each; the page's policy does not bind the debugger. */
export const accessibilityFlaws = async (page: Page): Promise<readonly string[]> => {
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(source);
  const options = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'], resultTypes: ['violations'] };
  const { violations } = await page.evaluate<{ readonly violations: readonly Violation[] }>(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => ({ violations }))`,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  );
};
