import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostsIn } from './exec-options.ts';

for (const [text, before, hosts] of [
  ['api.example.com', undefined, ['api.example.com']],
  [' API.example.com , issuer.example.com,', undefined, ['api.example.com', 'issuer.example.com']],
  ['b.test,a.test', ['a.test'], ['a.test', 'b.test']],
  ['platform', undefined, ['platform']],
  ['xn--bcher-kva.test', undefined, ['xn--bcher-kva.test']],
] as const) {
  test(`H1: ${JSON.stringify(text)} names ${hosts.join(' and ')}`, () =>
    assert.deepEqual(hostsIn(text, before), hosts));
}

const NO_NAME = / must be a host name such as "api\.example\.com"\.$/;

for (const [text, reason] of [
  ['', /^It must be a host name such as "api\.example\.com"\.$/],
  [' , ', /^It must be a host name/],
  ['https://api.example.com', /is a URL, and must be a host name only\.$/],
  ['api.example.com:443', /must be without its port: every port is taken\.$/],
  ['127.0.0.1', /is an address, and must be a host name\.$/],
  ['::1', /is an address, and must be a host name\.$/],
  ['[::1]', /is an address, and must be a host name\.$/],
  ['localhost', /is this machine, which is reached without a proxy\.$/],
  ['w-1.localhost', /is this machine/],
  ['*.example.com', NO_NAME],
  ['api_1.example.com', NO_NAME],
  ['-a.example.com', NO_NAME],
  ['a..example.com', NO_NAME],
  ['api.example.com.', NO_NAME],
  ['bücher.test', NO_NAME],
  ['api.example.com/path', NO_NAME],
  ['1.2.3.0x4', NO_NAME],
  [`${'a'.repeat(64)}.test`, NO_NAME],
  [`${'a.'.repeat(127)}test`, NO_NAME],
  ['good.test,a b', NO_NAME],
] as const) {
  test(`H1: ${JSON.stringify(text.slice(0, 40))} is refused`, () =>
    assert.throws(() => hostsIn(text), { code: 'commander.invalidArgument', message: reason }));
}
