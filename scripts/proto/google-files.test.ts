import assert from 'node:assert/strict';
import { test } from 'node:test';
import { create, createFileRegistry, toJson } from '@bufbuild/protobuf';
import {
  DescriptorProtoSchema,
  EnumDescriptorProtoSchema,
  FieldDescriptorProtoSchema,
  FileDescriptorSetSchema,
} from '@bufbuild/protobuf/wkt';
import { buildRegistry } from './descriptors.ts';
import { compileGoogle } from './workspace.ts';

const FILES = [
  'google/api/annotations.proto',
  'google/api/field_behavior.proto',
  'google/rpc/status.proto',
  'google/rpc/error_details.proto',
];

const published = createFileRegistry(create(FileDescriptorSetSchema, { file: [...compileGoogle(FILES)] }));
const { registry } = buildRegistry([]);

for (const file of [...FILES, 'google/protobuf/descriptor.proto']) {
  test(`${file} has its published options`, () => {
    const options = published.getFile(file)?.proto.options ?? assert.fail(`${file} is not published`);
    assert.deepEqual(registry.getFile(file)?.proto.options, options);
  });
}

const describe = (from: typeof registry, name: string): unknown => {
  const type = from.get(name);
  switch (type?.kind) {
    case 'message': {
      const json = toJson(DescriptorProtoSchema, type.proto);
      return { ...json, field: json.field?.sort((a, b) => (a.number ?? 0) - (b.number ?? 0)) };
    }
    case 'enum':
      return toJson(EnumDescriptorProtoSchema, type.proto);
    case 'extension':
      return toJson(FieldDescriptorProtoSchema, type.proto);
    default:
      return undefined;
  }
};

const NAMES = [...registry].map(({ typeName }) => typeName).filter((name) => /^google\.(?:api|rpc)\./.test(name));

for (const name of NAMES) {
  test(`${name} is described as it is published`, () => {
    assert.deepEqual(describe(registry, name), describe(published, name) ?? assert.fail(`${name} is not published`));
  });
}

test('the options of methods and fields and the messages of errors are described', () => {
  for (const name of ['google.api.http', 'google.api.field_behavior', 'google.rpc.Status', 'google.rpc.ErrorInfo']) {
    assert.ok(NAMES.includes(name), name);
  }
});
