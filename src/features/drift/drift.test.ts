import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse, stringify } from 'yaml';
import { DocumentRefusal } from './api-document.ts';
import { driftLines, findDrift, hasDrifted, readAcceptedDrifts } from './drift-document.ts';

// biome-ignore lint/suspicious/noExplicitAny: an alteration changes any part of a document
type Part = any;

const OWN = readFileSync('openapi.yaml', 'utf8');
const OWN_DOCUMENT = parse(OWN) as Part;
const OWN_JSON = JSON.stringify(OWN_DOCUMENT);

/** The differences that are found after an alteration, as they are printed. */
const driftsAfter = (alter: (document: Part) => void): readonly string[] => {
  const document = structuredClone(OWN_DOCUMENT);
  alter(document);
  const report = findDrift(OWN_JSON, JSON.stringify(document), 'altered', []);
  return driftLines(report).slice(0, -1);
};

const schema = (document: Part, name: string): Part => document.components.schemas[name];
const REPOS = '/registry/v2/repos';
const REPO = `${REPOS}/{uid}`;

/** Each alteration with a line that must be found, and what all lines must be about. */
const ALTERED: readonly (readonly [what: string, alter: (document: Part) => void, line: string, only: RegExp])[] = [
  [
    'a field of answers gone',
    (d) => delete schema(d, 'registry.v2.Repo').properties.description,
    'breaking  GET /registry/v2/repos 200 repos[].description: is gone',
    /description: is gone|is not required|is required/,
  ],
  [
    'a field of answers more',
    (d) => {
      schema(d, 'registry.v2.Repo').properties.owner = { type: 'string' };
    },
    'additive  GET /registry/v2/repos 200 repos[].owner: a field more',
    /owner: a field more/,
  ],
  [
    'a required field of requests more',
    (d) => {
      const body = d.paths['/iam/v2/identities/{uid}'].post.requestBody.content['application/json'].schema;
      const own = body.$ref ? schema(d, body.$ref.split('/').at(-1)) : body;
      own.properties.badge = { type: 'string' };
      own.required = [...(own.required ?? []), 'badge'];
    },
    'breaking  POST /iam/v2/identities/{uid} body badge: a required field more',
    /badge/,
  ],
  [
    'a parameter gone',
    (d) => {
      const { get } = d.paths[REPOS];
      get.parameters = get.parameters.filter((each: Part) => each.name !== 'name');
    },
    'breaking  GET /registry/v2/repos query name: is gone',
    /query name/,
  ],
  [
    'a parameter more',
    (d) => {
      d.paths[REPOS].get.parameters.push({ name: 'label', in: 'query', schema: { type: 'string' } });
    },
    'additive  GET /registry/v2/repos query label: a parameter more',
    /query label/,
  ],
  [
    'a required parameter more',
    (d) => {
      d.paths[REPOS].get.parameters.push({ name: 'org', in: 'query', required: true, schema: { type: 'string' } });
    },
    'breaking  GET /registry/v2/repos query org: a required parameter more',
    /query org/,
  ],
  [
    'a parameter made required',
    (d) => {
      const found = d.paths[REPOS].get.parameters.find((each: Part) => each.name === 'name');
      found.required = true;
    },
    'breaking  GET /registry/v2/repos query name: is required',
    /query name/,
  ],
  [
    'a maximum lowered',
    (d) => {
      d.components.parameters.page_size.schema.maximum = 100;
    },
    'breaking  GET /registry/v2/repos query page_size: maximum is 100, not 2147483647',
    /query page_size: maximum/,
  ],
  [
    'a minimum raised',
    (d) => {
      d.components.parameters.page_size.schema.minimum = 1;
    },
    'breaking  GET /registry/v2/repos query page_size: minimum is 1',
    /query page_size: minimum/,
  ],
  [
    'a length bounded more',
    (d) => {
      d.paths[REPOS].get.parameters.find((each: Part) => each.name === 'name').schema.maxLength = 10;
    },
    'breaking  GET /registry/v2/repos query name: maxLength is 10, not 65536',
    /maxLength/,
  ],
  [
    'a length bounded less',
    (d) => {
      d.paths[REPOS].get.parameters.find((each: Part) => each.name === 'name').schema.maxLength = 100_000;
    },
    'additive  GET /registry/v2/repos query name: maxLength is 100000, not 65536',
    /maxLength/,
  ],
  [
    'a pattern of requests another',
    (d) => {
      d.paths[REPOS].get.parameters.find((each: Part) => each.name === 'order_by').schema.pattern = '^uid$';
    },
    'breaking  GET /registry/v2/repos query order_by: pattern is "^uid$"',
    /pattern/,
  ],
  [
    'a type another',
    (d) => {
      schema(d, 'registry.v2.Repo').properties.description = { type: 'integer' };
    },
    'breaking  GET /registry/v2/repos 200 repos[].description: is integer, not string',
    /description/,
  ],
  [
    'a format another',
    (d) => {
      schema(d, 'registry.v2.Repo').properties.createTime.format = 'date';
    },
    'breaking  GET /registry/v2/repos 200 repos[].createTime: format is "date", not "date-time"',
    /createTime/,
  ],
  [
    'an enum value more',
    (d) => {
      const [name] = Object.keys(d.components.schemas).filter((each) => /CatalogTier/.test(each));
      schema(d, name ?? '').enum.push('CATALOG_TIER_EDGE');
    },
    'additive  GET /registry/v2/repos 200 repos[].catalogTier: the value "CATALOG_TIER_EDGE" more',
    /CATALOG_TIER_EDGE/,
  ],
  [
    'an enum value gone',
    (d) => {
      const [name] = Object.keys(d.components.schemas).filter((each) => /CatalogTier/.test(each));
      schema(d, name ?? '').enum.pop();
    },
    'breaking  GET /registry/v2/repos 200 repos[].catalogTier: the value "CATALOG_TIER_COMMERCIAL" is gone',
    /CATALOG_TIER_COMMERCIAL/,
  ],
  [
    'a path moved',
    (d) => {
      d.paths['/registry/v2/repositories'] = d.paths[REPOS];
      delete d.paths[REPOS];
    },
    'breaking  GET /registry/v2/repos: has moved to GET /registry/v2/repositories',
    /has moved to/,
  ],
  ['a path gone', (d) => delete d.paths['/ping/v2/ping'], 'breaking  GET /ping/v2/ping: the operation is gone', /ping/],
  [
    'a path more',
    (d) => {
      d.paths['/registry/v2/sboms'] = { get: { operationId: 'ListSboms', responses: { 200: { description: 'x' } } } };
    },
    'additive  GET /registry/v2/sboms: an operation more',
    /sboms/,
  ],
  [
    'a method gone',
    (d) => delete d.paths[REPO].delete,
    'breaking  DELETE /registry/v2/repos/{uid}: the operation is gone',
    /DELETE/,
  ],
  [
    'a method another',
    (d) => {
      d.paths[REPO].put = d.paths[REPO].patch;
      delete d.paths[REPO].patch;
    },
    'breaking  PATCH /registry/v2/repos/{uid}: has moved to PUT /registry/v2/repos/{uid}',
    /PATCH/,
  ],
  [
    'an answer gone',
    (d) => delete d.paths[REPO].get.responses['404'],
    'breaking  GET /registry/v2/repos/{uid} 404: the answer is gone',
    /404/,
  ],
  [
    'an answer more',
    (d) => {
      d.paths[REPO].get.responses['410'] = { description: 'Gone.' };
    },
    'additive  GET /registry/v2/repos/{uid} 410: an answer more',
    /410/,
  ],
  [
    'the body of an answer gone',
    (d) => {
      d.paths[REPO].get.responses['200'] = { description: d.paths[REPO].get.responses['200'].description };
    },
    'breaking  GET /registry/v2/repos/{uid} 200: its body is gone',
    /200/,
  ],
  [
    'a field that may be missing',
    (d) => {
      schema(d, 'registry.v2.Repo').required = schema(d, 'registry.v2.Repo').required.filter(
        (name: string) => name !== 'name',
      );
    },
    'breaking  GET /registry/v2/repos 200 repos[].name: is not required any more',
    /repos[\w\W]*name|200 name/,
  ],
  [
    'a field that may be null',
    (d) => {
      schema(d, 'registry.v2.Repo').properties.createTime.type = ['string', 'null'];
    },
    'breaking  GET /registry/v2/repos 200 repos[].createTime: may be null',
    /createTime/,
  ],
  [
    'items of another type',
    (d) => {
      schema(d, 'registry.v2.Repo').properties.aliases.items = { type: 'integer' };
    },
    'breaking  GET /registry/v2/repos 200 repos[].aliases[]: is integer, not string',
    /aliases/,
  ],
  [
    'the description of an operation another',
    (d) => {
      d.paths[REPOS].get.description = 'Other words.';
    },
    'words     GET /registry/v2/repos: another description',
    /^words/,
  ],
  [
    'the description of a field another',
    (d) => {
      schema(d, 'registry.v2.Repo').properties.name.description = 'Other words.';
    },
    'words     GET /registry/v2/repos 200 repos[].name: another description',
    /^words/,
  ],
  [
    'the summary of an operation another',
    (d) => {
      d.paths[REPO].get.summary = 'Fetch it';
    },
    'words     GET /registry/v2/repos/{uid}: another description',
    /^words/,
  ],
  [
    'a field deprecated',
    (d) => {
      schema(d, 'registry.v2.Repo').properties.aliases.deprecated = true;
    },
    'words     GET /registry/v2/repos 200 repos[].aliases: is deprecated',
    /^words/,
  ],
  [
    'names of variables, tags, examples and extensions only',
    (d) => {
      d.paths['/registry/v2/repos/{id}'] = d.paths[REPO];
      delete d.paths[REPO];
      d.tags = [];
      d.paths[REPOS].get['x-note'] = 1;
    },
    '',
    /^$/,
  ],
];

