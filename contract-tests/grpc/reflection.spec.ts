import { Metadata } from '@grpc/grpc-js';
import protobuf, { type Field, type Type } from 'protobufjs';
import descriptor from 'protobufjs/ext/descriptor/index.js';
import type { GrpcClient } from '../support/grpc-client.ts';
import { expect, test } from '../support/grpc-test.ts';
import { betaName, protoServices, typesUnder } from '../support/proto-files.ts';
import { healthMethods, reflectionMethods } from '../support/standard-services.ts';

type Answer = Readonly<Record<string, unknown>>;

/** Sends one request after the other on one stream, and returns the answers. */
const reflect = (
  { client }: GrpcClient,
  version: keyof typeof reflectionMethods,
  ...questions: readonly object[]
): Promise<readonly Answer[]> =>
  new Promise((resolve, reject) => {
    const { path, encode, decode } = reflectionMethods[version];
    const deadline = Date.now() + 15_000;
    const stream = client.makeBidiStreamRequest(path, encode, decode, new Metadata(), { deadline });
    const answers: Answer[] = [];
    const ask = (): void => {
      const next = questions[answers.length];
      if (next) stream.write(next);
      else stream.end();
    };
    stream.on('data', (answer: Answer) => {
      answers.push(answer);
      ask();
    });
    stream.on('error', reject);
    stream.on('end', () => resolve(answers));
    ask();
  });

const filesOf = (answer: Answer | undefined): readonly Buffer[] =>
  (answer?.file_descriptor_response as { readonly file_descriptor_proto: readonly Buffer[] } | undefined)
    ?.file_descriptor_proto ?? [];

const errorOf = (answer: Answer | undefined): unknown => (answer?.error_response as Answer | undefined)?.error_code;

const describedFiles = (answer: Answer): readonly descriptor.IFileDescriptorProto[] =>
  filesOf(answer).map((bytes) => descriptor.FileDescriptorProto.decode(bytes) as descriptor.IFileDescriptorProto);

/** The declarations of file descriptors. A file that is requested again is returned again. */
const rootOf = (files: readonly Buffer[]): protobuf.Root => {
  const byName = new Map(
    files
      .map((bytes) => descriptor.FileDescriptorProto.decode(bytes) as descriptor.IFileDescriptorProto)
      .map((file) => [file.name, file]),
  );
  // The extension adds it to the class, and not to its type.
  const { fromDescriptor } = protobuf.Root as unknown as {
    readonly fromDescriptor: (set: descriptor.IFileDescriptorSet) => protobuf.Root;
  };
  const root = fromDescriptor({ file: [...byName.values()] });
  root.resolveAll();
  return root;
};

const STANDARD = [
  'grpc.health.v1.Health',
  'grpc.reflection.v1.ServerReflection',
  'grpc.reflection.v1alpha.ServerReflection',
];

/** A descriptor writes a map as a list of entries. */
const isEntry = (type: unknown): type is Type =>
  type instanceof protobuf.Type && type.name.endsWith('Entry') && Object.keys(type.fields).join() === 'key,value';

const nameOf = (field: Field): string => field.resolve().resolvedType?.fullName ?? field.type;

const shapeOf = (field: Field): readonly unknown[] => {
  const { resolvedType } = field.resolve();
  const { key, value } = isEntry(resolvedType) ? resolvedType.fields : {};
  if (key && value) return [field.id, 'map', nameOf(key), nameOf(value)];
  if (field instanceof protobuf.MapField) return [field.id, 'map', field.keyType, nameOf(field)];
  const { partOf } = field;
  return [field.id, field.repeated ? 'repeated' : 'single', nameOf(field), partOf?.name];
};

