import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { rootCertificates } from 'node:tls';
import { TEST_SIZE } from '../../scripts/test-size.ts';
import { type Ended, run } from '../clients/programs.ts';
import { PYTHON, virtualEnvironment } from '../clients/virtual-environment.ts';
import { test } from '../support/folder.ts';
import { buildGo, GO_LIMIT_MS } from '../support/go-module.ts';
import { runCommand } from '../support/own-server.ts';
import { skipAloud } from '../support/skip-aloud.ts';
import { expect } from '../support/test.ts';

const CLIENTS = resolve(import.meta.dirname, '../clients/hard-coded');
const HOSTS = 'api.example.com,issuer.example.com';
const REFUSAL = 'platform-mock refuses other.example.com: only api.example.com, issuer.example.com can be reached';
const PONG = '{"response":"pong"}';

/**
 * Runs programs one after the other and prints how each ended, so that one mock is enough for all; and what Node and
 * others trust.
 */
const DRIVER = `
  const { readFileSync } = require('node:fs');
  const { spawnSync } = require('node:child_process');
  const ended = JSON.parse(process.argv[1]).map(([name, file, ...args]) => {
    const { status: code, stdout, stderr } = spawnSync(file, args, { encoding: 'utf8', timeout: 60_000 });
    return [name, { code, stdout, stderr }];
  });
  const [byNode, byOthers] = ['NODE_EXTRA_CA_CERTS', 'PLATFORM_CA_FILE'].map((name) => readFileSync(process.env[name], 'utf8'));
  console.log(JSON.stringify({ env: process.env, trusted: { byNode, byOthers }, ended: Object.fromEntries(ended) }));`;

/** An authority that Node is to trust before the command runs. */
const [AUTHORITY = ''] = rootCertificates;

interface Driven {
  readonly env: Readonly<Record<string, string>>;
  readonly trusted: Readonly<Record<'byNode' | 'byOthers', string>>;
  readonly ended: Readonly<Record<string, Ended>>;
}

/** A Python that has requests, of the machine or of an environment of its own; or what is in the way. */
const pythonWithRequests = async (): Promise<{ readonly python: string; readonly missing?: string | undefined }> => {
  if ((await run(PYTHON, ['-c', 'import requests'])).code === 0) return { python: PYTHON };
  const { python, install } = virtualEnvironment(join(CLIENTS, 'requirements.txt'));
  return { python, missing: await install() };
};

const curl = (host: string, ...flags: readonly string[]) =>
  ['curl', 'curl', '-sS', ...flags, `${host}/ping/v2/ping`] as const;

