import { ok } from '../support/answer.ts';
import { inDays } from '../support/dates.ts';
import { expectInvalid, expectViolation } from '../support/errors.ts';
import { claimMatchOf, digestOf } from '../support/org.ts';
import { expect, test } from '../support/test.ts';

test('1.1: no answer has a null', async ({ api, org }) => {
  const provider = await org.provider();
  await org.mapping(provider.uid);
  await org.tag((await org.repo()).uid);
  await org.binding();
  await org.association();
  for (const target of [
    `/iam/v2/identityProviders/${provider.uid}`,
    `/iam/v2/roleBindings?uidp.children_of=${org.uid}`,
    `/registry/v2/tags?uidp.descendants_of=${org.uid}`,
    `/iam/v2/accountAssociations/${org.uid}`,
    `/iam/v2/groups/${org.uid}`,
  ]) {
    expect((await api.get(target)).text, target).not.toMatch(/:\s*null/);
  }
});

test('1.1: only the member of a oneof that is set is emitted', async ({ org }) => {
  const identity = await org.identity();
  for (const other of ['staticKeys', 'awsIdentity', 'servicePrincipal']) expect(identity).not.toHaveProperty(other);
});

test.describe('1.2: numbers, durations and enums', () => {
  test('a 64-bit number is a text, a 32-bit number is a number', async ({ api, org }) => {
    const github = {
      appInstallations: { '42': { installations: [{ installationId: 9007199254740993n.toString() }] } },
    };
    const association = await org.association({ github });
    expect(association.github).toEqual(github);
    expect(typeof (await api.read('/registry/v2/repos?page_size=1')).totalCount).toBe('string');
    expect(typeof (await api.read('/registry/v2/repos?page_size=1')).skipped).toBe('number');
  });

  for (const [installationId, written] of [
    [7, '7'],
    ['7', '7'],
    ['-7', '-7'],
    ['9223372036854775807', '9223372036854775807'],
  ] as const) {
    test(`a 64-bit number may be given as ${JSON.stringify(installationId)}`, async ({ org }) => {
      const github = { appInstallations: { '1': { installations: [{ installationId }] } } };
      const { appInstallations } = (await org.association({ github })).github as typeof github;
      expect(appInstallations['1'].installations[0]?.installationId).toBe(written);
    });
  }

  for (const installationId of ['7.5', 7.5, '', 'x', '9223372036854775808', true, {}, []]) {
    test(`a 64-bit number is not ${JSON.stringify(installationId)}`, async ({ api, org }) => {
      const github = { appInstallations: { '1': { installations: [{ installationId }] } } };
      const answer = await api.post(`/iam/v2/accountAssociations/${org.uid}`, { name: 'a', github });
      expect(answer.status).toBe(400);
    });
  }

  for (const gid of [1.5, 2 ** 31, -(2 ** 31) - 1, '1e2', true, '']) {
    test(`a 32-bit number is not ${JSON.stringify(gid)}`, async ({ api, org }) => {
      const customOverlay = { accounts: { users: [{ username: 'u', gid }] } };
      const answer = await api.post(`/registry/v2/repos/${org.uid}`, { name: 'a', customOverlay });
      expectInvalid(answer, { 'customOverlay.accounts.users[0].gid': /./ });
    });
  }

  for (const [catalogTier, written] of [
    ['CATALOG_TIER_AI', 'CATALOG_TIER_AI'],
    [4, 'CATALOG_TIER_AI'],
  ] as const) {
    test(`an enum may be given as ${JSON.stringify(catalogTier)}`, async ({ org }) => {
      expect((await org.repo({ catalogTier })).catalogTier).toBe(written);
    });
  }

  for (const catalogTier of ['AI', 'catalog_tier_ai', 99, -1, 1.5, true, [], {}, 'toString', '__proto__']) {
    test(`an enum is not ${JSON.stringify(catalogTier)}`, async ({ api, org }) => {
      expectViolation(await api.post(`/registry/v2/repos/${org.uid}`, { name: 'a', catalogTier }), 'catalogTier');
    });
  }

  for (const [ttl, millis] of [
    ['60s', 60_000],
    ['1.5s', 1_500],
    ['0.001s', 1],
    ['86400.000000000s', 86_400_000],
  ] as const) {
    test(`a duration may be ${ttl}`, async ({ org }) => {
      const invite = await org.invite({ ttl });
      expect(Date.parse(String(invite.expirationTime)) - Date.parse(invite.createTime)).toBe(millis);
    });
  }
});

