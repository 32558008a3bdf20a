import { describe } from '../support/answer.ts';
import { inDocumentNames, inOneCasing } from '../support/document-names.ts';
import { expectBare } from '../support/errors.ts';
import { operationsV1 } from '../support/openapi.ts';
import { expect, test } from '../support/test.ts';
import { mutationsOf } from './mutations.ts';
import { refusedBy } from './refused-values.ts';
import { pathWith } from './samples.ts';
import { v1SampleOf } from './v1-samples.ts';

for (const { id, method, body: schema } of operationsV1) {
  const mutations = schema === undefined ? [] : mutationsOf(schema, 'v1');
  if (mutations.length === 0) continue;
  test(`V10: 400: ${id} names the field that breaks its schema in ${mutations.length} ways`, async ({ api, org }) => {
    test.slow(mutations.length > 100);
    const { target, body: sample = {} } = await v1SampleOf(id, org);
    const body = inDocumentNames(schema ?? {}, 'v1', sample);
    for (const { field, what, apply } of mutations) {
      const answer = await api.send(method, target, { body: apply(body as Readonly<Record<string, unknown>>) });
      const found = `${field} ${what}: ${describe(answer)}`;
      const { status, body: refusal } = answer;
      const isNamed = inOneCasing(String(refusal.message), 'v1').includes(inOneCasing(field, 'v1'));
      expect.soft({ status, isNamed, details: refusal.details }, found).toEqual({
        status: 400,
        isNamed: true,
        details: [],
      });
    }
  });
}

for (const { id, method, path, parameters } of operationsV1) {
  const query = parameters.filter((parameter) => parameter.in === 'query');
  const refused = query.flatMap((parameter) =>
    refusedBy(parameter, 'v1').map((value) => [parameter.name, value] as const),
  );
  // A path with an unknown id is answered before a missing parameter is reported.
  const required = path.includes('{') ? [] : query.filter((each) => each.required).map(({ name }) => name);
  if (method !== 'GET' || refused.length + required.length === 0) continue;
  test(`V10: 400: ${id} names the parameter that breaks its schema in ${refused.length} ways`, async ({ api, org }) => {
    // A row that is missing is an empty answer (behaviour §12.4 V3).
    const known = path.includes('{') ? (await v1SampleOf(id, org)).target : path;
    const [at = '', given = ''] = known.split('?');
    for (const [name, value] of refused) {
      const others = given.split('&').filter((pair) => pair !== '' && !pair.startsWith(`${name}=`));
      const answer = await api.get(`${at}?${[...others, `${name}=${value}`].join('&')}`);
      expectBare(answer, 'INVALID_ARGUMENT', /./);
      expect.soft(String(answer.body.message), describe(answer)).toContain(`${name}: `);
    }
    const answer = await api.get(pathWith(path, 'x'));
    for (const name of required) expect.soft(answer.body.message).toContain(`${name} is required`);
  });
}
