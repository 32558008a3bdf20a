import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLocalHost } from './local-hosts.ts';

const hostOf = (url: string): string => new URL(url).hostname;

const LOCAL = [
  'http://localhost:8080',
  'http://LOCALHOST./',
  'http://receiver',
  'http://a.b.localhost',
  'http://hooks.test',
  'http://host.docker.internal:9000',
  'http://HOST.containers.internal./',
  'http://127.0.0.1',
  'http://127.9.9.9',
  'http://0x7f.1',
  'http://10.1.2.3',
  'http://172.16.0.1',
  'http://172.31.255.255',
  'http://192.168.0.1',
  'http://[::1]:3000',
  'http://[fc00::1]',
  'http://[fdab:cd::1]',
];

const REMOTE = [
  'http://example.com',
  'http://test.example.com',
  'http://localhost.example.com',
  'http://metadata.google.internal',
  'http://hooks.internal',
  'http://a.host.docker.internal',
  'http://host.docker.internal.example.com',
  'http://8.8.8.8',
  'http://172.15.0.1',
  'http://172.32.0.1',
  'http://192.169.0.1',
  'http://169.254.169.254',
  'http://[fe80::1]',
  'http://[2001:db8::1]',
  'http://[::ffff:8.8.8.8]',
  'http://0.0.0.0',
];

test('loopback, private addresses and names without a domain are local', () => {
  assert.deepEqual(
    LOCAL.filter((url) => !isLocalHost(hostOf(url))),
    [],
  );
});

test('public and link-local addresses and public names are not local', () => {
  assert.deepEqual(
    REMOTE.filter((url) => isLocalHost(hostOf(url))),
    [],
  );
});
