import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Command } from 'commander';
import { FlagRefusal } from '../command/command-failure.ts';
import { askedToStop } from '../testing/specimen-process.ts';
import { type ExecFlags, execOptions } from './exec-options.ts';
import { applyHosts, proxyVariables } from './hard-coded-hosts.ts';
import { startOptionsOf } from './serve.ts';

const flagsOf = (...args: readonly string[]): ExecFlags => {
  const command = execOptions(new Command('exec').argument('<command...>'))
    .exitOverride()
    .configureOutput({ writeErr: () => {} });
  command.parse([...args, '--', 'true'], { from: 'user' });
  return command.opts();
};

for (const [args, expected] of [
  [[], undefined],
  [['--github-actions'], true],
  [['--github-actions', 'off'], false],
  [['--github-actions', 'repo:acme/app:pull_request'], 'repo:acme/app:pull_request'],
] as const) {
  test(`10.24: ${args.join(' ') || 'no flag'} asks for ${expected}`, () =>
    assert.equal(flagsOf(...args).githubActions, expected));
}

for (const subject of ['repo:acme', 'npm', 'user:acme', 'repo:acme/app:ref:main']) {
  test(`10.24: --github-actions ${subject} is refused`, () =>
    assert.throws(
      () => flagsOf('--github-actions', subject),
      /It must be true or false, or a subject such as "repo:acme\/app:ref:refs\/heads\/main"\./,
    ));
}

const startOf = async (...args: readonly string[]) => {
  const flags = flagsOf('--audience', 'cgr.test', ...args);
  return applyHosts(flags.as ?? [], flags, await startOptionsOf(flags, askedToStop().around));
};

test('H1: the first host is the URL, the second the issuer, and tokens may be for each', async () => {
  const hosts = ['api.test', 'issuer.test', 'console.test'];
  assert.deepEqual(
    (({ publicUrl, issuer, tls, names, audiences, control }) => ({
      publicUrl,
      issuer,
      tls,
      names,
      audiences,
      control,
    }))(await startOf('--as', 'api.test,issuer.test', '--as', 'console.test')),
    {
      publicUrl: 'https://api.test',
      issuer: 'https://issuer.test',
      tls: 'auto',
      names: hosts,
      audiences: ['cgr.test', 'https://api.test', 'https://issuer.test', 'https://console.test'],
      control: { loopback: true, hosts },
    },
  );
});

test('H1: a host by itself is the issuer too, and --tls auto says nothing else', async () => {
  const { publicUrl, issuer } = await startOf('--as', 'api.test', '--tls', 'auto');
  assert.deepEqual([publicUrl, issuer], ['https://api.test', 'https://api.test']);
});

for (const args of [
  ['--tls', 'cert.pem,key.pem'],
  ['--public-url', 'https://mock.test'],
] as const) {
  test(`H1: --as is refused beside ${args.join(' ')}`, () =>
    assert.rejects(
      () => startOf('--as', 'api.test', ...args),
      (error: unknown) =>
        error instanceof FlagRefusal && error.message.startsWith(`${args[0]} `) && / --as: /.test(error.message),
    ));
}

test('H3: options of Node stay, and a path with blanks and backslashes is one word of them', () => {
  const proxy = { url: 'http://127.0.0.1:1', close: async () => {} };
  const preload = 'C:\\a b\\node-preload.cjs';
  const optionsOf = (before?: string) =>
    proxyVariables(proxy, 'ca.pem', preload, { NODE_OPTIONS: before }).NODE_OPTIONS;
  assert.equal(optionsOf(), '--require "C:\\\\a b\\\\node-preload.cjs"');
  assert.equal(optionsOf('--no-warnings'), '--no-warnings --require "C:\\\\a b\\\\node-preload.cjs"');
});
