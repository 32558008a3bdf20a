import { startWatched } from '../transport/watched-mock.ts';
import { expect, test } from './test.ts';

test.use({ ignoreHTTPSErrors: true });

test('1.15, J10: the console over TLS follows calls over HTTP/2, and ends nothing @mock', async ({ page }) => {
  const mock = await startWatched('--tls', 'auto');
  try {
    await page.goto(`${mock.url}/#calls`);
    const protocol = await page.evaluate("performance.getEntriesByType('navigation')[0].nextHopProtocol");
    expect(protocol).toBe('h2');
    await expect(page.getByText('No call in any world yet').first()).toBeVisible();
    const headers = { authorization: `Bearer ${mock.token}` };
    for (const path of ['/registry/v2/repos', '/registry/v2/tags']) {
      expect((await page.request.get(`${mock.url}${path}`, { headers })).status()).toBe(200);
    }
    // The page hears of them by its stream.
    await expect(page.getByText('ListTags').first()).toBeVisible();
    expect([mock.process.exitCode, mock.failures()]).toEqual([null, []]);
  } finally {
    mock.process.kill('SIGKILL');
  }
});
