import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { findChromium } from '../scripts/chromium.ts';
import { keysReport } from './console-keys.ts';
import { startMock } from './processes.ts';
import { median } from './statistics.ts';

const LOADS = 15;
/** The number of mocks that are started only to measure the first load. */
const STARTS = 5;

interface Page {
  readonly path: string;
  /** A text that the page holds once it is complete. */
  readonly complete: string;
}

const PAGES: readonly Page[] = [
  // For comparison: one line of text, without script and style.
  { path: '/_mock/v1/ready', complete: 'pre' },
  // A mock that was called opens at its calls.
  { path: '/', complete: '[role=gridcell]' },
  { path: '/docs', complete: '[aria-label=Contents] a' },
];

/** The browser's measurements of one load, in milliseconds since the navigation began. */
interface Load {
  readonly answered: number;
  readonly painted: number;
  readonly complete: number;
  /** Headers included. */
  readonly bytes: number;
  readonly requests: number;
}

/** Has the browser mark the moment at which the page is complete: the first frame that has the wanted element. */
const markComplete = (selector: string): string => `(() => {
  const look = () => {
    if (!document.querySelector(${JSON.stringify(selector)})) return requestAnimationFrame(look);
    requestAnimationFrame(() => performance.mark('complete'));
  };
  look();
})()`;

/** Waits until a page is complete, and reads the browser's own timing of it. */
const READ = `new Promise((resolve) => {
  const read = () => {
    const [complete] = performance.getEntriesByName('complete');
    const [painted] = performance.getEntriesByName('first-contentful-paint');
    if (!complete || !painted) return setTimeout(read, 20);
    const [navigation] = performance.getEntriesByType('navigation');
    const files = [navigation, ...performance.getEntriesByType('resource')];
    resolve({
      answered: navigation.responseEnd,
      painted: painted.startTime,
      complete: complete.startTime,
      bytes: files.reduce((sum, { transferSize }) => sum + transferSize, 0),
      requests: files.length,
    });
  };
  read();
})`;

const load = async (context: BrowserContext, origin: string, { path, complete }: Page): Promise<Load> => {
  const page = await context.newPage();
  await page.addInitScript(markComplete(complete));
  await page.goto(`${origin}${path}`);
  const measured = await page.evaluate<Load>(READ);
  await page.close();
  return measured;
};

/** Runs something in a browser profile of its own, which has no file of the mock yet. */
const inProfile = async <T>(browser: Browser, use: (context: BrowserContext) => Promise<T>): Promise<T> => {
  const context = await browser.newContext();
  try {
    return await use(context);
  } finally {
    await context.close();
  }
};

const several = async (times: number, make: () => Promise<Load>): Promise<readonly Load[]> => {
  const loads: Load[] = [];
  for (let nth = 0; nth < times; nth += 1) loads.push(await make());
  return loads;
};

const millis = (values: readonly number[]): string =>
  `${median(values).toFixed(0)} (${Math.min(...values).toFixed(0)}–${Math.max(...values).toFixed(0)})`;

const lineOf = ({ path }: Page, how: string, loads: readonly Load[]): string => {
  const of = (what: keyof Load): readonly number[] => loads.map((one) => one[what]);
  const kib = (median(of('bytes')) / 1024).toFixed(1);
  return `| \`${path}\` | ${how} | ${['answered', 'painted', 'complete'].map((what) => millis(of(what as keyof Load))).join(' | ')} | ${kib} | ${median(of('requests'))} |`;
};

/** Measures the display of the pages, by the timing of the browser itself: the median and the range of some loads, and of keys. */
export async function* consoleReport(): AsyncGenerator<string> {
  const executable = findChromium();
  if (executable === undefined) throw new Error('there is no Chromium: npm run tools installs it where it can');
  const browser = await chromium.launch({
    executablePath: executable,
    args: ['--no-sandbox', '--disable-gpu', '--disable-smooth-scrolling'],
  });
  try {
    yield `Chromium ${browser.version()}, ${LOADS} loads of each kind, ${STARTS} of the first.`;
    yield '';
    yield '| page | load | page answered ms | first paint ms | complete ms | KiB | requests |';
    yield '|---|---|---|---|---|---|---|';
    for (const page of PAGES) {
      const fromNew = async (): Promise<Load> => {
        const mock = await startMock();
        const origin = `http://127.0.0.1:${mock.port}`;
        return inProfile(browser, (context) => load(context, origin, page)).finally(mock.stop);
      };
      yield lineOf(page, 'first of a mock', await several(STARTS, fromNew));
      const mock = await startMock();
      try {
        const origin = `http://127.0.0.1:${mock.port}`;
        const cold = (): Promise<Load> => inProfile(browser, (context) => load(context, origin, page));
        await cold();
        yield lineOf(page, 'cold', await several(LOADS, cold));
        const warm = await inProfile(browser, async (context) => {
          await load(context, origin, page);
          return several(LOADS, () => load(context, origin, page));
        });
        yield lineOf(page, 'warm', warm);
      } finally {
        await mock.stop();
      }
    }
    yield '';
    yield* keysReport(browser);
  } finally {
    await browser.close();
  }
}
