import { rowsOf } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import { expectError, expectMissing } from '../support/errors.ts';
import { digestOf } from '../support/org.ts';
import { expect, test } from '../support/test.ts';

const DIGEST = 'sha256:b6c521eff48c6a33c652b8521669f2edd63460c344618e0028cd336cd609dfcf';
const AMD64_ONLY = 'sha256:62329d232c727f151203d32822d4ba8e84e6628d02c0098fce8f8b3cf498f8df';

const nginx = async (api: Api, org: string): Promise<string> => {
  const [repo] = rowsOf(await api.read(`/registry/v2/repos?uidp.children_of=${org}&name=nginx`), 'repos');
  return `/registry/v2/repos/${repo?.uid}/digests`;
};

test.describe('images of the default fixture @fixture', () => {
  for (const digest of [DIGEST, DIGEST.replace(':', '%3A'), DIGEST.replace(':', '%3a')]) {
    test(`5.12: the architectures and sizes of ${digest.slice(0, 12)}`, async ({ api, shared }) => {
      const path = await nginx(api, shared.target.orgId);
      expect(await api.read(`${path}/${digest}/architectures`)).toEqual({ architectures: ['amd64', 'arm64'] });
      const amd64 = { size: '20971520', architecture: 'amd64' };
      expect(await api.read(`${path}/${digest}/size`)).toEqual(amd64);
      expect(await api.read(`${path}/${digest}/size?architecture=amd64`)).toEqual(amd64);
      expect(await api.read(`${path}/${digest}/size?architecture=`)).toEqual(amd64);
      expect(await api.read(`${path}/${digest}/size?architecture=arm64`)).toEqual({
        size: '19922944',
        architecture: 'arm64',
      });
    });
  }

  test('5.12: a digest of another image has its own architectures', async ({ api, shared }) => {
    const path = await nginx(api, shared.target.orgId);
    expect(await api.read(`${path}/${AMD64_ONLY}/architectures`)).toEqual({ architectures: ['amd64'] });
  });

  test('5.12: an architecture that the image does not have is 404', async ({ api, shared }) => {
    const path = await nginx(api, shared.target.orgId);
    for (const target of [`${DIGEST}/size?architecture=s390x`, `${AMD64_ONLY}/size?architecture=arm64`]) {
      expectError(await api.get(`${path}/${target}`), 'NOT_FOUND');
    }
  });

  test('2.1: the uid of the repo may have escaped slashes', async ({ api, shared }) => {
    const path = (await nginx(api, shared.target.orgId)).replace(/([0-9a-f]{40})\//, '$1%2F');
    expect(await api.read(`${path}/${DIGEST}/architectures`)).toEqual({ architectures: ['amd64', 'arm64'] });
  });
});

for (const what of ['architectures', 'size']) {
  test(`5.12: ${what} of an unknown digest is 404 for the image`, async ({ api, org }) => {
    const repo = await org.repo();
    for (const digest of [digestOf('none'), 'sha256:', 'latest']) {
      expectMissing(
        await api.get(`/registry/v2/repos/${repo.uid}/digests/${digest}/${what}`),
        'registry/Image',
        digest,
      );
    }
  });

  test(`5.12: ${what} in an unknown repo is 404 for the repo`, async ({ api, org }) => {
    const uid = `${org.uid}/${'3'.repeat(16)}`;
    expectMissing(await api.get(`/registry/v2/repos/${uid}/digests/${DIGEST}/${what}`), 'registry/Repo', uid);
  });
}
