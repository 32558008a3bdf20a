import assert from 'node:assert/strict';
import { test } from 'node:test';
import { directVariables } from './direct-hosts.ts';

const HERE = 'localhost,.localhost,127.0.0.1,::1,[::1]';

for (const [what, env, url, NO_PROXY, no_proxy = NO_PROXY] of [
  ['nothing', {}, 'http://127.0.0.1:80', HERE],
  ['hosts in one case', { NO_PROXY: 'a.test, b.test' }, 'http://127.0.0.1:80', `a.test,b.test,${HERE}`],
  ['an empty one beside it', { NO_PROXY: '', no_proxy: 'a.test' }, 'http://127.0.0.1:80', `a.test,${HERE}`],
  ['both', { NO_PROXY: 'a.test', no_proxy: 'b.test' }, 'http://127.0.0.1:80', `a.test,${HERE}`, `b.test,${HERE}`],
  ['this machine', { no_proxy: '::1' }, 'http://127.0.0.1:80', '::1,localhost,.localhost,127.0.0.1,[::1]'],
  ['all hosts', { NO_PROXY: '*' }, 'http://127.0.0.1:80', '*'],
  ['another address', {}, 'http://127.0.0.2:80', `${HERE},127.0.0.2`],
] as const) {
  test(`H6: a command calls the mock without a proxy if NO_PROXY has ${what}`, () =>
    assert.deepEqual(directVariables(env, url), { NO_PROXY, no_proxy }));
}
