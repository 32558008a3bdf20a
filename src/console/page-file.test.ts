import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { answerFile, pageFile } from './page-file.ts';

const TEXT = 'a text that is long enough to be compressed, a text that is long enough to be compressed';
const file = pageFile('text/plain', TEXT);

const answerTo = (acceptEncoding: string | undefined, ifNoneMatch?: string): Promise<Response> =>
  answerFile(file, { acceptEncoding, ifNoneMatch }, { 'X-Content-Type-Options': 'nosniff' });

for (const [accepted, isCompressed] of [
  ['gzip', true],
  ['br, gzip;q=0.5', true],
  ['*', true],
  ['gzip;q=0', false],
  ['gzip; q=0.000', false],
  ['gzip;q= 0', false],
  ['gzip;q=0, *', false],
  ['*, gzip;q=0', false],
  ['*;q=0', false],
  ['GZIP;Q=0.001, *;q=0', true],
  ['br;q=1, *;q=0.1', true],
  ['identity', false],
  ['x-gzip-2', false],
  [undefined, false],
] as const) {
  test(`behaviour Z4: a file is sent ${isCompressed ? 'compressed' : 'as it is'} for ${accepted}`, async () => {
    const answer = await answerTo(accepted);
    const bytes = Buffer.from(await answer.arrayBuffer());
    assert.equal(answer.headers.get('Content-Encoding'), isCompressed ? 'gzip' : null);
    assert.equal((isCompressed ? gunzipSync(bytes) : bytes).toString(), TEXT);
  });
}

test('behaviour Z4: who has the file already is answered 304, by one tag of several', async () => {
  const { headers } = await answerTo('gzip');
  const etag = headers.get('ETag') ?? '';
  const again = await answerTo('gzip', `W/"other", ${etag}`);
  assert.deepEqual([again.status, again.headers.get('X-Content-Type-Options')], [304, 'nosniff']);
  assert.equal((await answerTo('gzip', 'W/"other"')).status, 200);
  // Some proxies make a weak tag a strong one, and `*` is any version.
  for (const known of [etag.replace('W/', ''), '*']) assert.equal((await answerTo('gzip', known)).status, 304, known);
});

test('behaviour Z4: an image is not compressed again', async () => {
  const image = pageFile('image/png', TEXT);
  const answer = await answerFile(image, { acceptEncoding: 'gzip', ifNoneMatch: undefined }, {});
  assert.equal(answer.headers.get('Content-Encoding'), null);
});
