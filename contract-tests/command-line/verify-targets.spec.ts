import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { bySize } from '../../scripts/test-size.ts';
import { openAlteringProxy } from '../support/altering-proxy.ts';
import { ok } from '../support/answer.ts';
import { runHere } from '../support/command-here.ts';
import { test } from '../support/folder.ts';
import { runCommand } from '../support/own-server.ts';
import { profile } from '../support/profile.ts';
import { expect } from '../support/test.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

/** Servers that are no such service, each with what is said of them. */
const OTHERS: readonly (readonly [what: string, answer: RequestListener, says: RegExp])[] = [
  [
    'answers HTML',
    (_, answer) => void answer.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hello'),
    /answered 200 with text\/html: it is no Platform API v2/,
  ],
  [
    'has no such path',
    (_, answer) => void answer.writeHead(404, JSON_TYPE).end('{}'),
    /GET \/ping\/v2\/ping answered 404: it is no Platform API v2/,
  ],
  [
    'redirects',
    (_, answer) => void answer.writeHead(302, { location: 'https://elsewhere.example/' }).end(),
    /answered 302: redirects are not followed/,
  ],
  [
    'limits every call',
    (_, answer) => void answer.writeHead(429, { 'retry-after': '3600' }).end(),
    /the target limits calls: 429, Retry-After 3600 s/,
  ],
  [
    'stops in the middle of an answer',
    (_, answer) => {
      answer.writeHead(200, { ...JSON_TYPE, 'content-length': '100' }).write('{');
      setImmediate(() => answer.destroy());
    },
    /an answer stopped half way/,
  ],
  [
    'changes the protocol',
    ({ socket }, _) =>
      void socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n'),
    /GET \/ping\/v2\/ping: it answered with a change of protocol/,
  ],
  [
    'refuses the token',
    ({ url }, answer) => void answer.writeHead(url === '/ping/v2/ping' ? 200 : 401, JSON_TYPE).end('{}'),
    /the target refuses the token: GET \/auth\/v1\/ok answered 401/,
  ],
];

/** A service by hand. */
const listen = async (answer: RequestListener): Promise<Server & { readonly url: string }> => {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(server, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
};

const flagsFor = (target: string, token: string, folder: string): readonly string[] => [
  ...['--target', target, '--token', token, '--i-own', '127.0.0.1', '--rps', '0', '--profile', profile],
  ...['--ledger', join(folder, 'ledger')],
];

test.describe('platform-mock verify of other targets @mock', () => {
  for (const [what, answer, says] of OTHERS) {
    test(`behaviour 32.10, 34.4: a target that ${what} ends a run and an import with 2 and one line`, async ({
      folder,
    }) => {
      const server = await listen(answer);
      const out = join(folder, 'org.yaml');
      const runs = [
        await runHere(['verify', ...flagsFor(server.url, 'secret-token', folder)]),
        await runHere(['import', '--from', server.url, '--token', 'secret-token', '--rps', '0', '--out', out]),
      ];
      server.closeAllConnections();
      server.close();
      for (const { code, stderr, stdout } of runs) {
        expect([code, stderr.match(/\n/g)?.length]).toEqual([2, 1]);
        expect(stderr).toMatch(says);
        expect(stdout + stderr).not.toContain('secret-token');
      }
      expect(() => readFileSync(out)).toThrow();
    });
  }

  test('behaviour 32.10: a target that is not there, or whose certificate is not trusted, is named as such', async ({
    folder,
  }) => {
    const days = (count: number): Date => new Date(Date.now() + count * 86_400_000);
    for (const [from, to, says] of [
      [-10, -1, 'has expired'],
      [-1, 10, 'is self-signed; NODE_EXTRA_CA_CERTS names one to trust'],
    ] as const) {
      const { private: key, cert } = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
        keySize: 2048,
        notBeforeDate: days(from),
        notAfterDate: days(to),
      });
      const secure = createSecureServer({ key, cert }).listen(0, '127.0.0.1');
      await once(secure, 'listening');
      const url = `https://127.0.0.1:${(secure.address() as AddressInfo).port}`;
      const { code, stderr } = await runHere(['verify', ...flagsFor(url, 'x', folder)]);
      secure.close();
      expect([code, stderr]).toEqual([2, `platform-mock: GET /ping/v2/ping: its certificate ${says}\n`]);
    }
    const server = await listen(() => {});
    server.close();
    const gone = await runHere(['verify', ...flagsFor(server.url, 'x', folder)]);
    expect([gone.code, gone.stderr]).toEqual([2, 'platform-mock: GET /ping/v2/ping: nothing listens there\n']);
  });

  test('behaviour 32.10: a target that stops half way ends the run with 2, and what was compared is reported', async ({
    serverHere,
    folder,
  }) => {
    const { ready } = await serverHere();
    const proxy = await openAlteringProxy(ready.url);
    let left = 60;
    proxy.alter = {
      answer: () => {
        left -= 1;
        if (left === 0) void proxy.close();
      },
    };
    const report = join(folder, 'report.json');
    const { code, stderr } = await runHere(['verify', ...flagsFor(proxy.url, ready.token, folder), '--report', report]);
    const { profiles } = JSON.parse(readFileSync(report, 'utf8')) as { profiles: readonly { passed: number }[] };
    expect(stderr).toMatch(/^platform-mock: the target stopped answering: /);
    expect(profiles[0]?.passed).toBeGreaterThan(20);
    expect([2, 3]).toContain(code);
  });
});

