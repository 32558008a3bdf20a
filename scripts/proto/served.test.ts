import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  create,
  createFileRegistry,
  type DescExtension,
  fromBinary,
  getExtension,
  hasExtension,
  isFieldSet,
  type Message,
  toJson,
} from '@bufbuild/protobuf';
import {
  type DescriptorProto,
  type EnumDescriptorProto,
  type FieldDescriptorProto,
  FieldDescriptorProtoSchema,
  type FileDescriptorProto,
  FileDescriptorSetSchema,
  FileOptionsSchema,
  type ServiceDescriptorProto,
} from '@bufbuild/protobuf/wkt';
import { allOperations } from '../../src/editions/editions.ts';
import type { JsonObject } from '../../src/json.ts';
import { buildRegistry } from './descriptors.ts';
import { protoTree } from './files.ts';
import { withBuf } from './workspace.ts';

interface Annotations {
  readonly http: DescExtension;
  readonly behaviour: DescExtension;
}

const extended = (options: Message | undefined, extension: DescExtension): unknown =>
  options && hasExtension(options, extension) ? getExtension(options, extension) : undefined;

const fieldFacts = (
  field: FieldDescriptorProto,
  { oneofDecl }: DescriptorProto,
  { behaviour }: Annotations,
): JsonObject => {
  const { name, type, typeName, label, jsonName, proto3Optional, oneofIndex, options } = field;
  return {
    name,
    type,
    typeName,
    label,
    jsonName,
    proto3Optional,
    // Not set reads as 0, which is the first one.
    oneof: isFieldSet(field, FieldDescriptorProtoSchema.field.oneofIndex) ? oneofDecl[oneofIndex]?.name : undefined,
    deprecated: options?.deprecated ?? false,
    behaviour: extended(options, behaviour) ?? [],
  };
};

const enumFacts = ({ name, value }: EnumDescriptorProto, within: string): JsonObject => ({
  [`${within}.${name}`]: Object.fromEntries(value.map((one) => [one.name, one.number])),
});

const messageFacts = (message: DescriptorProto, within: string, annotations: Annotations): JsonObject => {
  const fullName = `${within}.${message.name}`;
  const { field, oneofDecl, nestedType, enumType, options } = message;
  return {
    [fullName]: {
      mapEntry: options?.mapEntry ?? false,
      oneofs: oneofDecl.map(({ name }) => name).sort(),
      fields: Object.fromEntries(field.map((one) => [one.number, fieldFacts(one, message, annotations)])),
    },
    ...Object.assign({}, ...nestedType.map((one) => messageFacts(one, fullName, annotations))),
    ...Object.assign({}, ...enumType.map((one) => enumFacts(one, fullName))),
  };
};

const serviceFacts = ({ name, method }: ServiceDescriptorProto, within: string, { http }: Annotations): JsonObject =>
  Object.fromEntries(
    method.map(({ name: id, inputType, outputType, clientStreaming, serverStreaming, options }) => {
      const rule = extended(options, http);
      assert.ok(http.message);
      const facts = {
        inputType,
        outputType,
        clientStreaming,
        serverStreaming,
        // A method that is reached over gRPC only has no rule.
        http: rule && toJson(http.message, rule as Message),
      };
      return [`${within}.${name}.${id}`, facts];
    }),
  );

const fileFacts = (file: FileDescriptorProto, annotations: Annotations): JsonObject => ({
  package: file.package,
  syntax: file.syntax,
  options: file.options && toJson(FileOptionsSchema, file.options),
  imports: [...file.dependency].sort(),
  ...Object.assign({}, ...file.messageType.map((one) => messageFacts(one, file.package, annotations))),
  ...Object.assign({}, ...file.enumType.map((one) => enumFacts(one, file.package))),
  ...Object.assign({}, ...file.service.map((one) => serviceFacts(one, file.package, annotations))),
});

const isOurs = (name: string): boolean => !/^(?:google|grpc)\/|\/v2beta1\//.test(name);

const factsOf = (files: readonly FileDescriptorProto[]): ReadonlyMap<string, JsonObject> => {
  const registry = createFileRegistry(create(FileDescriptorSetSchema, { file: [...files] }));
  const [http, behaviour] = ['google.api.http', 'google.api.field_behavior'].map((name) => registry.getExtension(name));
  assert.ok(http && behaviour);
  const ours = files.filter(({ name }) => isOurs(name));
  return new Map(ours.map((file) => [file.name, fileFacts(file, { http, behaviour })]));
};

const bound = allOperations();

const compiled = withBuf(protoTree(bound), (buf) => {
  const { ok, stdout, said } = buf('build', '--as-file-descriptor-set', '--output', '-');
  assert.ok(ok, said);
  return factsOf(fromBinary(FileDescriptorSetSchema, stdout).file);
});
const served = factsOf(buildRegistry(bound.map(({ operation }) => operation)).files);

test('the proto files describe the same interface as reflection, without the names of v2beta1', () => {
  assert.deepEqual([...compiled.keys()].sort(), [...served.keys()].sort());
});

for (const [name, facts] of compiled) {
  test(`${name} is the same as in reflection`, () => assert.deepEqual(facts, served.get(name)));
}

test('every operation is a method, in its own service', () => {
  const declared = [...compiled.values()].flatMap((facts) => Object.keys(facts));
  for (const { operation } of bound) {
    const { id, method = id, service } = operation;
    assert.ok(declared.includes(`${service}.${method}`), id);
  }
});
