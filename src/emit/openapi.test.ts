import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { parse } from 'yaml';
import { uidFor } from '../kernel/ids.ts';
import { operationsOf } from '../kernel/standard-operations.ts';
import { resources } from '../resources/index.ts';
import { encodeMessage } from '../schema/encode-json.ts';
import type { AnyMessage, FieldType } from '../schema/field-types.ts';
import { openApiDocument, openApiTexts, openApiYaml } from './openapi.ts';
import { componentName } from './openapi-components.ts';

type Json = Readonly<Record<string, unknown>>;

interface DocumentedOperation extends Json {
  readonly operationId: string;
  readonly parameters?: readonly Json[];
  readonly responses: Json;
  readonly security?: unknown;
}

interface Document extends Json {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: Readonly<Record<'schemas' | 'parameters' | 'responses', Readonly<Record<string, Json>>>>;
}

const operations = resources.flatMap(operationsOf);
const document = openApiDocument(operations, { version: '0.1.0' }) as Document;

const documented = new Map(
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => [operation.operationId, { path, method, operation }] as const),
  ),
);

const ajv = new Ajv2020({ strict: false, allErrors: true });
ajvFormats.default(ajv);
ajv.addSchema(document, 'document');

/** What is wrong with a value, by the schema at a place of the document. */
const faultsAt = (place: readonly string[], value: unknown): string => {
  const parts = place.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')));
  const validate = ajv.compile({ $ref: `document#/${parts.join('/')}` });
  return validate(value) ? '' : `${place.join(' ')}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(value)}`;
};

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The uid that a fixture gives a thing. */
const derivedUid = (parent: string, kind: string, name: string): string => uidFor('fixture', parent, kind, name);

/** Every object of the document with its place; examples are not looked into. */
function* objectsOf(value: unknown, place: readonly string[] = []): Generator<{ place: readonly string[]; at: Json }> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* objectsOf(item, [...place, String(index)]);
  } else if (isObject(value)) {
    yield { place, at: value };
    for (const [key, item] of Object.entries(value)) {
      if (!/^examples?$/.test(key)) yield* objectsOf(item, [...place, key]);
    }
  }
}

test('every operation is in the document once, under its id', () => {
  const ids = Object.values(document.paths).flatMap((item) => Object.values(item).map((each) => each.operationId));
  const ways = operations.flatMap(({ operation: { id, additionalHttp = [] } }) => [
    id,
    ...additionalHttp.map(({ method }) => `${id}By${method.charAt(0)}${method.slice(1).toLowerCase()}`),
  ]);
  assert.deepEqual([...ids].sort(), ways.sort());
});

const PATHS = [
  ['ListRepos', 'get', '/registry/v2/repos'],
  ['UpdateRepo', 'patch', '/registry/v2/repos/{uid}'],
  ['GetRepoReadme', 'get', '/registry/v2/repos/{uid}/readme'],
  ['GetSize', 'get', '/registry/v2/repos/{repoUid}/digests/{digest}/size'],
  ['CreateIdentity', 'post', '/iam/v2/identities/{uid}'],
  ['DeleteIdentity', 'delete', '/iam/v2/identities/{uid}'],
  ['LookupGroup', 'get', '/iam/v2/groups:lookupGroup'],
  ['RequestGroupAccess', 'post', '/iam/v2/groups/{uid}:requestGroupAccess'],
  ['GenerateScimToken', 'post', '/iam/v2/identityProviders/{uid}:generateScimToken'],
  ['AcceptTerms', 'post', '/iam/v2/terms/{group}'],
  ['ListArtifactVersions', 'get', '/libraries/v2/artifacts/{artifactId}/versions'],
] as const;

for (const [id, method, path] of PATHS) {
  test(`${id} is ${method.toUpperCase()} ${path}`, () => {
    assert.deepEqual([documented.get(id)?.method, documented.get(id)?.path], [method, path]);
  });
}

const STATUSES = [
  ['Ping', '200 400 401 500'],
  ['GetRepo', '200 400 401 403 404 500'],
  ['CreateRepo', '200 400 401 403 404 409 413 500'],
  ['DeleteGroup', '200 400 401 403 404 500'],
  ['LookupIdentity', '200 400 401 404 500'],
  ['RegenerateScimToken', '200 400 401 403 404 409 413 500'],
  ['RequestGroupAccess', '200 400 401 404 413 429 500'],
] as const;

for (const [id, statuses] of STATUSES) {
  test(`${id} declares ${statuses}`, () => {
    assert.equal(Object.keys(documented.get(id)?.operation.responses ?? {}).join(' '), statuses);
  });
}

test('a delete answers without content, and says what may stand in its way', () => {
  const responses = documented.get('DeleteGroup')?.operation.responses;
  assert.deepEqual(responses?.['200'], { description: 'Done. The answer is empty.' });
  assert.deepEqual(responses?.['400'], { $ref: '#/components/responses/InvalidArgumentOrFailedPrecondition' });
});

