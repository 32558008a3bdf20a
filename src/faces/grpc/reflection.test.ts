import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromBinary } from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt';
import { buildRegistry } from '../../../scripts/proto/descriptors.ts';
import { V2 } from '../../schema/edition.ts';
import { enumOf, enumType, map, string, timestamp } from '../../schema/field-types.ts';
import { message, of, output, plain, required } from '../../schema/message.ts';
import type { Operation } from '../../schema/operation.ts';
import { indexSymbols } from './described-symbols.ts';
import { type ReflectionRequest, reflect } from './standard-services.ts';

const Colour = enumType('mock.reflected.v2.Paint.Colour', 'A colour.', { COLOUR_NONE: 0, COLOUR_RED: 1 });
const Tin = message('mock.reflected.v2.Paint.Tin', 'A tin.', { label: plain(1, string(), 'Its text.') });
const Paint = message('mock.reflected.v2.Paint', 'Paint.', {
  name: required(1, string(), 'Its name.'),
  colour: plain(2, enumOf(Colour), 'Its colour.'),
  madeTime: output(3, timestamp(), 'When it was made.'),
  tin: plain(4, of(Tin), 'What holds it.', { oneof: 'held' }),
  pot: plain(5, string(), 'What else holds it.', { oneof: 'held' }),
  parts: plain(6, map('string', of(Tin)), 'What it is mixed of.'),
  finish: plain(7, string(), 'How it shines.', { presence: true }),
});
const operation: Operation = {
  id: 'MixPaint',
  service: 'mock.reflected.v2.PaintsService',
  domain: 'ping',
  summary: 'Mix paint',
  description: 'Mixes paint.',
  http: { method: 'POST', path: '/reflected/v2/paints', body: '*' },
  request: Paint,
  response: Paint,
  capabilities: [],
  auth: 'open',
  edition: V2,
  origin: 'published',
  fails: [],
};
const symbols = indexSymbols(buildRegistry([operation]));

type Asked = ReflectionRequest['messageRequest'];

const ask = async (...asked: readonly Asked[]) => {
  async function* questions(): AsyncGenerator<ReflectionRequest> {
    for (const messageRequest of asked) yield { host: 'here', messageRequest };
  }
  const responses = [];
  for await (const response of reflect(questions(), symbols)) responses.push(response);
  return responses;
};

/** The names of the files in each response; an error is its code. */
const filesFor = async (...asked: readonly Asked[]): Promise<readonly unknown[]> =>
  (await ask(...asked)).map(({ messageResponse }) =>
    messageResponse.case === 'fileDescriptorResponse'
      ? messageResponse.value.fileDescriptorProto.map((bytes) => fromBinary(FileDescriptorProtoSchema, bytes).name)
      : messageResponse.case === 'errorResponse'
        ? messageResponse.value.errorCode
        : messageResponse.case,
  );

const OWN = 'mock/reflected/v2/reflected.proto';
const IMPORTS = [
  'google/api/annotations.proto',
  'google/api/field_behavior.proto',
  'google/protobuf/timestamp.proto',
  'google/api/http.proto',
  'google/protobuf/descriptor.proto',
];

const SYMBOLS: readonly (readonly [symbol: string, file: string])[] = [
  ['mock.reflected.v2.PaintsService', OWN],
  ['mock.reflected.v2.PaintsService.MixPaint', OWN],
  ['mock.reflected.v2.Paint', OWN],
  ['mock.reflected.v2.Paint.Tin', OWN],
  ['mock.reflected.v2.Paint.Tin.label', OWN],
  ['mock.reflected.v2.Paint.made_time', OWN],
  ['mock.reflected.v2.Paint.held', OWN],
  ['mock.reflected.v2.Paint._finish', OWN],
  ['mock.reflected.v2.Paint.PartsEntry', OWN],
  ['mock.reflected.v2.Paint.PartsEntry.value', OWN],
  ['mock.reflected.v2.Paint.Colour', OWN],
  ['mock.reflected.v2.Paint.COLOUR_RED', OWN],
  ['mock.reflected.v2beta1.PaintsService', 'mock/reflected/v2beta1/reflected.proto'],
  ['google.api.http', 'google/api/annotations.proto'],
  ['google.api.REQUIRED', 'google/api/field_behavior.proto'],
  ['google.rpc.BadRequest.FieldViolation', 'google/rpc/error_details.proto'],
  ['google.protobuf.Empty', 'google/protobuf/empty.proto'],
  ['grpc.reflection.v1.ServerReflection', 'grpc/reflection/v1/reflection.proto'],
  ['grpc.reflection.v1alpha.ServerReflection.ServerReflectionInfo', 'grpc/reflection/v1alpha/reflection.proto'],
  ['grpc.health.v1.HealthCheckResponse.SERVING', 'grpc/health/v1/health.proto'],
];