interface Entry {
  readonly request: Record<string, unknown>;
  readonly response: Record<string, unknown>;
}

test.describe('platform-mock verify --har @mock', () => {
  /** The exchanges of a client with a service, as a proxy writes them. */
  const record = async (baseUrl: string, token: string, orgId: string): Promise<Entry[]> => {
    const entries: Entry[] = [];
    const call = async (method: string, path: string, body?: object, authorization = `Bearer ${token}`) => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const headers = { authorization, ...(text !== undefined && { 'content-type': 'application/json' }) };
      const answer = await fetch(baseUrl + path, { method, headers, ...(text !== undefined && { body: text }) });
      const content = await answer.text();
      entries.push({
        request: {
          method,
          url: `https://api.service.example${path}`,
          headers: [{ name: 'Authorization', value: 'Bearer …' }],
          ...(text !== undefined && { postData: { mimeType: 'application/json', text } }),
        },
        response: {
          status: answer.status,
          headers: [...answer.headers].map(([name, value]) => ({ name, value })),
          content: { size: content.length, mimeType: 'application/json', text: content },
        },
      });
      return (content === '' ? {} : JSON.parse(content)) as {
        uid: string;
        nextPageToken: string;
        repos: { uid: string }[];
      };
    };
    await call('GET', `/iam/v2/groups/${orgId}`);
    const group = await call('POST', `/iam/v2/groups/${orgId}`, { name: 'recorded' });
    const repo = await call('POST', `/registry/v2/repos/${group.uid}`, { name: 'app' });
    await call('GET', `/registry/v2/repos/${repo.uid}`);
    await call('GET', `/registry/v2/repos/${repo.uid.replaceAll('/', '%2F')}`);
    await call('PATCH', `/registry/v2/repos/${repo.uid}?updateMask=description`, { description: 'new' });
    await call('POST', `/registry/v2/repos/${group.uid}`, { name: 'app' });
    await call('GET', `/registry/v2/repos?uidp.children_of=${group.uid}`);
    await call('DELETE', `/registry/v2/repos/${repo.uid}`);
    await call('GET', `/registry/v2/repos/${repo.uid}`);
    const page = await call('GET', `/registry/v2/repos?uidp.descendants_of=${orgId}&page_size=10&order_by=name`);
    await call(
      'GET',
      `/registry/v2/repos?uidp.descendants_of=${orgId}&page_size=10&order_by=name&page_token=${encodeURIComponent(page.nextPageToken)}`,
    );
    await call('GET', `/registry/v2/repos/${page.repos[0]?.uid}`);
    await call('GET', '/registry/v2/repos?page_size=-1');
    return entries;
  };

  const compare = async (folder: string, entries: readonly unknown[], name = 'run.har') => {
    const file = join(folder, name);
    const report = join(folder, `${name}.json`);
    writeFileSync(file, JSON.stringify({ log: { version: '1.2', entries } }));
    const { code, stdout, stderr } = await runHere(['verify', '--har', file, '--report', report, '--profile', profile]);
    const read = () =>
      JSON.parse(readFileSync(report, 'utf8')) as {
        profiles: readonly Record<string, unknown>[];
        failures: readonly { case: string; got: string; request: string }[];
      };
    return { code, stdout, stderr, read };
  };

  test('behaviour 32.3: the exchanges of a HAR are answered by a mock as they were by the service', async ({
    serverHere,
    folder,
  }) => {
    const { ready } = await serverHere();
    const entries = await record(ready.url, ready.token, ready.orgId);
    const others = [
      { request: { method: 'GET', url: 'https://fonts.example/a.css' }, response: { status: 200 } },
      { request: {} },
      null,
    ];
    const { code, stdout, stderr, read } = await compare(folder, [...others, ...entries]);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^run v\w+\nhar: \d+ passed(?:, \d+ not evaluable)?; \d+ comparisons\n/);
    const [har] = read().profiles;
    expect(har).toMatchObject({ name: 'har', failed: 0, notEvaluable: 0, passed: entries.length });
  });

  test('behaviour 32.3: other answers of the service are found in a HAR, and values that cannot be known are not judged', async ({
    serverHere,
    folder,
  }) => {
    const { ready } = await serverHere();
    const entries = await record(ready.url, ready.token, ready.orgId);
    const altered = entries.map(({ request, response }, at): Entry => {
      const content = response.content as { text: string };
      const text = at === 5 ? content.text.replace('"new"', '"newer"') : content.text;
      const status = at === 6 ? 400 : response.status;
      return { request, response: { ...response, status, content: { ...content, text } } };
    });
    const { code, read } = await compare(folder, altered);
    expect(code).toBe(3);
    expect(read().failures.map((each) => each.case)).toEqual(['har/6/UpdateRepo', 'har/7/CreateRepo']);
    const { uid } = JSON.parse(String((entries[2]?.response.content as { text?: string } | undefined)?.text)) as {
      uid: string;
    };
    expect(JSON.stringify(read())).not.toContain(uid);
    // One page of two does not show the rows of the List.
    const part = await compare(folder, entries.slice(10, 11), 'part.har');
    expect(part.code).toBe(2);
    expect(part.stdout).toContain('1 not compared: the HAR does not show all rows of the List');
  });

  test('behaviour 32.10: a HAR of something else ends with 2 and one line', async ({ folder }) => {
    const file = join(folder, 'other.har');
    const cases = [
      ['{"a": 1}', `${file}: it is no HAR: log.entries is missing`],
      ['no JSON', `${file}: it is no HAR: log.entries is missing`],
      [
        '{"log": {"entries": [{"request": {"method": "GET", "url": "https://x.example/"}, "response": {"status": 200}}]}}',
        `${file}: none of its 1 exchanges is a call of the API with its answer`,
      ],
    ] as const;
    for (const [text, says] of cases) {
      writeFileSync(file, text);
      const { code, stderr } = await runHere(['verify', '--har', file]);
      expect([code, stderr]).toEqual([2, `platform-mock: ${says}\n`]);
    }
    const none = join(folder, 'none.har');
    expect((await runHere(['verify', '--har', none])).stderr).toBe(
      `platform-mock: ${none}: there is no such file or folder\n`,
    );
  });
});