test('a token is optional for the open operations and needed for all others', () => {
  assert.deepEqual(document.security, [{ bearer: [] }]);
  for (const { operation } of operations) {
    const { security } = documented.get(operation.id)?.operation ?? {};
    assert.deepEqual(security, operation.auth === 'open' ? [{}, { bearer: [] }] : undefined, operation.id);
  }
});

test('an operation tells where it comes from, what it needs and what it emits', () => {
  const { operation } = documented.get('UpdateGroupInvite') ?? {};
  assert.equal(operation?.['x-origin'], 'spec');
  assert.deepEqual(operation?.['x-capabilities'], ['group_invites.create', 'role_bindings.create']);
  assert.deepEqual(documented.get('CreateRepo')?.operation['x-event'], {
    type: 'platform.registry.repo.created.v1',
    audience: 'customer',
  });
});

test('every example is valid', () => {
  const faults: string[] = [];
  let count = 0;
  const check = (place: readonly string[], values: readonly unknown[]): void => {
    count += values.length;
    for (const value of values) faults.push(...[faultsAt(place, value)].filter((fault) => fault !== ''));
  };
  for (const { place, at } of objectsOf(document)) {
    if (Array.isArray(at.examples)) check(place, at.examples);
    if (!isObject(at.schema)) continue;
    const named = isObject(at.examples) ? Object.values(at.examples).map((example) => (example as Json).value) : [];
    check([...place, 'schema'], at.example === undefined ? named : [at.example]);
  }
  assert.deepEqual(faults, []);
  assert.ok(count > 300, `only ${count} examples`);
});

test('no example has a text that tells nothing', () => {
  assert.deepEqual(JSON.stringify(document).match(/"example [a-zA-Z]+"/g), null);
});

test('calls with the examples find what the default fixture holds', () => {
  const fixture = parse(readFileSync(new URL('../../fixtures/default.yaml', import.meta.url), 'utf8')) as Json;
  const [{ name, repos }] = fixture.groups as readonly [{ readonly name: string; readonly repos: readonly Json[] }];
  const { tags, images } = repos.find((repo) => repo.name === 'nginx') as Readonly<Record<string, readonly Json[]>>;
  const uid = derivedUid('/', 'group', name);
  const repoUid = derivedUid(uid, 'repo', 'nginx');
  const exampleOf = (id: string, at: number): unknown => documented.get(id)?.operation.parameters?.[at]?.example;
  assert.equal(exampleOf('CreateRepo', 0), uid);
  assert.equal(exampleOf('GetRepo', 0), repoUid);
  assert.equal(exampleOf('GetSize', 0), repoUid);
  assert.equal(exampleOf('GetTag', 0), derivedUid(repoUid, 'tag', '1.27.4'));
  assert.ok(tags?.some((tag) => tag.name === '1.27.4'));
  assert.ok(images?.some(({ digest }) => digest === exampleOf('GetSize', 1)));
});

test('operations, parameters, answers, schemas and their fields are described', () => {
  const bare: string[] = [];
  const demand = (what: string, described: unknown): void => {
    const { description } = described as Json;
    if (typeof description !== 'string' || description === '') bare.push(what);
  };
  for (const [id, { operation }] of documented) {
    demand(id, operation);
    for (const parameter of operation.parameters ?? [])
      if (!parameter.$ref) demand(`${id} ${parameter.name}`, parameter);
  }
  const { parameters, responses, schemas } = document.components;
  for (const [name, part] of Object.entries({ ...parameters, ...responses, ...schemas })) demand(name, part);
  for (const { place, at } of objectsOf(schemas)) {
    if (place.at(-1) === 'properties' && place.at(-2) !== 'properties') {
      for (const [name, property] of Object.entries(at)) demand([...place, name].join(' '), property);
    }
  }
  assert.deepEqual(
    bare.filter((place) => !place.endsWith('@type')),
    [],
  );
});

/** A canonical value with every field set, but for the other members of a oneof. */
const full = (of: AnyMessage): Json => {
  const oneofs = new Set<string>();
  const fields = [...of.fields.values()].filter(({ name, oneof = name }) => !oneofs.has(oneof) && oneofs.add(oneof));
  return Object.fromEntries(fields.map(({ name, type }) => [name, sampleOf(type)]));
};

const VALUES: Partial<Readonly<Record<FieldType['kind'], unknown>>> = {
  bool: true,
  int32: -7,
  int64: '-9223372036854775808',
  bytes: '/+8=',
  timestamp: '0001-01-01T00:00:00.000Z',
  duration: '-1.500s',
};

const sampleOf = (type: FieldType): unknown => {
  const { kind, element } = type;
  if (kind === 'message' && type.message) return full(type.message());
  if (kind === 'enum') return Object.keys(type.enum?.values ?? {}).at(-1);
  if (kind === 'repeated' && element) return [sampleOf(element)];
  if (kind === 'map' && element) return { 7: sampleOf(element) };
  return VALUES[kind] ?? 'any text\n';
};