test.describe('exec --as: clients whose hosts are written into them @mock', () => {
  test.describe.configure({ mode: 'default', timeout: GO_LIMIT_MS });
  let folder: string;
  let driven: Driven;
  let log: string;
  const missing = new Map<string, string | undefined>();

  test.beforeAll(async () => {
    test.setTimeout(GO_LIMIT_MS);
    folder = await mkdtemp(join(tmpdir(), 'exec-as-'));
    const go = join(folder, 'hard-coded');
    const isBuilt = TEST_SIZE === 'whole';
    missing.set('go', isBuilt ? buildGo(join(CLIENTS, 'go'), 'build', '-o', go, '.') : 'no test of this run needs it');
    const { python, missing: noPython } = await pythonWithRequests();
    missing.set('python', noPython);
    missing.set('curl', spawnSync('curl', ['--version']).error && 'there is no curl here');
    const programs = [
      ['go', go],
      ['python', python, join(CLIENTS, 'client.py')],
      ['node', process.execPath, join(CLIENTS, 'client.mjs')],
      [...curl('https://api.example.com')],
      ['curl to another', ...curl('https://other.example.com').slice(1)],
      ['curl without TLS', ...curl('http://api.example.com').slice(1)],
      ['curl to the address', ...curl('https://127.0.0.1:1').slice(1)],
    ].filter(([name = '']) => missing.get(name.split(' ')[0] ?? '') === undefined);
    const flags = ['--log-level', 'debug', '--as', HOSTS, '--github-actions', 'repo:acme/app:environment:prod'];
    const authority = join(folder, 'authority.pem');
    await writeFile(authority, AUTHORITY);
    // Nothing of these may lead a client around the proxy.
    const around = {
      ...{ NO_PROXY: 'example.com', no_proxy: '*', NODE_OPTIONS: '--no-warnings', SSL_CERT_FILE: '/none' },
      NODE_EXTRA_CA_CERTS: authority,
    };
    const command = [process.execPath, '-e', DRIVER, JSON.stringify(programs)];
    const { code, stdout, stderr } = await runCommand(['exec', ...flags, '--', ...command], around, 90_000);
    expect(code, stderr).toBe(0);
    driven = JSON.parse(stdout) as Driven;
    log = stderr;
  });

  test.afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  /** The lines that a client printed, which must have ended well. */
  const linesOf = (name: string, tool = name): readonly string[] => {
    skipAloud(`no client was run by ${tool}`, missing.get(tool));
    const { code, stdout, stderr } = driven.ended[name] as Ended;
    expect(code, `${stdout}${stderr}`).toBe(0);
    return stdout.trimEnd().split('\n');
  };

  test('H1, H2, H3: curl reaches the mock, and no other host', async () => {
    expect(linesOf('curl')).toEqual([PONG]);
    expect(driven.ended['curl to another']).toMatchObject({ code: 56, stderr: expect.stringContaining('403') });
    expect(linesOf('curl without TLS', 'curl')).toEqual(['platform-mock speaks TLS as api.example.com: use https']);
    // Nothing listens there: this machine is called directly.
    expect(driven.ended['curl to the address']?.code).toBe(7);
  });

  test('H1, H2, H3: requests of Python reaches the mock, and no other host', async () => {
    expect(linesOf('python')).toEqual(['pong', expect.stringContaining(`403 ${REFUSAL}`)]);
  });

  test('H1, H2, H3: net/http and grpc-go reach the mock, and no other host @whole', async () => {
    expect(linesOf('go')).toEqual([
      `HTTP/2.0 ${PONG}`,
      `Get "https://other.example.com/ping/v2/ping": ${REFUSAL}`,
      'SERVING',
      expect.stringMatching(/^rpc error: code = Unavailable .*platform-mock refuses other\.example\.com/),
    ]);
  });

  test('H1, H2, H4, 10.24: fetch, https and grpc-js of Node reach the mock, and no other host; a workflow logs in', async () => {
    const [byFetch, byHttps, byGrpc, own, login] = linesOf('node').map((line) => JSON.parse(line) as unknown);
    // A Node that has the proxy itself words it so.
    const refused = expect.stringMatching(/platform-mock refuses other\.example\.com|\b403\b/);
    expect([byFetch, byHttps]).toEqual(['byFetch', 'byHttps'].map((name) => [name, 'pong', refused]));
    expect(byGrpc).toEqual(['byGrpc', 'pong', expect.stringContaining('No connection established')]);
    expect(own).toEqual(['own', 'own', 'own']);
    expect(login).toEqual(['login', 'https://issuer.example.com', ['https://api.example.com']]);
  });

  test('H1, H3: the variables name the hosts, the proxy and the authority, whatever was there', async () => {
    const { env } = driven;
    expect(env).toMatchObject({
      PLATFORM_API_URL: 'https://api.example.com',
      PLATFORM_ISSUER: 'https://issuer.example.com',
      ACTIONS_ID_TOKEN_REQUEST_URL:
        'https://api.example.com/_mock/v1/github-actions/token?api-version=2.0&subject=repo%3Aacme%2Fapp%3Aenvironment%3Aprod',
      NODE_USE_ENV_PROXY: '1',
      NODE_OPTIONS: expect.stringMatching(/^--no-warnings --require "/),
    });
    const [, claims = ''] = env.PLATFORM_TOKEN?.split('.') ?? [];
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      iss: 'https://issuer.example.com',
      aud: 'https://api.example.com',
    });
    for (const name of ['https_proxy', 'http_proxy', 'all_proxy', 'grpc_proxy']) {
      expect([env[name], env[name.toUpperCase()]]).toEqual(Array(2).fill(env.HTTPS_PROXY));
    }
    for (const name of ['no_proxy', 'NO_PROXY', 'no_grpc_proxy']) expect(env[name]).toBe('localhost,127.0.0.1,::1');
    for (const name of ['SSL_CERT_FILE', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE', 'GRPC_DEFAULT_SSL_ROOTS_FILE_PATH']) {
      expect(env[name]).toBe(env.PLATFORM_CA_FILE);
    }
    const { byNode, byOthers } = driven.trusted;
    expect(byOthers).toMatch(/^-----BEGIN CERTIFICATE-----/);
    expect([AUTHORITY, byOthers].filter((each) => !byNode.includes(each))).toEqual([]);
  });

  test('H2: the log has each refusal, and each call that came through', async () => {
    const lines = log
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
    expect(lines).toContainEqual(expect.objectContaining({ level: 20, msg: REFUSAL }));
    expect(lines).toContainEqual(expect.objectContaining({ msg: 'call', path: '/ping/v2/ping', status: 200 }));
  });

  test('H3: proxy and authority are gone with the command', async () => {
    const { HTTPS_PROXY = '', PLATFORM_CA_FILE = '', NODE_EXTRA_CA_CERTS = '' } = driven.env;
    expect(HTTPS_PROXY).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    await expect(fetch(HTTPS_PROXY)).rejects.toThrow();
    expect([existsSync(PLATFORM_CA_FILE), existsSync(NODE_EXTRA_CA_CERTS)]).toEqual([false, false]);
  });
});

