import { describe, withoutCursor } from '../support/answer.ts';
import { inDocumentNames } from '../support/document-names.ts';
import { operations } from '../support/openapi.ts';
import { camelName, snakeName } from '../support/spelling.ts';
import { expect, test } from '../support/test.ts';
import { withQuery } from '../support/walk.ts';
import { mutationsOf } from './mutations.ts';
import { refusedBy } from './refused-values.ts';
import { pathWith, sampleOf } from './samples.ts';

const fieldsOf = (body: { readonly [field: string]: unknown }): readonly string[] => {
  const details = (body.details ?? []) as readonly {
    readonly fieldViolations?: readonly { readonly field: string }[];
  }[];
  return details.flatMap(({ fieldViolations = [] }) => fieldViolations.map(({ field }) => field));
};

for (const operation of operations) {
  const { id, method } = operation;
  const schema = operation.body;
  if (!schema) continue;
  const mutations = mutationsOf(schema).filter(({ what }) => method !== 'PATCH' || what !== 'is missing');
  if (mutations.length === 0) continue;
  test(`400: ${id} names the field that breaks its schema in ${mutations.length} ways`, async ({ api, org }) => {
    test.slow(mutations.length > 100);
    const { target, body: sample = {} } = await sampleOf(id, org);
    const body = inDocumentNames(schema, 'v2', sample) as Readonly<Record<string, unknown>>;
    for (const { field, what, apply } of mutations) {
      const answer = await api.send(method, target, { body: apply(body) });
      const found = `${field} ${what}: ${describe(answer)}`;
      const isNamed = fieldsOf(answer.body).some((name) => startsWith(field).test(name));
      expect.soft({ status: answer.status, isNamed }, found).toEqual({ status: 400, isNamed: true });
    }
  });
}

/** A violation names a list as a whole or by its invalid item, and a map by its key. */
const startsWith = (field: string): RegExp => new RegExp(`^${field.replaceAll(/[.[\]]/g, '\\$&')}([.[]|$)`);

const queried = operations.filter(({ parameters }) => parameters.some((parameter) => parameter.in === 'query'));

for (const { id, method, path, parameters } of queried) {
  const query = parameters.filter((parameter) => parameter.in === 'query');

  const refused = query.flatMap((parameter) => refusedBy(parameter).map((value) => [parameter.name, value] as const));
  const required = query.filter((parameter) => parameter.required).map(({ name }) => name);

  if (method !== 'GET') {
    test(`400: ${id} names the parameter that breaks its schema in ${refused.length} ways`, async ({ api, org }) => {
      const { target, body = {} } = await sampleOf(id, org);
      for (const [name, value] of refused) {
        const answer = await api.send(method, `${target}?${name}=${value}`, { body });
        const found = `${name}=${value}: ${describe(answer)}`;
        expect.soft(answer.status, found).toBe(400);
        expect.soft(fieldsOf(answer.body), found).toContain(name);
      }
    });
    continue;
  }

  if (refused.length + required.length > 0) {
    test(`400: ${id} names the parameter that breaks its schema in ${refused.length} ways`, async ({ api }) => {
      for (const [name, value] of refused) {
        const answer = await api.get(`${pathWith(path, 'x')}?${name}=${value}`);
        const found = `${name}=${value}: ${describe(answer)}`;
        expect.soft(answer.status, found).toBe(400);
        expect.soft(fieldsOf(answer.body), found).toContain(name);
      }
      const answer = await api.get(pathWith(path, 'x'));
      for (const name of required) expect.soft(answer.body.message).toContain(`${name} is required`);
    });
  }

  test(`3.1, C25: ${id} accepts both spellings of each of its ${query.length} parameters @fixture`, async ({
    api,
    org,
  }) => {
    const { target } = await sampleOf(id, org);
    for (const parameter of query) {
      const { name } = parameter;
      const [bare = ''] = target.split('?');
      const others = (target.split('?')[1] ?? '').split('&').filter((pair) => !pair.startsWith(`${name}=`));
      const at = (spelling: string, value: string): string =>
        withQuery(bare, [...others, `${spelling}=${value}`].filter((pair) => pair !== '').join('&'));
      for (const value of [...refusedBy(parameter), 'zzz']) {
        const [camel, snake] = [at(camelName(name), value), at(snakeName(name), value)];
        let [one, other] = [await api.get(camel), await api.get(snake)];
        while (withoutCursor(one.text) !== withoutCursor(other.text)) {
          const again = await api.get(camel);
          if (withoutCursor(again.text) === withoutCursor(one.text)) break;
          // Another test has changed the listed rows meanwhile.
          [one, other] = [again, await api.get(snake)];
        }
        expect.soft(other.status, describe(other)).toBe(one.status);
        expect.soft(withoutCursor(other.text), `${snakeName(name)}=${value}`).toBe(withoutCursor(one.text));
      }
    }
  });
}