const answered = new Map(
  operations.flatMap(({ operation: { response } }) => (response ? [[componentName(response.name), response]] : [])),
);

for (const [name, response] of answered) {
  test(`${name} takes everything that is answered`, () => {
    assert.equal(faultsAt(['components', 'schemas', name], encodeMessage(response, full(response), true)), '');
  });
}

test('an answer needs nothing that a row without extras lacks', () => {
  for (const resource of new Set(operations.filter(({ verb }) => verb === 'get').map((bound) => bound.resource))) {
    const { message } = resource;
    const needed = [...message.fields.values()].filter(
      ({ name, behaviour }) => behaviour === 'required' || ['uid', 'createTime', 'updateTime'].includes(name),
    );
    const row = Object.fromEntries(needed.map(({ name, type }) => [name, sampleOf(type)]));
    assert.equal(faultsAt(['components', 'schemas', componentName(message.name)], encodeMessage(message, row)), '');
  }
});

test('an answer takes no field that is unknown, only taken, or null', () => {
  const repo = { uid: 'a', name: 'nginx', description: '', createTime: VALUES.timestamp, updateTime: VALUES.timestamp };
  const place = ['components', 'schemas', 'registry.v2.Repo'];
  assert.equal(faultsAt(place, repo), '');
  for (const wrong of [
    { ...repo, id: 'a' },
    { ...repo, description: null },
    { ...repo, updateTime: undefined },
  ]) {
    assert.notEqual(faultsAt(place, JSON.parse(JSON.stringify(wrong))), '', JSON.stringify(wrong));
  }
  const invite = document.components.schemas['iam.v2.GroupInvite'] as { readonly properties: Json };
  assert.equal('ttl' in invite.properties, false);
});

const BODIES = [
  ['CreateIdentity', { name: 'ci-bot', unknown: 1 }, true],
  ['CreateIdentity', {}, false],
  ['CreateIdentity', { name: 'CI' }, false],
  ['CreateIdentity', { name: 'a', description: 'x'.repeat(4097) }, false],
  ['CreateIdentity', { name: 'a', claimMatch: { issuer: 'https://a', issuerPattern: '.*' } }, false],
  ['CreateRepo', { name: 'a', catalogTier: 'NONE' }, false],
  ['CreateRepo', { name: 'a', aliases: ['b'] }, false],
  ['CreateTag', { name: 'latest', digest: 'sha256:12' }, false],
  ['UpdateIdentity', {}, true],
  ['UpdateIdentity', { claimMatch: { subject: 'a' } }, true],
  ['UpdateIdentity', { name: '' }, false],
  ['AcceptTerms', {}, false],
  ['RevokeScimToken', {}, true],
] as const;

for (const [id, body, isValid] of BODIES) {
  test(`the body of ${id} ${isValid ? 'may' : 'may not'} be ${JSON.stringify(body).slice(0, 80)}`, () => {
    const { path = '', method = '' } = documented.get(id) ?? {};
    const place = ['paths', path, method, 'requestBody', 'content', 'application/json', 'schema'];
    assert.equal(faultsAt(place, body) === '', isValid);
  });
}

test('query parameters have the spelling of the specification, and no maximum that is not one', () => {
  const names = (documented.get('ListAdvisories')?.operation.parameters ?? []).map(({ $ref, name }) =>
    String($ref ?? name).replace('#/components/parameters/', ''),
  );
  for (const name of ['uidp.descendants_of', 'page_size', 'order_by', 'artifactNames', 'advisoryIds']) {
    assert.ok(names.includes(name), name);
  }
  assert.equal(faultsAt(['components', 'parameters', 'page_size', 'schema'], 1000), '');
  const { schema } = document.components.parameters.page_size as { readonly schema: Json };
  assert.equal(schema.default, 50);
});

test('the document is the same bytes every time, in lines that end as they do everywhere', () => {
  const text = openApiYaml(operations, { version: '0.1.0' });
  assert.equal(openApiYaml(operations, { version: '0.1.0' }), text);
  assert.match(text, /[^\n]\n$/);
  assert.doesNotMatch(text, /\r| [&*][a-z]\d+$/m);
});

test('every reader of YAML and of JSON reads the same document', () => {
  const { yaml, json } = openApiTexts(operations, { version: '0.1.0' });
  assert.deepEqual(parse(yaml), document);
  assert.deepEqual(parse(yaml, { version: '1.1' }), document);
  assert.deepEqual(JSON.parse(json), document);
});

test('the document names the version of the package, its licence, and the server that it comes from', () => {
  const { info, servers } = openApiDocument(operations, { version: '0.1.0', url: 'http://mock:9000' });
  assert.match(String((info as Json).version), /^\d+\.\d+\.\d+/);
  assert.deepEqual((info as Json).license, { name: 'Apache-2.0', identifier: 'Apache-2.0' });
  assert.deepEqual((servers as readonly Json[])[0]?.url, 'http://mock:9000');
  assert.deepEqual((document.servers as readonly Json[])[0]?.url, 'http://127.0.0.1:8484');
});
