import { ok } from '../support/answer.ts';
import { expectError, expectInvalid, expectMissing, expectNoRoute } from '../support/errors.ts';
import { expect, test } from '../support/test.ts';

test.describe('2.1: slashes in a uid', () => {
  test('may be raw, escaped, or both', async ({ api, org }) => {
    const group = await org.group();
    const repo = await org.repo({}, group.uid);
    const [root = '', middle = '', leaf = ''] = repo.uid.split('/');
    const spellings = [
      `${root}/${middle}/${leaf}`,
      `${root}%2F${middle}%2f${leaf}`,
      `${root}/${middle}%2F${leaf}`,
      `${root}%2f${middle}/${leaf}`,
      `%${root.charCodeAt(0).toString(16)}${root.slice(1)}/${middle}/${leaf}`,
    ];
    for (const uid of spellings) expect((await api.read(`/registry/v2/repos/${uid}`)).uid, uid).toBe(repo.uid);
    expect((await api.read(`/registry/v2/repos/${spellings[1]}/readme`)).uid).toBe(repo.uid);
    expect(ok(await api.patch(`/registry/v2/repos/${spellings[1]}`, { description: 'x' })).uid).toBe(repo.uid);
    expect(ok(await api.post(`/registry/v2/repos/${root}%2F${middle}`, { name: 'x' })).uid).toMatch(
      new RegExp(`^${group.uid}/`),
    );
    expect((await api.delete(`/registry/v2/repos/${spellings[1]}`)).status).toBe(200);
  });

  test('are decoded once only', async ({ api, org }) => {
    const repo = await org.repo();
    const twice = repo.uid.replace('/', '%252F');
    expectMissing(await api.get(`/registry/v2/repos/${twice}`), 'registry/Repo', repo.uid.replace('/', '%2F'));
  });

  test('may be escaped in a query too', async ({ api, org }) => {
    const group = await org.group();
    const page = await api.read(`/iam/v2/groups?uidp.ids=${encodeURIComponent(group.uid)}`);
    expect(page.totalCount).toBe('1');
  });
});

test.describe('2.3, 2.4: precedence', () => {
  test('a readme, an image and a custom verb come before the uid', async ({ api, org }) => {
    const repo = await org.repo();
    expect(await api.read(`/registry/v2/repos/${repo.uid}/readme`)).toHaveProperty('content');
    const image = await api.get(`/registry/v2/repos/${repo.uid}/digests/sha256:00/architectures`);
    expect(JSON.stringify(image.body.details)).toContain('/Image');
    expect((await api.get('/libraries/v2/artifacts/count?ecosystems=ECOSYSTEM_JAVA')).body).toHaveProperty('counts');
    expect(await api.read('/iam/v2/groups:checkEligibility')).toHaveProperty('eligible');
  });

  test('a path that only looks like a longer one is a uid', async ({ api, org }) => {
    const repo = await org.repo();
    for (const rest of ['readme/x', 'digests', 'digests/sha256:00', 'digests/sha256:00/other', 'Readme']) {
      const uid = `${repo.uid}/${rest}`;
      expectMissing(await api.get(`/registry/v2/repos/${uid}`), 'registry/Repo', uid);
    }
  });

  test('2.4: an unknown verb is part of a uid', async ({ api, org }) => {
    const provider = await org.provider();
    const uid = `${provider.uid}:explode`;
    expectMissing(await api.post(`/iam/v2/identityProviders/${uid}`, { name: 'a' }), 'iam/Group', uid);
    expectMissing(await api.get(`/iam/v2/identityProviders/${uid}`), 'iam/IdentityProvider', uid);
  });
});

test.describe('2.5: unknown paths', () => {
  for (const [target, service] of [
    ['/iam/v2/nope', 'iam'],
    ['/iam/v2', 'iam'],
    ['/iam/', 'iam'],
    ['/registry/v2/nope/x', 'registry'],
    ['/registry/v3/repos', 'registry'],
    ['/registry/repos', 'registry'],
    ['/vulnerabilities/v2/reports', 'vulnerabilities'],
    ['/libraries/v2/artifacts/a/b/versions', 'libraries'],
    ['/advisory/v2/images', 'advisory'],
    ['/events/v2/events', 'events'],
    // behaviour C12: these two have no v1 over HTTP.
    ['/events/v1/subscriptions', 'events'],
    ['/ping/v1/ping', 'ping'],
    ['/ping/v2/pong', 'ping'],
    ['/auth/v1/nope', 'auth'],
    ['/sts/nope', 'oidc'],
    ['/nope', 'api'],
    ['/v2/repos', 'api'],
    ['/IAM/v2/groups', 'api'],
    ['//iam/v2/groups', 'api'],
  ] as const) {
    test(`${target} is 404 in the name of ${service}`, async ({ api, anonymous }) => {
      for (const caller of [api, anonymous]) {
        for (const method of ['GET', 'POST', 'DELETE']) {
          const answer = await caller.send(method, target);
          expectNoRoute(answer, service);
        }
      }
    });
  }

  for (const family of ['overlays', 'overlayBindings', 'requestGroups', 'requestedLibraries']) {
    test(`B3: ${family} of v2beta1 is 404`, async ({ api }) => {
      for (const domain of ['registry', 'libraries']) {
        expect((await api.get(`/${domain}/v2beta1/${family}`)).status).toBe(404);
      }
    });
  }
});

