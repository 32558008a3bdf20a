import { expect, test } from '../support/grpc-test.ts';
import { protoMethod } from '../support/proto-files.ts';
import { encode } from '../support/proto-json.ts';

/** A field of a message on the wire: its number, and the bytes that it holds. */
const text = (number: number, value: string | Buffer): Buffer => {
  const bytes = Buffer.from(value);
  return Buffer.concat([Buffer.from([(number << 3) | 2, bytes.length]), bytes]);
};

const UPDATE = `/${protoMethod('UpdateRepo').name}`;

test.describe('G4: without a mask the fields that are populated are the mask (AIP-134)', () => {
  test('a zero without presence is not populated, even where it is on the wire', async ({ grpc, org }) => {
    const { uid, name } = await org.repo({ description: 'kept' });
    const type = protoMethod('UpdateRepo').request.fields.repo?.resolve().resolvedType;
    expect(type?.fullName).toBe('.chainguard.platform.registry.v2.Repo');
    const repo = Buffer.concat([encode(protoMethod('GetRepo').response, { uid }), text(3, '')]);
    expect(await grpc.send(UPDATE, text(1, repo))).toMatchObject({ ok: true });
    const sent = await grpc.call('UpdateRepo', { repo: { uid, description: '', bundles: [] } });
    expect(sent).toMatchObject({ ok: true, response: { name, description: 'kept' } });
  });

  test('an empty mask is the same as no mask', async ({ grpc, org }) => {
    const { uid, name } = await org.repo({ description: 'before' });
    const repo = encode(protoMethod('GetRepo').response, { uid, description: 'after' });
    expect(await grpc.send(UPDATE, Buffer.concat([text(1, repo), text(2, '')]))).toMatchObject({ ok: true });
    expect(await grpc.call('GetRepo', { uid })).toMatchObject({ response: { name, description: 'after' } });
  });

  test('a zero is written by naming its field in the mask', async ({ grpc, org }) => {
    const { uid } = await org.repo({ description: 'before' });
    const ended = await grpc.call('UpdateRepo', { repo: { uid, description: '' }, updateMask: 'description' });
    expect(ended.ok && ended.response).not.toHaveProperty('description');
  });

  test('a populated member of a message is in the mask by its own path', async ({ grpc, org }) => {
    const claimMatch = { issuer: 'https://issuer.test', subject: 'before', claims: { a: '1' } };
    const { uid } = await org.identity({ claimMatch });
    const ended = await grpc.call('UpdateIdentity', { identity: { uid, claimMatch: { subject: 'after' } } });
    expect(ended).toMatchObject({ response: { claimMatch: { ...claimMatch, subject: 'after' } } });
  });

  test('an empty message is populated, and sets the oneof', async ({ grpc, org }) => {
    const { uid } = await org.identity();
    const ended = await grpc.call('UpdateIdentity', { identity: { uid, awsIdentity: {} } });
    expect(ended).toMatchObject({ ok: false, code: 3 });
  });

  test('output-only fields are not part of the mask', async ({ grpc, org }) => {
    const before = await org.repo({ description: 'a' });
    const repo = { ...before, description: 'b', createTime: '2000-01-01T00:00:00.000Z' };
    const { uid, createTime } = before;
    expect(await grpc.call('UpdateRepo', { repo })).toMatchObject({ response: { uid, createTime, description: 'b' } });
  });
});

test.describe('a mask on the wire', () => {
  const update = async (
    grpc: { send: (path: string, bytes: Buffer) => Promise<unknown> },
    uid: string,
    ...paths: string[]
  ) => {
    const repo = encode(protoMethod('GetRepo').response, { uid, name: 'ignored', description: 'after' });
    return grpc.send(
      UPDATE,
      Buffer.concat([text(1, repo), text(2, Buffer.concat(paths.map((path) => text(1, path))))]),
    );
  };

  for (const [paths, good] of [
    [['description'], true],
    [['catalog_tier', 'description'], true],
    [['catalogTier', 'description'], true],
    [['description', 'description'], true],
    [['update_time', 'description'], true],
    [['bogus'], false],
    [['description', '*'], false],
    [['description.x'], false],
    [['bundles.0'], false],
  ] as const) {
    test(`[${paths}] is ${good ? 'accepted' : 'refused'}`, async ({ grpc, org }) => {
      const { uid, name } = await org.repo({ description: 'before' });
      const ended = await update(grpc, uid, ...paths);
      if (!good)
        expect(ended).toMatchObject({
          ok: false,
          code: 3,
          details: [{}, { fieldViolations: [{ field: 'updateMask' }] }],
        });
      const now = await grpc.call('GetRepo', { uid });
      expect(now).toMatchObject({ response: { name, description: good ? 'after' : 'before' } });
    });
  }
});

test.describe('the resource that an update names', () => {
  test('an update without a resource, or with one without a uid, is refused', async ({ grpc }) => {
    for (const request of [{}, { repo: {} }, { repo: { name: 'a' }, updateMask: 'name' }]) {
      expect(await grpc.call('UpdateRepo', request)).toMatchObject({
        ok: false,
        code: 3,
        message: 'Invalid argument: uid: uid is required',
      });
    }
  });

  test('G5: a known field with another wire type is ignored', async ({ grpc, org }) => {
    const { uid, name } = await org.repo();
    // The name, field 2, as a number.
    const repo = Buffer.concat([encode(protoMethod('GetRepo').response, { uid }), Buffer.from([0x10, 7])]);
    expect(await grpc.send(UPDATE, text(1, repo))).toMatchObject({ ok: true });
    expect(await grpc.call('GetRepo', { uid })).toMatchObject({ response: { name } });
  });

  test('an unknown field is ignored', async ({ grpc, org }) => {
    const { uid, name } = await org.repo();
    const repo = Buffer.concat([
      encode(protoMethod('GetRepo').response, { uid }),
      Buffer.from([0xc2, 0xa9, 0x07, 1, 7]),
    ]);
    expect(await grpc.send(UPDATE, text(1, repo))).toMatchObject({ ok: true });
    expect(await grpc.call('GetRepo', { uid })).toMatchObject({ response: { name } });
  });
});
