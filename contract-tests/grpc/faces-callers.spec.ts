import { expectError, expectUnauthenticated } from '../support/errors.ts';
import type { Face } from '../support/faces.ts';
import { expect, FACES, onEachFace, test } from '../support/grpc-test.ts';
import { advance, mintToken, steer } from '../support/mock.ts';
import { betaName, protoMethod } from '../support/proto-files.ts';

/** Expects the same answer on both faces; only HTTP has the challenge (behaviour §9.2.13). */
const expectUnknown = async (face: Face, operation: string, says: string): Promise<void> => {
  const answer = await face.call(operation);
  if (face.name === 'REST') expectUnauthenticated(answer, says);
  else expectError(answer, 'UNAUTHENTICATED', { says, details: [] });
};

onEachFace('9.8: no token', async (face) => {
  await expectUnknown(face.as(undefined), 'ListRepos', 'missing bearer token');
  await expectUnknown(face.as(undefined), 'DeleteGroup', 'missing bearer token');
});

for (const authorization of ['Bearer', 'Basic dXNlcjpwYXNz', 'Bearer a b', 'token of two']) {
  onEachFace(`9.8: "${authorization}" is malformed`, async (face) => {
    await expectUnknown(face.authorized(authorization), 'ListRepos', 'malformed authorization header');
  });
}

for (const token of ['nonsense', '..', 'e30.e30.e30', 'x'.repeat(20_000)]) {
  onEachFace(`9.8: the token ${token.slice(0, 12)} of ${token.length} letters is invalid`, async (face) => {
    await expectUnknown(face.as(token), 'ListRepos', 'invalid token');
  });
}

for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
  onEachFace(`9.8: the scheme ${scheme} is accepted`, async (face, { api }) => {
    expect((await face.authorized(`${scheme} ${api.token}`).call('ListRepos')).status).toBe(200);
  });
}

const OPEN = ['Ping', 'ListDocuments', 'ListVulnerabilityMetadata'];
const OPEN_IN_V1 = ['ListDocuments', 'ListVulnerabilityMetadata'].map(
  (method) => `chainguard.platform.advisory.SecurityAdvisory/${method}`,
);

onEachFace('10.10, C13: ping, documents and metadata do not need a token, and refuse a bad one', async (face) => {
  for (const operation of OPEN) {
    expect((await face.as(undefined).call(operation)).status).toBe(200);
    await expectUnknown(face.as('nonsense'), operation, 'invalid token');
  }
  expect(await face.as(undefined).read('Ping')).toEqual({ response: 'pong' });
});

onEachFace(
  '10.10: an empty authorization is as if there were none, where no token is needed',
  async (face, { api }) => {
    const nobody = face.authorized('');
    for (const operation of [...OPEN, ...OPEN_IN_V1]) expect((await nobody.call(operation)).status).toBe(200);
    for (const { name, http } of OPEN.map(protoMethod)) {
      const beta =
        face.name === 'gRPC'
          ? await nobody.call(betaName(name))
          : await api
              .as(undefined)
              .send('GET', http.path.replace('/v2/', '/v2beta1/'), { headers: { authorization: '' } });
      expect(beta.status).toBe(200);
    }
    await expectUnknown(nobody, 'ListRepos', 'malformed authorization header');
  },
);

onEachFace('L22: a bad token is reported before a bad request', async (face) => {
  const answer = await face.as('nonsense').call('ListRepos', { pageSize: -1 });
  expectError(answer, 'UNAUTHENTICATED', { says: 'invalid token' });
});

onEachFace('9.8: the token of a deleted identity @mock', async (face, { api, identity }) => {
  const { uid } = await identity();
  const gone = face.as(await mintToken(api, uid));
  expect((await gone.call('CheckEligibility')).status).toBe(200);
  await face.read('DeleteIdentity', { uid });
  await expectUnknown(gone, 'CheckEligibility', 'unknown identity');
});

test('9.8: a token that has expired @mock', async ({ ownServer, facesOf }) => {
  const server = await ownServer();
  await steer(server.api, 'PUT', 'clock', { mode: 'frozen' });
  const token = await mintToken(server.api, 'viewer', '3600s');
  const faces = facesOf(server);
  for (const name of FACES) expect((await faces[name].as(token).call('ListRepos')).status).toBe(200);
  await advance(server.api, '2h');
  for (const name of FACES) await expectUnknown(faces[name].as(token), 'ListRepos', 'token expired');
});