for (const version of ['v1', 'v1alpha'] as const) {
  test.describe(`reflection ${version}`, () => {
    test('B5, G9: lists the services of the emitted files, those of v2 under v2beta1 too, and the standard ones', async ({
      grpc,
    }) => {
      const [answer] = await reflect(grpc, version, { list_services: '*' });
      const listed = answer?.list_services_response as { readonly service: readonly { readonly name: string }[] };
      const expected = new Set([...protoServices, ...protoServices.map(betaName), ...STANDARD]);
      expect(listed.service.map(({ name }) => name).toSorted()).toEqual([...expected].toSorted());
    });

    test('G9: describes what the emitted files declare, field by field', async ({ grpc }) => {
      const answers = await reflect(grpc, version, ...protoServices.map((name) => ({ file_containing_symbol: name })));
      const served = rootOf(answers.flatMap(filesOf));
      const declared = typesUnder('chainguard');
      expect(declared.length).toBeGreaterThan(100);
      for (const type of declared) {
        const found = served.lookupType(type.fullName);
        const fields = (of: protobuf.Type) =>
          Object.fromEntries(of.fieldsArray.map((field) => [field.name, shapeOf(field)]));
        expect(fields(found), type.fullName).toEqual(fields(type));
      }
      expect(
        typesUnder('chainguard', served)
          .filter((type) => !isEntry(type))
          .map(({ fullName }) => fullName)
          .toSorted(),
      ).toEqual(declared.map(({ fullName }) => fullName).toSorted());
    });

    test('G9: each file names the packages of the code that is generated from it', async ({ grpc }) => {
      const services = [...protoServices, ...protoServices.map(betaName), ...STANDARD];
      const questions = services.map((name) => ({ file_containing_symbol: name }));
      const imported = { file_by_filename: 'google/protobuf/descriptor.proto' };
      const answers = await reflect(grpc, version, ...questions, imported);
      const files = answers.flatMap(describedFiles);
      expect(files.length).toBeGreaterThan(services.length);
      for (const { name, package: own, options } of files) {
        const { goPackage, javaPackage } = options ?? {};
        if (name?.startsWith('chainguard/')) {
          const go = `platform-mock/gen/${own?.replaceAll('.', '/')};`;
          expect([goPackage?.startsWith(go), javaPackage], name).toEqual([true, `platformmock.gen.${own}`]);
        } else {
          expect([goPackage, javaPackage], name).toEqual([
            expect.stringMatching(/^google/),
            expect.stringMatching(/^(?:io|com)\./),
          ]);
        }
      }
    });

    test('finds a file of either version by its name, by a message, a service and a method', async ({ grpc }) => {
      const registry = 'chainguard.platform.registry';
      const answers = await reflect(
        grpc,
        version,
        { file_by_filename: 'chainguard/platform/registry/v2/registry.proto' },
        { file_containing_symbol: `${registry}.v2.Repo` },
        { file_containing_symbol: `${registry}.v2.ReposService.GetRepo` },
        { file_containing_symbol: `${registry}.v2beta1.ReposService` },
        { file_by_filename: 'chainguard/platform/registry/registry.proto' },
        { file_containing_symbol: `${registry}.Registry.GetSyncStatus` },
        { file_containing_symbol: 'chainguard.platform.vulnerabilities.v1.Advisories' },
      );
      for (const answer of answers) {
        expect(errorOf(answer)).toBeUndefined();
        expect(filesOf(answer).length).toBeGreaterThan(0);
      }
    });

    test('reports what is not found, and continues', async ({ grpc }) => {
      const answers = await reflect(
        grpc,
        version,
        { file_containing_symbol: 'no.such.Symbol' },
        { file_by_filename: 'no/such.proto' },
        {},
        { file_containing_extension: { containing_type: 'no.Such', extension_number: 1 } },
        { list_services: '' },
      );
      expect(answers.slice(0, 4).map(errorOf)).toEqual([5, 5, 3, 5]);
      expect(answers[4]).toHaveProperty('list_services_response');
    });
  });
}

const check = async (grpc: GrpcClient, service: string) => {
  const { path, encode, decode } = healthMethods.check;
  const ended = await grpc.send(path, encode({ service }), { token: null });
  return ended.ok ? decode(ended.response).status : ended.code;
};

test.describe('G6: grpc.health.v1', () => {
  test('every service is SERVING', async ({ grpc }) => {
    for (const service of ['', ...protoServices, ...protoServices.map(betaName), ...STANDARD]) {
      expect(await check(grpc, service), service).toBe('SERVING');
    }
  });

  test('an unknown service is NOT_FOUND', async ({ grpc }) => {
    for (const service of ['no.Such', 'chainguard.platform.registry.v2', ' '])
      expect(await check(grpc, service)).toBe(5);
  });

  for (const [service, status] of [
    ['', 'SERVING'],
    [protoServices[0], 'SERVING'],
    ['no.Such', 'SERVICE_UNKNOWN'],
  ] as const) {
    test(`a watch of "${service}" starts with ${status}, and lasts until it is cancelled`, async ({ grpc }) => {
      const { path, encode, decode } = healthMethods.watch;
      const stream = grpc.client.makeServerStreamRequest(path, encode, decode, { service }, new Metadata());
      const code = new Promise((resolve) =>
        stream.on('error', (error: { readonly code?: number }) => resolve(error.code)),
      );
      const first = await new Promise<Answer>((resolve) => stream.once('data', resolve));
      expect(first.status).toBe(status);
      const more: unknown[] = [];
      stream.on('data', (answer: Answer) => more.push(answer));
      await new Promise((resolve) => setTimeout(resolve, 600));
      expect(more).toEqual([]);
      stream.cancel();
      expect(await code).toBe(1);
    });
  }
});
