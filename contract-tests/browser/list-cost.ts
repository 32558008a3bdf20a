import { expect, type Locator, type Page } from '@playwright/test';

/** The cost of a list: the rows that are in the page, requests for rows, and nodes that entered or left the page. */
interface Cost {
  readonly rows: number;
  readonly requests: number;
  readonly nodes: number;
}

/** Expects no part of a cost to be above its bound. */
export const expectWithin = (cost: Cost, most: Cost): void => {
  for (const of of ['rows', 'requests', 'nodes'] as const) expect(cost[of], of).toBeLessThanOrEqual(most[of]);
};

/** Counts what a list costs, from a start to an end. */
export const costOf = async (page: Page, list: Locator) => {
  let requests = 0;
  page.on('request', (request) => {
    if (request.url().includes('page_size=100&')) requests += 1;
  });
  const debug = await page.context().newCDPSession(page);
  await debug.send('Performance.enable');
  await page.evaluate(`(() => {
    globalThis.changedNodes = 0;
    new MutationObserver((changes) => {
      for (const { addedNodes, removedNodes } of changes) globalThis.changedNodes += addedNodes.length + removedNodes.length;
    }).observe(document.body, { childList: true, subtree: true });
  })()`);
  return {
    start: async (): Promise<void> => {
      await page.evaluate('globalThis.changedNodes = 0');
      requests = 0;
    },
    end: async (): Promise<Cost> => ({
      rows: await list.getByRole('row').count(),
      requests,
      nodes: await page.evaluate<number>('globalThis.changedNodes'),
    }),
    /** The memory of the page once its garbage is collected. */
    heap: async (): Promise<{ readonly nodes: number; readonly bytes: number }> => {
      await page.requestGC();
      const { metrics } = await debug.send('Performance.getMetrics');
      const value = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? 0;
      return { nodes: value('Nodes'), bytes: value('JSHeapUsedSize') };
    },
  };
};