test.describe('platform-mock import and drift @mock', () => {
  test.describe.configure({ timeout: 480_000 });

  test('behaviour 34.1, 34.2, 34.3: an organization is imported with its names, and without any text of its own', async ({
    serverHere,
    folder,
  }) => {
    const { ready, api } = await serverHere();
    const secret = 'Zanzibar-42';
    const named = { description: `${secret} ships here`, name: 'zanzibar repo' };
    ok(await api.post(`/registry/v2/repos/${ready.orgId}`, named));
    const [full, redacted] = [join(folder, 'kept.yaml'), join(folder, 'redacted.yaml')];
    const read = (out: string, ...more: readonly string[]) =>
      runHere([
        'import',
        '--from',
        ready.url,
        '--token',
        ready.token,
        '--rps',
        '0',
        '--profile',
        profile,
        '--out',
        out,
        ...more,
      ]);
    const whole = await read(full, '--keep-names');
    const anonymous = await read(redacted);
    expect([whole.code, whole.stderr, anonymous.code, anonymous.stderr]).toEqual([0, '', 0, '']);
    expect(whole.stdout).toContain('13 repos\n');
    expect(anonymous.stdout).toContain(`wrote ${redacted}: it loads to the same rows\n`);
    const again = await read(full);
    expect([again.code, again.stderr]).toEqual([2, `platform-mock: ${full}: it exists already\n`]);

    // Each List of a mock with the imported fixture answers as the List of the service.
    const second = await serverHere('--fixture', full, '--fixture', 'empty');
    const third = await serverHere('--fixture', redacted, '--fixture', 'empty');
    const lists = [
      '/iam/v2/groups',
      '/registry/v2/repos',
      '/registry/v2/tags',
      '/iam/v2/roleBindings',
      '/iam/v2/identityProviders',
      '/events/v2/subscriptions',
    ];
    for (const list of lists) {
      const path = `${list}?uidp.descendants_of=${ready.orgId}&page_size=200`;
      expect((await second.api.get(path)).text).toBe((await api.get(path)).text);
    }
    // In the same order by name, and none of the texts.
    const order = async (of: typeof api, org: string) => {
      const { text } = await of.get(`/registry/v2/repos?uidp.descendants_of=${org}&page_size=200&order_by=name`);
      return (JSON.parse(text) as { repos: { name: string; uid: string; catalogTier?: string }[] }).repos;
    };
    const [sorted, standIns] = [await order(api, ready.orgId), await order(third.api, third.ready.orgId)];
    expect(standIns.map(({ catalogTier }) => catalogTier)).toEqual(sorted.map(({ catalogTier }) => catalogTier));
    const text = readFileSync(redacted, 'utf8');
    const roles = (await api.get('/iam/v2/roles?uidp.in_root=true&page_size=200')).text;
    // Without times: their digits may contain the number of a version.
    const values = valuesIn(text)
      .filter((value) => !TIME.test(value))
      .join('\n');
    const source = valuesIn(readFileSync(full, 'utf8')).flatMap((value) => value.split('/'));
    const own = source.filter((value) => value.length > 3 && !RESERVED.test(value) && !roles.includes(`"${value}"`));
    expect(new Set(own).size).toBeGreaterThan(150);
    const leaks = own.filter((value) => values.includes(value));
    expect(leaks).toEqual([]);
    expect(text).not.toContain(secret);
    expect(text).not.toContain(new URL(ready.url).host);
  });

  test('behaviour 34.1: an organization of many repos is imported in little memory, and one that stops half way leaves no file @whole', async ({
    folder,
  }) => {
    let count = 500;
    let hasReadmes = true;
    const group = 'a'.repeat(40);
    let pages = Number.POSITIVE_INFINITY;
    const time = '2024-05-06T07:08:09.123Z';
    const server = await listen(({ url = '' }, answer) => {
      const { pathname, searchParams } = new URL(url, 'http://service.example');
      const send = (status: number, body: object) => void answer.writeHead(status, JSON_TYPE).end(JSON.stringify(body));
      if (pathname === '/ping/v2/ping') return send(200, {});
      if (pathname === '/auth/v1/ok')
        return send(200, { subject: `${group}/${'b'.repeat(16)}`, capabilities: [{ group: { id: group } }] });
      if (pathname === `/iam/v2/groups/${group}`) return send(200, { uid: group, name: 'organization' });
      if (hasReadmes && pathname.endsWith('/readme')) return send(200, { content: `private text of ${pathname}` });
      if (pathname !== '/registry/v2/repos') return send(403, {});
      pages -= 1;
      if (pages < 0) return void answer.destroy();
      const at = Number(searchParams.get('page_token') ?? 0);
      const end = Math.min(at + 200, count);
      const repos = Array.from({ length: end - at }, (_, nth) => ({
        uid: `${group}/${(at + nth).toString(16).padStart(16, '0')}`,
        name: `private name ${at + nth}`,
        description: `private words ${at + nth}`,
        createTime: time,
        updateTime: time,
      }));
      return send(200, {
        repos,
        totalCount: String(count),
        skipped: 0,
        ...(end < count && { nextPageToken: String(end) }),
      });
    });
    const out = join(folder, 'large.yaml');
    const read = (to = out) =>
      runCommand(
        ['import', '--from', server.url, '--token', 'x', '--rps', '0', '--out', to],
        { NODE_OPTIONS: '--max-old-space-size=320' },
        420_000,
      );
    const withReadmes = await read(join(folder, 'readmes.yaml'));
    expect([withReadmes.code, withReadmes.stderr]).toEqual([0, '']);
    expect(withReadmes.stdout).toContain('500 repo readmes\n');
    expect(readFileSync(join(folder, 'readmes.yaml'), 'utf8')).not.toContain('private');
    [count, hasReadmes] = [bySize({ small: 3_000, usual: 10_000, whole: 100_000 }), false];
    pages = 5;
    const cut = await read();
    expect([cut.code, cut.stderr.match(/\n/g)?.length]).toEqual([2, 1]);
    expect(() => readFileSync(out)).toThrow();
    pages = Number.POSITIVE_INFINITY;
    const { code, stdout, stderr } = await read();
    server.closeAllConnections();
    server.close();
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`${count} repos\n`);
    expect(stdout).toContain('not read: repo readmes: the caller lacks repo.list\n');
    expect(readFileSync(out, 'utf8')).not.toContain('private');
  });

  test('behaviour 34.4: the head of the fixture names the kinds that the caller may not see', async ({
    serverHere,
    folder,
  }) => {
    const { ready, api } = await serverHere();
    const { mintToken } = await import('../support/mock.ts');
    const out = join(folder, 'part.yaml');
    const token = await mintToken(api, 'ci-bot');
    const { code, stdout } = await runHere([
      'import',
      '--from',
      ready.url,
      '--token',
      token,
      '--rps',
      '0',
      '--out',
      out,
      '--profile',
      profile,
    ]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/not read: identities: the caller lacks identity\.list\n/);
    expect(readFileSync(out, 'utf8')).toMatch(
      /^# An organization, .*\n(?:# .*\n)*# Not in it: identities: the caller lacks identity\.list\.\n/,
    );
  });

  test('behaviour 33.1, 33.4: the document of the mock has not drifted, and one that cannot be read is named', async ({
    serverHere,
    folder,
  }) => {
    const { ready } = await serverHere();
    const same = await runHere(['drift', '--document', `${ready.url}/openapi.yaml`, '--profile', profile]);
    expect([same.code, same.stdout]).toEqual([
      0,
      expect.stringMatching(/^compared \d+ operations: 0 breaking, 0 additive, 0 words\n$/),
    ]);
    const missing = await runHere(['drift', '--document', `${ready.url}/nope.yaml`]);
    expect([missing.code, missing.stderr]).toEqual([2, `platform-mock: ${ready.url}/nope.yaml: it answered 404\n`]);
    const file = join(folder, 'other.yaml');
    writeFileSync(file, 'openapi: 3.1.0\npaths: {}\n');
    const other = await runHere(['drift', '--document', file]);
    expect([other.code, other.stderr]).toEqual([2, `platform-mock: ${file}: it has no operation of this interface\n`]);
  });
});

/** Words that say nothing of an organization: enum values, bundles, durations, booleans, capabilities, and what each fixture has. */
const RESERVED =
  /^(?:[A-Z]+(?:_[A-Z0-9]+)+|true|false|\d+s?|application|base|byol|ai|ai-gpu|featured|fips|commercial|emeritoss|https?:|An organization, imported.*)$/;

const TIME = /^\d{4}-\d\d-\d\dT/;

/** The values of a fixture, without its keys. */
const valuesIn = (text: string): readonly string[] =>
  [...text.matchAll(/^ *(?:- )?(?:(?:[\w]+|"[^"]*"): )?(\S.*)$/gm)]
    .map(([, value = '']) => (value.startsWith('"') && value.endsWith('"') ? (JSON.parse(value) as string) : value))
    .filter((value) => !/^#|^["\w./-]+:$/.test(value));