for (const [symbol, file] of SYMBOLS) {
  test(`${symbol} is declared in ${file}`, async () => {
    const [files] = await filesFor({ case: 'fileContainingSymbol', value: symbol });
    assert.equal((files as readonly string[])[0], file);
  });
}

test('a file is sent with all that it imports, once a stream, but always itself', async () => {
  const symbol: Asked = { case: 'fileContainingSymbol', value: 'mock.reflected.v2.Paint' };
  const file: Asked = { case: 'fileByFilename', value: 'google/api/http.proto' };
  const [first, second, third] = await filesFor(symbol, symbol, file);
  assert.deepEqual([...(first as string[])].sort(), [OWN, ...IMPORTS].sort());
  assert.deepEqual([second, third], [[OWN], ['google/api/http.proto']]);
});

test('an extension is found by the message that it extends and its number', async () => {
  const http = { containingType: 'google.protobuf.MethodOptions', extensionNumber: 72295728 };
  const behaviour = { containingType: 'google.protobuf.FieldOptions', extensionNumber: 1052 };
  const files = await filesFor(
    { case: 'fileContainingExtension', value: http },
    { case: 'fileContainingExtension', value: behaviour },
  );
  assert.deepEqual(
    files.map((names) => (names as string[])[0]),
    ['google/api/annotations.proto', 'google/api/field_behavior.proto'],
  );
});

const NUMBERS: readonly (readonly [message: string, numbers: readonly number[]])[] = [
  ['google.protobuf.FieldOptions', [1052]],
  ['mock.reflected.v2.Paint', []],
];

for (const [name, extensionNumber] of NUMBERS) {
  test(`${name} has the extensions ${JSON.stringify(extensionNumber)}`, async () => {
    const [response] = await ask({ case: 'allExtensionNumbersOfType', value: name });
    const value = { baseTypeName: name, extensionNumber };
    assert.deepEqual(response?.messageResponse, { case: 'allExtensionNumbersResponse', value });
  });
}

test('every service is listed, in order, under all of its names', async () => {
  const [response] = await ask({ case: 'listServices', value: '*' });
  assert.deepEqual(response?.messageResponse, {
    case: 'listServicesResponse',
    value: {
      service: [
        { name: 'grpc.health.v1.Health' },
        { name: 'grpc.reflection.v1.ServerReflection' },
        { name: 'grpc.reflection.v1alpha.ServerReflection' },
        { name: 'mock.reflected.v2.PaintsService' },
        { name: 'mock.reflected.v2beta1.PaintsService' },
      ],
    },
  });
});

const REFUSED: readonly (readonly [asked: Asked, code: number])[] = [
  [{ case: 'fileByFilename', value: 'nowhere.proto' }, 5],
  [{ case: 'fileByFilename', value: '' }, 5],
  [{ case: 'fileContainingSymbol', value: 'mock.reflected.v2.Paints' }, 5],
  [{ case: 'fileContainingSymbol', value: '__proto__' }, 5],
  [{ case: 'fileContainingSymbol', value: 'mock.reflected.v2.Paint.Colour.COLOUR_RED' }, 5],
  [{ case: 'fileContainingExtension', value: { containingType: 'mock.reflected.v2.Paint', extensionNumber: 1 } }, 5],
  [
    { case: 'fileContainingExtension', value: { containingType: 'google.protobuf.FieldOptions', extensionNumber: 1 } },
    5,
  ],
  [{ case: 'allExtensionNumbersOfType', value: 'mock.reflected.v2.PaintsService' }, 5],
  [{ case: undefined }, 3],
];

for (const [asked, code] of REFUSED) {
  test(`${JSON.stringify(asked)} is answered with error ${code}, and the next question as usual`, async () => {
    const [refused, next] = await ask(asked, { case: 'fileByFilename', value: OWN });
    assert.deepEqual(refused?.originalRequest, { host: 'here', messageRequest: asked });
    assert.equal(refused?.validHost, 'here');
    assert.equal(refused?.messageResponse.case, 'errorResponse');
    assert.equal(refused?.messageResponse.case === 'errorResponse' && refused.messageResponse.value.errorCode, code);
    assert.equal(next?.messageResponse.case, 'fileDescriptorResponse');
  });
}