test.describe('2.6, C32: wrong methods', () => {
  for (const [method, target, allow] of [
    ['PUT', '/registry/v2/repos/ORG', ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST']],
    ['PUT', '/registry/v2/repos', ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST']],
    ['PATCH', '/registry/v2/tags/ORG', ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'POST']],
    ['POST', '/vulnerabilities/v2/advisories', ['GET', 'HEAD', 'OPTIONS']],
    ['DELETE', '/vulnerabilities/v2/advisories/ORG', ['GET', 'HEAD', 'OPTIONS']],
    ['POST', '/ping/v2/ping', ['GET', 'HEAD', 'OPTIONS']],
    ['DELETE', '/libraries/v2/artifacts', ['GET', 'HEAD', 'OPTIONS']],
    ['GET', '/iam/v2/roleBindings:batchCreate', ['OPTIONS', 'POST']],
    ['POST', '/iam/v2/groups:checkEligibility', ['GET', 'HEAD', 'OPTIONS']],
    ['PATCH', '/iam/v2/terms/ORG', ['GET', 'HEAD', 'OPTIONS', 'POST']],
    ['TRACE', '/ping/v2/ping', ['GET', 'HEAD', 'OPTIONS']],
    // A slash at the end belongs to the path of all but GET (2.7), so only what is there with it is listed.
    ['POST', '/ping/v2/ping/', ['GET', 'HEAD', 'OPTIONS']],
    ['PUT', '/iam/v2/roles/', ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST']],
    // PUT is of v1 only, PATCH of v2 only, and v1 gets no group by its id.
    ['PUT', '/iam/v2/groups/ORG', ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST']],
    ['PATCH', '/iam/v2beta1/roleBindings:batchCreate', ['OPTIONS', 'POST']],
  ] as const) {
    test(`${method} ${target} is 501 with the allowed methods`, async ({ api, org }) => {
      const answer = await api.send(method, target.replace('ORG', org.uid));
      expectError(answer, 'UNIMPLEMENTED', { says: 'Method Not Allowed', details: [] });
      const allowed = String(answer.headers.allow).split(/,\s*/).toSorted();
      expect(allowed).toEqual(allow);
    });
  }

  for (const [method, target, allow] of [
    ['PATCH', '/iam/v1/groups/ORG', ['DELETE', 'OPTIONS', 'POST', 'PUT']],
    ['GET', '/iam/v1/groups/ORG', ['DELETE', 'OPTIONS', 'POST', 'PUT']],
    ['HEAD', '/iam/v1/rolebindings/batch/ORG', ['DELETE', 'OPTIONS', 'POST', 'PUT']],
    ['DELETE', '/registry/v1/eoltags', ['GET', 'HEAD', 'OPTIONS']],
  ] as const) {
    test(`${method} ${target} of v1 is 501 with the methods of v1`, async ({ api, org }) => {
      const answer = await api.send(method, target.replace('ORG', org.uid));
      expect(answer.status).toBe(501);
      expect(String(answer.headers.allow).split(/,\s*/).toSorted()).toEqual(allow);
    });
  }

  for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS']) {
    test(`${method} of a path that only has an operation without its last slash is 404`, async ({ api }) => {
      const answer = await api.send(method, '/iam/v2/roleBindings:batchCreate/');
      expect([answer.status, answer.headers.allow]).toEqual([404, undefined]);
    });
  }
});

test.describe('2.7: a slash at the end', () => {
  test('of a GET is removed, once', async ({ api, org }) => {
    const repo = await org.repo();
    expect((await api.read(`/registry/v2/repos/${repo.uid}/`)).uid).toBe(repo.uid);
    expect((await api.read('/iam/v2/roles/?page_size=200')).roles).toEqual(
      (await api.read('/iam/v2/roles?page_size=200')).roles,
    );
    expect((await api.get(`/registry/v2/repos/${repo.uid}//`)).status).toBe(404);
  });

  test('of a DELETE is part of the uid', async ({ api, org }) => {
    const repo = await org.repo();
    expect((await api.delete(`/registry/v2/repos/${repo.uid}/`)).status).toBe(404);
  });
});

test.describe('3.13: percent escapes', () => {
  for (const path of ['%', '%2', '%zz', 'a%', '%ff', '%c3%28', '%E0%A4%A']) {
    test(`${path} in a path is refused`, async ({ api }) => {
      expectError(await api.get(`/registry/v2/repos/${path}`), 'INVALID_ARGUMENT');
    });
  }

  for (const query of ['name=%', 'name=%zz', 'name=%ff', '%=x', 'page_size=%3', 'uidp.ids=%e0%a4']) {
    test(`${query} in a query is refused`, async ({ api }) => {
      expectError(await api.get(`/registry/v2/repos?${query}`), 'INVALID_ARGUMENT');
    });
  }

  test('2.1: an empty uid of a custom method is refused', async ({ api }) => {
    const answer = await api.post('/iam/v2/identityProviders/:generateScimToken');
    expectInvalid(answer, { identityProviderUid: 'identityProviderUid is required' });
  });
});
