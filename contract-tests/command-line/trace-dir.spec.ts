import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ok } from '../support/answer.ts';
import { runHere } from '../support/command-here.ts';
import { steer } from '../support/mock.ts';
import { runCommand } from '../support/own-server.ts';
import { expect } from '../support/test.ts';
import { linesOf, readLog, test } from '../support/traced-exec.ts';

test.describe('traces of a server @mock', () => {
  test('behaviour R19: --trace-dir has a file for each world that ended, and at the stop for the others', async ({
    folder,
    ownServer,
  }) => {
    const traces = join(folder, 'new', 'traces');
    const { api, stop } = await ownServer('--trace-dir', traces);
    for (const name of ['a', 'a', 'open']) {
      const { headers } = ok(await steer(api, 'POST', 'worlds', { name, from: 'fixture:default' })) as {
        readonly headers?: Readonly<Record<string, string>>;
      };
      await api.as('admin-token').send('GET', '/registry/v2/repos', { ...(headers && { headers }) });
      if (name === 'a') await steer(api, 'DELETE', `worlds/${name}`);
    }
    // This call waits until the traces of ended worlds are written.
    await steer(api, 'GET', 'trace?world=*');
    expect(readdirSync(traces).sort()).toEqual(['a-2.har', 'a.har']);
    expect(await stop()).toBe(0);
    expect(readdirSync(traces).sort()).toEqual(['a-2.har', 'a.har', 'default.har', 'open.har']);
    for (const name of readdirSync(traces)) {
      const [id = ''] = name.split(/-2|\.har/);
      const log = readLog(join(traces, name));
      expect(log.pages.map((page) => page.id)).toEqual([id]);
      const calls = log.entries.filter(({ _operation }) => _operation === 'ListRepos');
      expect(calls).toHaveLength(id === 'default' ? 0 : 1);
    }
  });

  test('behaviour R19: a folder of traces that cannot be made is refused', async ({ folder }) => {
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    const { code, stdout, stderr } = await runCommand(['serve', '--port', '0', '--trace-dir', join(file, 'traces')]);
    expect([code, stdout, linesOf(stderr).length]).toEqual([2, '', 1]);
    expect(stderr).toContain(`platform-mock: ${join(file, 'traces')}: `);
    const off = await runHere(['serve', '--port', '0', '--journal', 'off', '--trace-dir', folder]);
    expect([off.code, off.stderr]).toEqual([
      2,
      'platform-mock: --trace-dir needs the journal, which --journal off does not keep\n',
    ]);
  });
});