for (const [what, alter, line, only] of ALTERED) {
  test(`33.1, 33.2: a document that is altered is named rightly: ${what}`, () => {
    const lines = driftsAfter(alter);
    if (line === '') assert.deepEqual(lines, []);
    else
      assert.ok(
        lines.some((each) => each.startsWith(line)),
        lines.slice(0, 10).join('\n'),
      );
    assert.deepEqual(
      lines.filter((each) => !only.test(each)),
      [],
    );
  });
}

test('33.1: a document does not differ from itself, also in the form of OpenAPI 2', () => {
  assert.deepEqual(
    driftsAfter(() => {}),
    [],
  );
  const document = parse(OWN) as Part;
  const answer = {
    description: 'Up.',
    schema: document.paths['/ping/v2/ping'].get.responses['200'].content['application/json'].schema,
  };
  const definitions = document.components.schemas;
  const text = JSON.stringify({
    swagger: '2.0',
    basePath: '/',
    paths: { '/ping/v2/ping': { get: { operationId: 'Ping', responses: { 200: answer } } } },
    components: { schemas: definitions },
  });
  const { drifts, compared } = findDrift(OWN, text, 'of version 2', []);
  assert.equal(compared, 1);
  assert.deepEqual(
    drifts.filter(({ place, kind }) => kind === 'breaking' && place === 'GET /ping/v2/ping 200'),
    [],
  );
});

