import { isDeepStrictEqual } from 'node:util';
import { sampleOf, samples } from '../operations/samples.ts';
import type { Body } from '../support/answer.ts';
import type { Face } from '../support/faces.ts';
import { expect, test } from '../support/grpc-test.ts';
import { requestOf } from '../support/http-rules.ts';
import { operations } from '../support/openapi.ts';
import { oidc } from '../support/org.ts';
import { protoMethod } from '../support/proto-files.ts';
import type { Json } from '../support/proto-json.ts';

/** The cursor holds the time at which it was made. */
const settled = ({ nextPageToken, ...body }: Body): object => ({ ...body, hasMore: nextPageToken !== undefined });

test.describe('reads return the same fields on both faces @fixture', () => {
  for (const { id } of operations.filter(({ id, method }) => method === 'GET' && samples.has(id))) {
    test(id, async ({ faces, org }) => {
      const { target, body, token } = await sampleOf(id, org);
      const request = requestOf(protoMethod(id), target, body as Json);
      const through = async (face: Face): Promise<object> =>
        settled(await (token === undefined ? face : face.as(token)).read(id, request));
      for (let before = await through(faces.REST); ; ) {
        const [grpc, rest] = [await through(faces.gRPC), await through(faces.REST)];
        const hasMoved = !isDeepStrictEqual(before, rest);
        before = rest;
        // Some lists have what other tests make meanwhile.
        if (hasMoved) continue;
        expect(Object.keys(rest).length).toBeGreaterThan(id === 'CheckEligibility' ? 0 : 1);
        expect(grpc).toEqual(rest);
        break;
      }
    });
  }

  test('a provider with a SCIM token, an association of every kind, and a repo with everything', async ({
    faces,
    org,
  }) => {
    const { uid } = await org.provider({
      description: 'Zürich',
      oidc: { ...oidc, additionalScopes: ['a', 'b'], pkceEnabled: true },
    });
    await faces.REST.read('GenerateScimToken', { identityProviderUid: uid });
    const association = await org.association({
      amazon: { account: '123456789012' },
      google: { projectId: 'p', projectNumber: '9' },
      azure: { tenantId: 't', clientIds: { a: '1', b: '2' } },
      github: { appInstallations: { '9007199254740993': { installations: [{ installationId: '7', name: 'n' }] } } },
    });
    const { uid: source } = await org.repo({
      catalogTier: 'CATALOG_TIER_BASE',
      aliases: ['a/b:latest'],
      activeTags: ['1', 'latest'],
    });
    const repo = await org.repo({
      syncConfig: { source },
      customOverlay: { contents: { packages: ['a'] }, environment: { A: 'b' } },
    });
    for (const [operation, row] of [
      ['GetIdentityProvider', uid],
      ['GetAccountAssociation', association.uid],
      ['GetRepo', repo.uid],
    ] as const) {
      const rest = await faces.REST.read(operation, { uid: row });
      expect(await faces.gRPC.read(operation, { uid: row })).toEqual(rest);
    }
  });
});
