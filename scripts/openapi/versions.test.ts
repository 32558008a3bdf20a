import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'yaml';
import { allOperations, editionNamed } from '../../src/editions/editions.ts';
import { isObject, type JsonObject } from '../../src/json.ts';
import { documentYaml } from '../../src/openapi/document.ts';
import { encodeMessage } from '../../src/schema/encode-json.ts';
import { TEST_SIZE } from '../test-size.ts';
import { demandDistinctClasses } from './class-names.ts';
import { componentName } from './components.ts';
import { openApiDocument } from './document.ts';
import { documentOf, full, objectsOf } from './specimen-document.ts';
import { selectUnversioned } from './unversioned.ts';

const VERSIONS = [
  { api: 'v2', examples: 300, spelling: 'json' },
  { api: 'v1', examples: 200, spelling: 'proto' },
] as const;

for (const { api, examples: atLeast, spelling } of VERSIONS) {
  const described = editionNamed(api);
  const { document, operations, documented, violationsAt, answerViolationsAt } = documentOf(allOperations(), described);
  const settings = { version: '0.1.0' } as const;

  test(`${api}: every operation is in the document once, under its id`, () => {
    const ids = Object.values(document.paths).flatMap((item) => Object.values(item).map((each) => each.operationId));
    const beside = selectUnversioned(allOperations(), described);
    const ways = [...operations, ...beside].flatMap(({ operation }) => {
      const { id: full, service, additionalHttp = [], edition } = operation;
      const isBeside = edition.name !== api;
      const id = isBeside ? `${service.split('.').at(-1)}_${full}` : full.replace('v1.', '').replace('.', '_');
      return [id, ...additionalHttp.map(({ method }) => `${id}By${method.charAt(0)}${method.slice(1).toLowerCase()}`)];
    });
    assert.deepEqual([...ids].sort(), ways.sort());
  });

  test(`clients §7.1: no two schemas of ${api} have one name in a generated client, and a map of messages has its own`, () => {
    const { schemas } = document.components;
    demandDistinctClasses(schemas);
    const [[name, map] = [], ...others] = Object.entries(schemas).filter(([each]) =>
      each.endsWith('GitHubAppInstallationsMap'),
    );
    assert.deepEqual([name !== undefined, others], [true, []]);
    const unnamed = { type: 'object', properties: { appInstallations: map } };
    assert.throws(() =>
      demandDistinctClasses({ ...schemas, [`${name?.replace('AppInstallationsMap', '')}`]: unnamed }),
    );
  });

  test(`${api}: the operations of a path come in one order`, () => {
    const order = ['get', 'post', 'patch', 'put', 'delete'];
    for (const [path, item] of Object.entries(document.paths)) {
      const methods = Object.keys(item);
      assert.deepEqual(
        methods,
        methods.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)),
        path,
      );
    }
  });

  test(`${api}: every example is valid`, () => {
    const violations: string[] = [];
    let count = 0;
    const check = (place: readonly string[], values: readonly unknown[]): void => {
      count += values.length;
      for (const value of values) {
        const isAnswer = place.includes('responses');
        const violation = (isAnswer ? answerViolationsAt : violationsAt)(place, value);
        if (violation !== '') violations.push(violation);
      }
    };
    for (const { place, at } of objectsOf(document)) {
      if (Array.isArray(at.examples)) check(place, at.examples);
      if (!isObject(at.schema)) continue;
      const named = isObject(at.examples)
        ? Object.values(at.examples).map((example) => (example as JsonObject).value)
        : [];
      check([...place, 'schema'], at.example === undefined ? named : [at.example]);
    }
    assert.deepEqual(violations, []);
    assert.ok(count > atLeast, `only ${count} examples`);
  });

  test(`${api}: no example has a placeholder text`, () => {
    const placeholders = JSON.stringify(document).match(/"example [a-zA-Z]+"/g) ?? [];
    const remedy = 'give each field of this name an `example` in the table of its message';
    assert.deepEqual(placeholders, [], `${placeholders.join(', ')}: ${remedy}`);
  });

  test(`${api}: operations, parameters, answers, schemas and their fields are described`, () => {
    const bare: string[] = [];
    const demand = (what: string, described: unknown): void => {
      const { description } = described as JsonObject;
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
      // Conditions on a field are skipped: they do not define it.
      if (place.includes('not') || place.includes('if')) continue;
      if (place.at(-1) === 'properties' && place.at(-2) !== 'properties') {
        for (const [name, property] of Object.entries(at)) demand([...place, name].join(' '), property);
      }
    }
    assert.deepEqual(
      bare.filter((place) => !place.endsWith('@type')),
      [],
    );
  });

  const answered = new Map(
    operations.flatMap(({ operation: { response } }) => (response ? [[componentName(response.name), response]] : [])),
  );

  for (const [name, response] of answered) {
    test(`${api}: ${name} accepts every answer`, () => {
      assert.equal(
        answerViolationsAt(['components', 'schemas', name], encodeMessage(response, full(response), true, spelling)),
        '',
      );
    });
  }

  const yaml = documentYaml(document);

  test(`${api}: the document is the same bytes every time, with line feeds only`, () => {
    assert.equal(documentYaml(openApiDocument(allOperations(), described, settings)), yaml);
    assert.match(yaml, /[^\n]\n$/);
    assert.doesNotMatch(yaml, /\r| [&*][a-z]\d+$/m);
  });

  test(`${api}: every reader of YAML and of JSON reads the same document`, () => {
    assert.deepEqual(parse(yaml), document);
    if (TEST_SIZE !== 'small') assert.deepEqual(parse(yaml, { version: '1.1' }), document);
    assert.deepEqual(JSON.parse(JSON.stringify(document)), document);
  });

  test(`${api}: the document names the version of the package, its licence, and the server that it comes from`, () => {
    const { info, servers } = document;
    assert.equal((info as JsonObject).version, settings.version);
    assert.deepEqual((info as JsonObject).license, { name: 'Apache-2.0', identifier: 'Apache-2.0' });
    assert.deepEqual((servers as readonly JsonObject[])[0]?.url, 'http://127.0.0.1:8484');
  });
}
