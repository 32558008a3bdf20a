import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from '@playwright/test';
import { boundedLine } from './bounds.ts';
import { drive, httpRequest } from './load.ts';
import { type Started, startMock } from './processes.ts';
import { median } from './statistics.ts';

/** Milliseconds from a key press to the frame that shows what it asks for, and from a navigation to the first paint. */
const MAX_KEY_MILLIS = 100;
const MAX_PAINT_MILLIS = 300;
const CALLS = 10_000;
const CONNECTIONS = 16;
const TIMES = 15;
/** The first presses, which are not counted: code is compiled in them. */
const UNCOUNTED = 3;

/** The pause between the opening of a page and its first key. */
const SETTLED_MILLIS = 500;

/** A key, and the JavaScript that is true of the page once it shows what the key asks for. */
interface KeyTask {
  readonly name: string;
  readonly key: string;
  /** Brings the page to where the key is pressed. */
  readonly before: (page: Page, nth: number) => Promise<void>;
  readonly shows: (nth: number) => string;
}

/** A condition on the chosen row of a table: it has a place, is in sight, and has its contents. */
const chosenAt = (place: string): string => `(() => {
  const row = document.querySelector('[role=grid] [role=row][aria-selected="true"]');
  const grid = row?.closest('[role=grid]')?.getBoundingClientRect();
  const box = row?.getBoundingClientRect();
  const index = Number(row?.getAttribute('aria-rowindex')) - 2;
  return box !== undefined && box.bottom <= grid.bottom + 1 && box.top >= grid.top && (${place}) && !/·· ··/.test(row.textContent);
})()`;

const TOTAL = `Number(document.querySelector('[role=grid]').getAttribute('aria-rowcount')) - 1`;

/** Has the page measure the next key: from its press to behind the paint of the first frame that fulfils a condition. */
const armed = (condition: string): string => `
  globalThis.measuredKey = new Promise((resolve) => {
    addEventListener('keydown', ({ timeStamp }) => {
      const look = () => {
        if (!(${condition})) return requestAnimationFrame(look);
        // The message comes behind the paint of the frame.
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now() - timeStamp);
          port2.postMessage(undefined);
        });
      };
      requestAnimationFrame(look);
    }, { once: true, capture: true });
  });
  undefined`;

/** Waits for a condition. The policy of the page does not let it be read there, as `waitForFunction` does. */
const waitUntil = async (page: Page, condition: string): Promise<void> => {
  await page.evaluate(`new Promise((resolve) => {
    const look = () => (${condition}) ? resolve() : requestAnimationFrame(look);
    look();
  })`);
};

const measureKey = async (page: Page, { key, before, shows }: KeyTask, nth: number): Promise<number> => {
  await before(page, nth);
  await page.evaluate(armed(shows(nth)));
  await page.keyboard.press(key);
  return page.evaluate<number>('globalThis.measuredKey');
};

const lineOfTask = async (page: Page, where: string, task: KeyTask): Promise<string> => {
  const taken: number[] = [];
  for (let nth = -UNCOUNTED; nth < TIMES; nth += 1) {
    const each = await measureKey(page, task, nth + UNCOUNTED);
    if (nth >= 0) taken.push(each);
  }
  const middle = median(taken);
  const text = `${where}, ${task.name}: ${middle.toFixed(0)} ms to the painted row, at most ${Math.max(...taken).toFixed(0)}`;
  return boundedLine(text, middle < MAX_KEY_MILLIS, `${MAX_KEY_MILLIS} ms`);
};

const nothing = async (): Promise<void> => undefined;
const pressed =
  (key: string, content: string) =>
  async (page: Page): Promise<void> => {
    await page.keyboard.press(key);
    await waitUntil(page, chosenAt(content));
  };

/** The keys that move in a table; each begins at the end of another one. */
const moves = (): readonly KeyTask[] => [
  {
    name: 'arrow down',
    key: 'ArrowDown',
    before: async (page) => {
      await pressed('Home', 'index === 0')(page);
    },
    shows: () => chosenAt('index === 1'),
  },
  { name: 'End', key: 'End', before: pressed('Home', 'index === 0'), shows: () => chosenAt(`index === ${TOTAL} - 1`) },
  { name: 'Home', key: 'Home', before: pressed('End', `index === ${TOTAL} - 1`), shows: () => chosenAt('index === 0') },
  {
    name: 'page down',
    key: 'PageDown',
    before: pressed('Home', 'index === 0'),
    shows: () => chosenAt('index > 10'),
  },
];

/** The last letter of a search that leaves one call of all; the search is empty before. */
const search = (word: string, found: string): KeyTask => ({
  name: `the last letter of the search ${word}`,
  key: word.at(-1) ?? '',
  before: async (page) => {
    await page.locator('input').first().evaluate('(field) => field.blur()').catch(nothing);
    await page.keyboard.press('/');
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Delete');
    await page.keyboard.insertText(word.slice(0, -1));
    await page.waitForTimeout(50);
  },
  shows: () => `(() => {
    const rows = [...document.querySelectorAll('[role=grid] [role=row]')].filter((row) => row.querySelector('[role=gridcell]'));
    return rows.length === 1 && rows[0].textContent.includes(${JSON.stringify(found)});
  })()`,
});