test.describe('1.3: timestamps', () => {
  const keys = JSON.stringify({ keys: [{ kty: 'RSA', kid: 'k', n: 'AQAB', e: 'AQAB' }] });
  const staticKeys = { issuer: 'https://s.test', subject: 's', issuerKeys: keys };
  const soon = inDays(1).slice(0, 10);
  // A run can go on past midnight, and a test is found again by its title.
  const titleOf = (given: string | number): string => JSON.stringify(given).replace(soon, 'DATE');

  for (const [given, written] of [
    [`${soon}T10:00:00Z`, `${soon}T10:00:00.000Z`],
    [`${soon}T10:00:00.5Z`, `${soon}T10:00:00.500Z`],
    [`${soon}T10:00:00.123456789Z`, `${soon}T10:00:00.123Z`],
    [`${soon}T12:00:00+02:00`, `${soon}T10:00:00.000Z`],
    [`${soon}T09:30:00.25-00:30`, `${soon}T10:00:00.250Z`],
    [`${soon}t10:00:00z`, `${soon}T10:00:00.000Z`],
  ] as const) {
    test(`${titleOf(given)} is shown as ${titleOf(written)}`, async ({ org }) => {
      const identity = await org.identity({
        claimMatch: undefined,
        staticKeys: { ...staticKeys, expirationTime: given },
      });
      expect(identity.staticKeys).toMatchObject({ expirationTime: written });
    });
  }

  for (const given of [
    `${soon}T10:00:00`,
    soon,
    `${soon} 10:00:00Z`,
    `${soon}T24:00:00Z`,
    `${soon}T10:60:00Z`,
    '2027-02-30T10:00:00Z',
    '0000-01-01T00:00:00Z',
    '10000-01-01T00:00:00Z',
    'now',
    1_800_000_000,
  ]) {
    test(`${titleOf(given)} is not a timestamp`, async ({ api, org }) => {
      const body = { name: 'a', staticKeys: { ...staticKeys, expirationTime: given } };
      expectViolation(await api.post(`/iam/v2/identities/${org.uid}`, body), 'staticKeys.expirationTime');
    });
  }
});

test.describe('1.4: names of members', () => {
  test('the proto names are accepted at every depth', async ({ api, org }) => {
    const body = {
      name: 'a',
      claim_match: { issuer_pattern: 'https://.*', subject: 's', claim_patterns: { a_b: '.' } },
    };
    const identity = ok(await api.post(`/iam/v2/identities/${org.uid}`, body));
    expect(identity.claimMatch).toEqual({ issuerPattern: 'https://.*', subject: 's', claimPatterns: { a_b: '.' } });
  });

  for (const body of [
    { claimMatch: claimMatchOf('a'), claim_match: claimMatchOf('a') },
    { claimMatch: { issuer: 'https://a.test', subject: 's', subject_pattern: '.' } },
    { claimMatch: { issuer: 'https://a.test', issuer_pattern: '.', subject: 's' } },
  ]) {
    test(`${JSON.stringify(body).slice(0, 60)} is refused`, async ({ api, org }) => {
      expect((await api.post(`/iam/v2/identities/${org.uid}`, { name: 'a', ...body })).status).toBe(400);
    });
  }

  test('a repeated key is refused', async ({ api, org }) => {
    const answer = await api.post(`/registry/v2/repos/${org.uid}`, '{"name":"a","name":"b"}');
    expectInvalid(answer, { body: 'duplicate field "name"' });
  });

  test('a null member is the same as an absent one', async ({ api, org }) => {
    const body = { name: 'a', description: null, catalogTier: null, bundles: null, syncConfig: null };
    expect(ok(await api.post(`/registry/v2/repos/${org.uid}`, body))).not.toHaveProperty('catalogTier');
    expectViolation(await api.post(`/registry/v2/repos/${org.uid}`, { name: null }), 'name');
  });
});