test.describe('exec --as and --github-actions: flags @mock', () => {
  test('H1, 10.24: a value or a combination that cannot be used exits 2 with the reason', async () => {
    const ends = await Promise.all([
      runCommand(['exec', '--as', 'https://api.test', '--', 'true']),
      runCommand(['exec', '--as', 'api.test', '--', 'true'], { PLATFORM_MOCK_PUBLIC_URL: 'https://a.test' }),
      runCommand(['exec', '--', 'true'], { PLATFORM_MOCK_AS: '127.0.0.1', PLATFORM_MOCK_GITHUB_ACTIONS: 'true' }),
    ]);
    const reasons = [/is a URL, and must be a host name only/, /--public-url does not go with --as/, /is an address/];
    for (const [index, { code, stdout, stderr }] of ends.entries()) {
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(reasons[index] as RegExp);
      expect(stderr).not.toMatch(/\n\s+at /);
    }
  });

  test('H1, 10.24: the command decides the exit status; without --as the credential is asked for at the port', async ({
    folder,
  }) => {
    const script = `process.stdout.write(process.env.ACTIONS_ID_TOKEN_REQUEST_TOKEN + ' ');
      fetch(process.env.ACTIONS_ID_TOKEN_REQUEST_URL + '&audience=a', {
        headers: { authorization: 'bearer ' + process.env.ACTIONS_ID_TOKEN_REQUEST_TOKEN },
      }).then(async (answer) => {
        process.stdout.write(String(answer.status));
        process.exitCode = 7;
      });`;
    const env = { PLATFORM_MOCK_GITHUB_ACTIONS: 'true', PLATFORM_MOCK_CONTROL_TOKEN: 'steer', TMPDIR: folder };
    const [{ code, stdout }, ended] = await Promise.all([
      runCommand(['exec', '--', process.execPath, '-e', script], env),
      runCommand(['exec', '--as', 'api.test', '--', 'no-such-command-here'], { TMPDIR: folder }),
    ]);
    expect([code, stdout]).toEqual([7, 'steer 200']);
    expect(ended.code).toBe(127);
    expect((await readdir(folder)).filter((name) => name.startsWith('platform-mock-'))).toEqual([]);
  });
  test('H5: after a command that failed, and only then, the other profile, the token file and downloads are named', async () => {
    const end = (code: number, ...flags: readonly string[]) =>
      runCommand(['exec', '--fixture', 'empty', ...flags, '--', process.execPath, '-e', `process.exit(${code})`]);
    const ends = await Promise.all([
      end(1, '--as', 'api.test'),
      end(0, '--as', 'api.test'),
      end(1, '--as', 'api.test', '--profile', 'published'),
      end(1),
    ]);
    const hints = ['try exec --profile published', 'chainguard/<audience>/oidc-token', 'download before the run'];
    expect(ends.map(({ code, stderr }) => [code, ...hints.map((hint) => stderr.includes(hint))])).toEqual([
      [1, true, true, true],
      [0, false, false, false],
      [1, false, true, true],
      [1, false, false, false],
    ]);
  });

  test('H1: a published sample program runs: the group and the identity that are written into it are there', async () => {
    const script = `
      const { PLATFORM_TOKEN, PLATFORM_API_URL: api, PLATFORM_ISSUER: issuer } = process.env;
      const group = '720909c9f5279097d847ad02a2f24ba8f59de36a';
      const as = (token) => ({ headers: { authorization: 'Bearer ' + token } });
      const get = async (url, token) => (await fetch(url, as(token))).json();
      const identity = encodeURIComponent(group + '/a033a6fabe0bfa0d');
      const audience = encodeURIComponent(api);
      const { token } = await get(issuer + '/sts/exchange?aud=' + audience + '&identity=' + identity, PLATFORM_TOKEN);
      const { items: repos } = await get(api + '/registry/v1/repos?uidp.childrenOf=' + group, token);
      const { items: ends } = await get(api + '/registry/v1/eoltags', token);
      console.log(JSON.stringify({
        repos: repos.map(({ name }) => name).sort(),
        ends: ends.map(({ name, tagStatus }) => [name, tagStatus]),
      }));`;
    const flags = ['--fixture', 'samples', '--profile', 'published'];
    const hosts = 'console-api.enforce.dev,issuer.enforce.dev';
    const node = [process.execPath, '--input-type=module', '-e', script];
    const { code, stdout, stderr } = await runCommand(['exec', ...flags, '--as', hosts, '--', ...node]);
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      repos: ['nginx', 'python', 'static'],
      ends: [['3.9', 'TAG_IN_GRACE']],
    });
  });
});