test('33.3: accepted differences are not drift, and one that excuses nothing is', () => {
  const document = parse(OWN) as Part;
  delete document.paths['/ping/v2/ping'];
  const text = stringify(document, { aliasDuplicateObjects: false });
  const difference = 'GET /ping/v2/ping: the operation is gone';
  const excused = findDrift(OWN, text, 'altered', [{ difference, reason: 'not needed' }]);
  assert.deepEqual([hasDrifted(excused), excused.accepted.length], [false, 1]);
  const idle = findDrift(OWN, OWN, 'same', [{ difference: 'GET /registry*', reason: 'soon' }]);
  assert.equal(hasDrifted(idle), true);
  assert.ok(driftLines(idle).includes('excuses nothing: GET /registry*'));
});

const REFUSED: readonly (readonly [what: string, text: string, reason: RegExp])[] = [
  ['no document', 'a: 1', /it is no OpenAPI document/],
  ['no YAML', '{"openapi": ', /./],
  ['of another interface', 'openapi: 3.1.0\npaths: {/pets: {get: {responses: {}}}}', /no operation of this interface/],
  [
    'with a reference in a circle',
    'openapi: 3.1.0\npaths: {/ping/v2/ping: {$ref: "#/paths/~1ping~1v2~1ping"}}',
    /leads back to itself/,
  ],
  [
    'with a reference elsewhere',
    'openapi: 3.1.0\npaths: {/ping/v2/ping: {$ref: "other.yaml#/a"}}',
    /only references within the document/,
  ],
  ['with a reference to nothing', 'openapi: 3.1.0\npaths: {/ping/v2/ping: {$ref: "#/nope"}}', /has no such thing/],
];

for (const [what, text, reason] of REFUSED) {
  test(`33.4: a text is refused in one line: ${what}`, () => {
    assert.throws(
      () => findDrift(OWN, text, 'given.yaml', []),
      (error) => error instanceof DocumentRefusal && reason.test(error.message) && !error.message.includes('\n'),
    );
  });
}

test('33.4: a document whose schemas refer to themselves is compared', () => {
  const document = (type: string): string => `openapi: 3.1.0
paths: {/ping/v2/ping: {get: {responses: {200: {content: {application/json: {schema: {$ref: "#/components/schemas/Node"}}}}}}}}
components: {schemas: {Node: {type: object, properties: {next: {$ref: "#/components/schemas/Node"}, name: {type: ${type}}}}}}
`;
  const { drifts } = findDrift(document('string'), document('integer'), 'other', []);
  assert.deepEqual(drifts, [{ kind: 'breaking', place: 'GET /ping/v2/ping 200 name', what: 'is integer, not string' }]);
});

test('33.3: a list of accepted differences that is none is refused', () => {
  for (const text of [
    'a: 1',
    '- 1',
    '- difference: x',
    '- {difference: "", reason: y}',
    '- {difference: x, reason: " "}',
    '{',
  ]) {
    assert.throws(() => readAcceptedDrifts(text, 'accepted.yaml'), DocumentRefusal);
  }
});
