import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { RE2JS } from 're2js';
import { controlOperations, violationsOf } from '../steering/control-document.ts';
import { isObject, type JsonObject } from '../support/json-object.ts';
import { parsedYaml } from '../support/parsed-yaml.ts';
import { checkAnswer } from '../support/schema-check.ts';
import { expect, test } from '../support/test.ts';

const DOCUMENTS = [
  'openapi.yaml',
  'openapi-published.yaml',
  'openapi-v1.yaml',
  'openapi-v1-published.yaml',
  'openapi-control.yaml',
] as const;

interface Operation extends JsonObject {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly responses: JsonObject;
}

interface Document extends JsonObject {
  readonly info: { readonly license: JsonObject };
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, JsonObject>>;
}

interface Place {
  readonly at: string;
  readonly node: JsonObject;
}

const nodesOf = (node: unknown, at = ''): readonly Place[] => {
  if (Array.isArray(node)) return node.flatMap((item, index) => nodesOf(item, `${at}/${index}`));
  if (!isObject(node)) return [];
  const inside = Object.entries(node).filter(([key]) => !/^examples?$/.test(key));
  return [{ at, node }, ...inside.flatMap(([key, value]) => nodesOf(value, `${at}/${key}`))];
};

const placesOf = (nodes: readonly Place[], isWrong: (node: JsonObject) => boolean): readonly string[] =>
  nodes.flatMap(({ at, node }) => (isWrong(node) ? at : []));

const operationsOf = ({ paths }: Document): readonly Operation[] => Object.values(paths).flatMap(Object.values);

/** The schemas of the answers of all operations, with the schemas that they refer to. */
const answersOf = (document: Document): readonly Place[] => {
  const met = new Set<string>();
  const follow = (node: unknown, at: string): readonly Place[] =>
    nodesOf(node, at).flatMap((place) => {
      const { $ref } = place.node;
      if (typeof $ref !== 'string' || met.has($ref)) return place;
      met.add($ref);
      const [, , kind = '', name = ''] = $ref.split('/');
      return [place, ...follow(document.components[kind]?.[name], $ref)];
    });
  return operationsOf(document).flatMap(({ operationId, responses }) => follow(responses, operationId));
};

/** The name that generators make of a name, except for its case. */
const folded = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

const alike = (names: readonly string[]): readonly string[] =>
  names.filter((name, at) => names.findIndex((other) => folded(other) === folded(name)) < at);

const isTaken = (pattern: string): boolean => {
  try {
    return RE2JS.compile(pattern) instanceof RE2JS;
  } catch {
    return false;
  }
};

/** The answers of operations that one generator calls by the name of a published message: docs/clients.md says what to set. */
const KNOWN_ANSWERS = ['Registry_DiffImage'];

for (const name of DOCUMENTS) {
  const document = parsedYaml(readFileSync(resolve(name), 'utf8')) as Document;
  const nodes = nodesOf(document);

  test(`clients §7.4: ${name} has the forms that every generator takes`, () => {
    expect(document.info.license).toEqual({ name: 'Apache-2.0', identifier: 'Apache-2.0' });
    const texts = nodes.filter(({ node }) => typeof node.pattern === 'string');
    expect(texts.length).toBeGreaterThan(20);
    const isText = ({ type }: JsonObject): boolean => [type].flat().includes('string');
    expect(placesOf(texts, (node) => !isText(node))).toEqual([]);
    expect(placesOf(texts, ({ pattern }) => !isTaken(String(pattern)))).toEqual([]);
    // One generator escapes each slash by itself; others make one index signature of each pattern of names.
    expect(placesOf(texts, ({ pattern }) => String(pattern).includes('\\/'))).toEqual([]);
    expect(placesOf(nodes, ({ patternProperties }) => patternProperties !== undefined)).toEqual([]);
    const typesOf = ({ type }: JsonObject): readonly unknown[] => [type].flat().filter((each) => each !== 'null');
    expect(placesOf(nodes, (node) => Array.isArray(node.type) && typesOf(node).length !== 1)).toEqual([]);
    expect(placesOf(nodes, ({ discriminator }) => discriminator !== undefined)).toEqual([]);
    // One generator declares such a property of the class anew, as one of any type.
    const inRules = nodes.filter(({ at }) => /\/(?:if|not)\/properties\/[^/]+$/.test(at));
    expect(inRules.length > 0).toBe(name !== 'openapi-control.yaml');
    expect(placesOf(inRules, ({ type }) => type === undefined)).toEqual([]);
  });

  test(`1.7: a body of ${name} is required if its schema refuses an empty object`, () => {
    const bodies = controlOperations(readFileSync(resolve(name), 'utf8')).flatMap(({ id, requestBody }) => {
      const { required = false, content = {} } = requestBody ?? {};
      const schema = Object.keys(content).length === 1 && content['application/json']?.schema;
      return schema ? { id, required, refused: violationsOf(schema, {}) !== '' } : [];
    });
    expect(bodies.length).toBeGreaterThan(20);
    expect(bodies.filter(({ required, refused }) => required !== refused)).toEqual([]);
  });

  test(`clients §7.1: no two names of ${name} are one in a generated client`, () => {
    const schemas = Object.keys(document.components.schemas ?? {});
    const operations = operationsOf(document);
    const ids = operations.map(({ operationId }) => operationId);
    expect([alike(schemas), alike(ids)]).toEqual([[], []]);
    const answers = new Set(schemas.map(folded));
    const taken = ids.filter((id) => answers.has(`${folded(id)}response`));
    expect(taken.filter((id) => !KNOWN_ANSWERS.includes(id))).toEqual([]);
    const tags = document.tags.map((tag) => tag.name);
    expect(alike(tags)).toEqual([]);
    expect(operations.filter(({ tags: [tag = ''] }) => !tags.includes(tag))).toEqual([]);
  });

  test(`clients §7.5: answers of ${name} have room for fields that the service adds`, () => {
    const answers = answersOf(document);
    expect(answers.length).toBeGreaterThan(1000);
    expect(placesOf(answers, ({ additionalProperties }) => additionalProperties === false)).toEqual([]);
  });
}

test('clients §7.5: the suite holds the answers of the mock to what is described', async ({ api }) => {
  const answer = await api.get('/registry/v2/repos?page_size=1');
  checkAnswer(answer);
  expect(() => checkAnswer({ ...answer, body: { ...answer.body, added: 1 } })).toThrow(/"additionalProperty":"added"/);
  const refused = await api.get('/registry/v2/repos/nope');
  const [detail] = refused.body.details as readonly object[];
  const body = { ...refused.body, details: [{ ...detail, added: 1 }] };
  expect(() => checkAnswer({ ...refused, body })).toThrow(/"additionalProperty":"added"/);
});
