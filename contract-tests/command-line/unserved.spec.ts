import { once } from 'node:events';
import { runHere } from '../support/command-here.ts';
import { steer } from '../support/mock.ts';
import { expect, test } from '../support/test.ts';

/** Paths that are none, each with the reason for a person. */
const PATHS: readonly (readonly [path: string, why: string])[] = [
  ['/registry/v2/sboms', 'published, not served: the mock has no SBOMs'],
  ['/iam/v2/iam/v2/groups', 'a prefix twice: /iam/v2 stands in the base URL and in the path'],
  ['/api/iam/v2/groups', 'a base path too much: without /api it is a path'],
  ['/registry/v2/repo', 'there is no such path, the nearest is /registry/v2/repos'],
  ['/_mock/v1/reset', 'no call of the control plane, which /_mock/v1/openapi.yaml lists'],
];

test('behaviour 35.1, 2.5: why a path is none is in the journal, in explain, and once in the log, and not in the answer @mock', async ({
  freshServer,
}) => {
  const { api, ready, process, stop } = await freshServer();
  let log = '';
  process.stderr?.on('data', (chunk: Buffer) => {
    log += chunk;
  });
  const lastEntry = async () => {
    const { entries } = (await steer(api, 'GET', 'journal?limit=1')).body as unknown as {
      readonly entries: readonly { readonly id: string; readonly reason: string }[];
    };
    return entries[0];
  };
  for (const [path, why] of PATHS) {
    const answers = [await api.get(path), await api.get(`${path}?secret=1`)];
    for (const { status, body, text } of answers) {
      expect([status, body.message]).toEqual([404, 'Not Found']);
      expect(text).not.toContain(why);
    }
    const { id = '', reason } = (await lastEntry()) ?? {};
    expect(reason).toBe(why);
    const { code, stdout } = await runHere(['explain', id, '--url', ready.url]);
    expect([code, stdout.split('\n')[1]]).toEqual([0, `  ${why}`]);
  }
  // Another method has this path.
  expect((await api.get('/registry/v1/repos/a/digests/b/sbom')).status).toBe(501);
  expect((await lastEntry())?.reason).toBe('published, not served: GetSbom');
  const closed = process.stderr && once(process.stderr, 'close');
  await stop();
  await closed;
  const lines = log.split('\n').filter((line) => line.includes('not served: '));
  expect(lines.map((line) => (JSON.parse(line) as { path: string; msg: string }).msg)).toEqual(
    PATHS.map(([, why]) => `not served: ${why}`),
  );
  expect(log).not.toContain('secret');
});
