#!/bin/sh
# axios-retry 4.5.0, fetch-retry 6.0.0, gaxios 7.3.1, got 14.6.6, ky 1.14.3, make-fetch-happen 15.0.6, ofetch 1.5.1,
# superagent 10.4.2, undici 7.30.2 and wretch 2.11.1 (npm), seen on 2026-12-01 with Node 20.
#
# Guess before it was run: ten clients that are told to try twice more wait for the two seconds that a 503 asks for in
# Retry-After, and send a GET again, but no POST.
# Seen: four do both. RFC 9110 (10.2.3) says by Retry-After how long a client ought to wait; six read none of it: fetch-retry,
# gaxios, make-fetch-happen, ofetch, superagent and wretch are back after a second at most, ofetch and superagent at once. A
# method that is not idempotent should not be sent again unless the client knows that this is safe (9.2.2): fetch-retry, ofetch,
# superagent and wretch send the POST again. The documentation of ofetch says so, and that it would not if the number of tries
# were left to it.
# Whom it meets: creates that are stored twice, and clients that a limit refuses again and again. With a mock: answer a create
# with 503 and `Retry-After: 2` after it is stored, and look at the times of the calls.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund axios@1.21.1 axios-retry@4.5.0 fetch-retry@6.0.0 gaxios@7.3.1 got@14.6.6 ky@1.14.3 \
  make-fetch-happen@15.0.6 ofetch@1.5.1 superagent@10.4.2 undici@7.30.2 wretch@2.11.1
cat > retries.mjs <<'JS'
import { once } from 'node:events';
import { createServer } from 'node:http';
import axios from 'axios';
import axiosRetry from 'axios-retry';
import fetchRetry from 'fetch-retry';
import { request as gaxios } from 'gaxios';
import got from 'got';
import ky from 'ky';
import makeFetchHappen from 'make-fetch-happen';
import { ofetch } from 'ofetch';
import superagent from 'superagent';
import { Agent, RetryAgent, request } from 'undici';
import wretch from 'wretch';
import { retry } from 'wretch/middlewares';

let times = [];
const server = createServer((incoming, response) => {
  times.push(performance.now());
  incoming.resume().on('end', () => {
    if (times.length === 1) response.writeHead(503, { 'retry-after': '2' });
    response.end('text');
  });
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const url = `http://127.0.0.1:${server.address().port}/`;

const retrying = axios.create();
axiosRetry(retrying, { retries: 2 });
const dispatcher = new RetryAgent(new Agent(), { maxRetries: 2 });
const clients = {
  'axios-retry': (method) => retrying.request({ url, method }),
  'fetch-retry': (method) => fetchRetry(fetch)(url, { method, retries: 2, retryOn: [503] }),
  gaxios: (method) => gaxios({ url, method, retry: true, retryConfig: { retry: 2 } }),
  got: (method) => got(url, { method, retry: { limit: 2 } }),
  ky: (method) => ky(url, { method, retry: 2 }),
  'make-fetch-happen': (method) => makeFetchHappen(url, { method, retry: { retries: 2 } }),
  ofetch: (method) => ofetch(url, { method, retry: 2 }),
  superagent: (method) => superagent(method, url).retry(2),
  undici: async (method) => (await request(url, { method, dispatcher })).body.text(),
  wretch: (method) => wretch(url).middlewares([retry({ maxAttempts: 2 })]).fetch(method).res(),
};
for (const [name, call] of Object.entries(clients)) {
  const done = [];
  for (const method of ['GET', 'POST']) {
    times = [];
    await call(method).catch(() => {});
    const [first, second] = times;
    done.push(`${method} ${second === undefined ? 'once' : second - first < 1_900 ? 'again too early' : 'again in time'}`);
  }
  console.log(`${name}: ${done.join(', ')}`);
}
process.exit(0);
JS
node retries.mjs > seen
cat > expected <<'EXPECTED'
axios-retry: GET again in time, POST once
fetch-retry: GET again too early, POST again too early
gaxios: GET again too early, POST once
got: GET again in time, POST once
ky: GET again in time, POST once
make-fetch-happen: GET again too early, POST once
ofetch: GET again too early, POST again too early
superagent: GET again too early, POST again too early
undici: GET again in time, POST once
wretch: GET again too early, POST again too early
EXPECTED
diff expected seen
echo "retries before the time of Retry-After behave as they were seen"