test.describe('1.6: Content-Type', () => {
  for (const type of [
    'application/x-www-form-urlencoded',
    'text/plain',
    'application/xml',
    'nonsense',
    'application/json; charset=utf-8',
  ]) {
    test(`a JSON body is read under ${type}`, async ({ api, org }) => {
      const repo = await org.repo();
      const answer = await api.send('PATCH', `/registry/v2/repos/${repo.uid}`, {
        headers: { 'content-type': type },
        body: '{"description":"x"}',
      });
      expect(ok(answer).description).toBe('x');
      expect(answer.headers['content-type']).toMatch(/^application\/json/);
    });
  }

  test('a JSON body is read without a Content-Type', async ({ api, org }) => {
    const body = '{"name":"a"}';
    const headers = { 'content-type': [] as string[], 'content-length': body.length };
    expect((await api.send('POST', `/registry/v2/repos/${org.uid}`, { headers, body })).status).toBe(200);
  });

  test('a form is not JSON', async ({ api, org }) => {
    const answer = await api.send('POST', `/registry/v2/repos/${org.uid}`, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'name=a&description=b',
    });
    expectInvalid(answer, { body: 'malformed JSON' });
  });
});

test.describe('1.7, 1.8: bodies', () => {
  test('1.7: a missing body of a custom method is an empty object', async ({ api, org }) => {
    const provider = await org.provider();
    expect((await api.post(`/iam/v2/identityProviders/${provider.uid}:generateScimToken`)).status).toBe(200);
  });

  for (const body of ['[]', '"x"', '1', 'true', 'null', '[{"name":"a"}]']) {
    test(`${body} is JSON and not an object`, async ({ api, org }) => {
      expectViolation(await api.post(`/registry/v2/repos/${org.uid}`, body), 'body');
    });
  }

  for (const body of [
    '{',
    '{"name":',
    '{name:"a"}',
    "{'name':'a'}",
    '{"name":"a"}}',
    '{"name":"a"} x',
    '{"name":"a",}',
    '\u0000',
    'undefined',
    '{"name":"\n"}',
    '{"a":01}',
  ]) {
    test(`1.8: ${JSON.stringify(body)} is malformed`, async ({ api, org }) => {
      expectInvalid(await api.post(`/registry/v2/repos/${org.uid}`, body), { body: 'malformed JSON' });
    });
  }

  test('1.8: a body that begins with a byte order mark is malformed, and the violation says so', async ({
    api,
    org,
  }) => {
    const answer = await api.post(`/registry/v2/repos/${org.uid}`, '\ufeff{"name":"a"}x');
    expectInvalid(answer, { body: 'malformed JSON: it begins with a byte order mark' });
  });

  test('1.8: bytes that are not UTF-8 are malformed', async ({ api, org }) => {
    const body = Buffer.concat([Buffer.from('{"name":"a'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]);
    expectInvalid(await api.post(`/registry/v2/repos/${org.uid}`, body), { body: 'malformed JSON' });
  });
});

test.describe('1.12: HEAD and OPTIONS', () => {
  for (const target of [
    '/registry/v2/repos?page_size=1',
    '/ping/v2/ping',
    '/iam/v2/groups/ORG',
    '/iam/v2/groups/nonsense',
  ]) {
    test(`HEAD ${target} is GET without the body`, async ({ api, org }) => {
      const path = target.replace('ORG', org.uid);
      const [head, get] = [await api.send('HEAD', path), await api.get(path)];
      expect(head.status).toBe(get.status);
      expect(head.text).toBe('');
      expect(head.headers['content-type']).toBe(get.headers['content-type']);
      expect(head.headers['content-length']).toBe(String(Buffer.byteLength(get.text)));
    });
  }

  test('CORS is off', async ({ api }) => {
    for (const method of ['GET', 'OPTIONS']) {
      const { headers } = await api.send(method, '/registry/v2/repos', { headers: { origin: 'https://evil.test' } });
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  });

  test('2.10: no header announces a deprecation', async ({ api }) => {
    const { headers } = await api.get('/registry/v2/repos');
    expect(headers).not.toHaveProperty('deprecation');
    expect(headers).not.toHaveProperty('sunset');
  });
});

test('1.10: an answer without a body has a length of zero', async ({ api, org }) => {
  const repo = await org.repo();
  await org.tag(repo.uid, { digest: digestOf('x') });
  const { headers } = await api.delete(`/registry/v2/repos/${repo.uid}`);
  expect(headers['transfer-encoding']).toBeUndefined();
});