const send = async (mock: Started, method: string, path: string, body?: unknown, token = mock.token) => {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  const answer = await fetch(`http://127.0.0.1:${mock.port}${path}`, init);
  return { status: answer.status, text: await answer.text() };
};

/** Makes as many calls as a journal keeps, of which one in the midst fails. */
const makeCalls = async (mock: Started): Promise<void> => {
  await send(mock, 'DELETE', '/_mock/v1/journal');
  const request = (): Buffer => httpRequest('GET', '/registry/v2/repos?page_size=3', mock.token);
  await drive(mock.port, { name: 'list', request }, CALLS / 2, CONNECTIONS);
  const { status } = await send(mock, 'POST', `/registry/v2/repos/${mock.orgId}`, { name: 'Not Valid!' });
  if (status !== 400) throw new Error(`the call that is to fail was answered with ${status}`);
  await drive(mock.port, { name: 'list', request }, CALLS / 2 - 1, CONNECTIONS);
};

const paintOf = `new Promise((resolve) => {
  const read = () => {
    const [painted] = performance.getEntriesByName('first-contentful-paint');
    if (!painted) return setTimeout(read, 10);
    resolve(painted.startTime);
  };
  read();
})`;

/** Opens a page several times; its first paints, in milliseconds. */
const paints = async (page: Page, url: string): Promise<readonly number[]> => {
  const taken: number[] = [];
  for (let nth = 0; nth < TIMES; nth += 1) {
    await page.goto('about:blank');
    await page.goto(url);
    taken.push(await page.evaluate<number>(paintOf));
  }
  return taken;
};

const paintLine = (where: string, taken: readonly number[]): string => {
  const middle = median(taken);
  return boundedLine(
    `${where}: ${middle.toFixed(0)} ms to the first paint, at most ${Math.max(...taken).toFixed(0)}`,
    middle < MAX_PAINT_MILLIS,
    `${MAX_PAINT_MILLIS} ms`,
  );
};

const withPage = async <T>(browser: Browser, use: (page: Page) => Promise<T>): Promise<T> => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  try {
    return await use(page);
  } finally {
    await page.close();
  }
};

async function* liveLines(browser: Browser): AsyncGenerator<string> {
  const mock = await startMock('--fixture', 'large');
  try {
    await makeCalls(mock);
    const origin = `http://127.0.0.1:${mock.port}`;
    const where = `${CALLS.toLocaleString('en')} calls and 100,000 rows`;
    yield* await withPage(browser, async (page) => {
      const lines = [paintLine(`The console over ${where}`, await paints(page, `${origin}/#calls`))];
      await waitUntil(page, `document.querySelector('[role=grid]') && ${TOTAL} >= ${CALLS}`);
      for (const task of [...moves(), search('not valid!', 'Not Valid!')]) {
        lines.push(await lineOfTask(page, 'Calls', task));
      }
      await page.goto(`${origin}/#rows?kind=repos&below=yes`);
      await waitUntil(page, `document.querySelector('[role=grid]') && ${TOTAL} > 90_000`);
      for (const task of moves()) lines.push(await lineOfTask(page, 'Rows', task));
      return lines;
    });
  } finally {
    await mock.stop();
  }
}

async function* traceLines(browser: Browser, folder: string): AsyncGenerator<string> {
  const mock = await startMock('--fixture', 'default');
  const file = join(folder, 'run.html');
  try {
    await makeCalls(mock);
    writeFileSync(file, (await send(mock, 'GET', '/_mock/v1/trace?format=html')).text);
  } finally {
    await mock.stop();
  }
  yield* await withPage(browser, async (page) => {
    const url = pathToFileURL(file).href;
    const where = `The page of a trace of ${CALLS.toLocaleString('en')} calls`;
    const opened: number[] = [];
    for (let nth = 0; nth < TIMES; nth += 1) {
      await page.goto('about:blank');
      await page.goto(url);
      // The page opens at the failed call, without a key.
      const chosen = chosenAt("row.textContent.includes('Not Valid!')");
      opened.push(
        await page.evaluate<number>(`new Promise((resolve) => {
        const look = () => (${chosen}) ? resolve(performance.now()) : requestAnimationFrame(look);
        look();
      })`),
      );
    }
    // A key of the very frame in which the row appears is lost.
    await page.waitForTimeout(SETTLED_MILLIS);
    const lines = [`${where}: ${median(opened).toFixed(0)} ms until it shows the one that failed`];
    for (const task of [...moves(), search('not valid!', 'Not Valid!')]) {
      lines.push(await lineOfTask(page, 'The page of a trace', task));
    }
    return lines;
  });
}

/** Measures how soon the console, and the page of a trace, show what a key asks for, each against its bound. */
export async function* keysReport(browser: Browser): AsyncGenerator<string> {
  const folder = mkdtempSync(join(tmpdir(), 'platform-mock-bench-'));
  try {
    yield* liveLines(browser);
    yield* traceLines(browser, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
