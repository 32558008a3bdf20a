import { sampleOf, samples } from '../operations/samples.ts';
import { codeName } from '../support/grpc-client.ts';
import { expect, test } from '../support/grpc-test.ts';
import { requestOf } from '../support/http-rules.ts';
import { operations } from '../support/openapi.ts';
import { betaName, protoMethods } from '../support/proto-files.ts';
import type { Json } from '../support/proto-json.ts';

const UNIMPLEMENTED = 12;

/** A second way to a method over HTTP is none over gRPC. */
const SECOND_WAYS = ['ExchangeByGet'];

const operationOf = (method: string): string => method.split('/')[1] ?? '';

test.describe('every method of the emitted files', () => {
  for (const method of protoMethods.filter(({ name }) => samples.has(operationOf(name)))) {
    for (const name of new Set([method.name, betaName(method.name)])) {
      test(`${name} answers a sample @fixture`, async ({ grpc, org }) => {
        const { target, body } = await sampleOf(operationOf(name), org);
        const ended = await grpc.call(name, requestOf(method, target, body as Json));
        expect(ended.ok, ended.ok ? '' : `${codeName(ended.code)} ${ended.message}`).toBe(true);
      });
    }
  }

  test('each method of the document is one, and the rest are about tokens', () => {
    const missing = operations.filter(({ id }) => !protoMethods.some(({ name }) => operationOf(name) === id));
    expect(missing.map(({ id }) => id).filter((id) => !SECOND_WAYS.includes(id))).toEqual([]);
    const beside = protoMethods.filter(({ name }) => !samples.has(operationOf(name))).map(({ service }) => service);
    expect(new Set(beside)).toEqual(
      new Set(['chainguard.platform.auth.Auth', 'chainguard.platform.oidc.SecurityTokenService']),
    );
  });

  test('none is left unimplemented, whatever it is asked, and whoever asks', async ({ grpc }) => {
    for (const { name } of protoMethods) {
      for (const token of [null, 'nonsense']) {
        const ended = await grpc.call(name, {}, { token });
        expect(ended.ok ? 0 : ended.code, name).not.toBe(UNIMPLEMENTED);
      }
    }
  });
});
