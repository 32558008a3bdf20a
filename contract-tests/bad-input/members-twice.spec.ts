import { gzipSync } from 'node:zlib';
import { expectViolation } from '../support/errors.ts';
import { expect, test } from '../support/test.ts';

const BOM = '\ufeff';

/** A body that names a member twice, by the path of the operation in a group; the name that is named. */
const TWICE: readonly (readonly [method: string, path: string, body: string, name: string])[] = [
  ['POST', '/registry/v2/repos/GROUP', '{"name":"a","name":"b"}', 'name'],
  ['POST', '/registry/v2/repos/GROUP', '{"name":"a","unknown":{"b":1,"b":2}}', 'b'],
  ['POST', '/iam/v2/identities/GROUP', '{"name":"a","claimMatch":{"issuer":"a","issuer":"b"}}', 'issuer'],
  ['POST', '/iam/v2/identities/GROUP', '{"name":"a","claimMatch":{"claims":{"c":"1","c":"2"}}}', 'c'],
  ['POST', '/iam/v2/identities/GROUP', '{"name":"a","claimMatch":{"claims":{"c":"1","\\u0063":"2"}}}', 'c'],
  ['PATCH', '/iam/v2/groups/GROUP', '{"description":"one","description":"two"}', 'description'],
  ['PATCH', '/iam/v2/groups/GROUP?updateMask=description', '{"description":"1","description":"1"}', 'description'],
  ['POST', '/registry/v1/repos/GROUP', '{"name":"a","name":"b"}', 'name'],
  ['POST', '/iam/v1/groups/GROUP', '{"name":"a","name":"b"}', 'name'],
];

test.describe('1.4: a member that is named twice', () => {
  for (const [method, path, body, name] of TWICE) {
    test(`1.4: ${method} ${path} ${body} is 400`, async ({ api, org }) => {
      const answer = await api.send(method, path.replace('GROUP', org.uid), { body });
      expect([answer.status, answer.body.message]).toEqual([
        400,
        `Invalid argument: body: duplicate field ${JSON.stringify(name)}`,
      ]);
    });
  }

  test('1.4: a member of each of two objects is named once', async ({ api, org }) => {
    const body = '{"name":"once","claimMatch":{"issuer":"https://i.test","subject":"name","claims":{"name":"issuer"}}}';
    expect((await api.send('POST', `/iam/v2/identities/${org.uid}`, { body })).status).toBe(200);
  });
});

test.describe('1.4: in the control plane @mock', () => {
  for (const [path, body, name] of [
    ['tokens', '{"identity":"viewer","identity":"admin"}', 'identity'],
    ['faults', '{"match":{"operation":"GetRepo"},"do":{"latency":1,"latency":2}}', 'latency'],
    ['upstream-tokens', '{"issuer":"ci","subject":"x","claims":{"a":{"b":1,"b":2}}}', 'b'],
    ['fixtures', '{"description":"a","description":"b"}', 'unique'],
  ] as const) {
    test(`1.4: POST ${path} ${body} is 400`, async ({ api }) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await api.as(undefined).send('POST', `/_mock/v1/${path}`, { headers, body });
      expect(answer.status).toBe(400);
      expect(answer.body.message).toContain(name);
    });
  }
});

test.describe('1.8: bodies that are not JSON say what they are', () => {
  for (const [what, body, says] of [
    ['a byte order mark', Buffer.from(`${BOM}{"name":"a"}`), 'malformed JSON: it begins with a byte order mark'],
    ['gzip', gzipSync('{"name":"a"}'), 'malformed JSON: it is compressed (gzip), and must be sent as it is'],
    ['nothing that is known', Buffer.from('{"name"'), 'malformed JSON'],
  ] as const) {
    test(`1.8: ${what}`, async ({ api, org }) => {
      const answer = await api.send('POST', `/registry/v2/repos/${org.uid}`, { body });
      expect([answer.status, answer.body.message]).toEqual([400, `Invalid argument: body: ${says}`]);
    });
  }

  test('1.8: text with half of a surrogate pair', async ({ api, org }) => {
    const body = '{"name":"a","description":"\\ud800"}';
    const answer = await api.send('POST', `/registry/v2/repos/${org.uid}`, { body });
    expectViolation(answer, 'description');
    expect(answer.body.message).toContain('must be valid Unicode: it has half of a surrogate pair');
  });
});

test.describe('3.6: members of a mask and of a time in a query', () => {
  test('3.6: the paths of a mask are the paths of the PATCH', async ({ api, org }) => {
    const repo = await org.repo({ description: 'before', bundles: ['base'] });
    const target = `/registry/v2/repos/${repo.uid}?update_mask.paths=description`;
    const body = { description: 'after', bundles: ['ai'] };
    expect((await api.patch(target, body)).body).toMatchObject({ description: 'after', bundles: ['base'] });
    expect((await api.patch(`${target}&update_mask.paths=bundles`, body)).body).toMatchObject({ bundles: ['ai'] });
  });

  test('3.6: the seconds of a time filter as the time does', async ({ api, org }) => {
    const repo = await org.repo();
    const within = `uidp.descendants_of=${repo.uid}`;
    const whole = await api.get(`/registry/v2/tags?${within}&updated_since=2023-11-14T22:13:20Z`);
    const parts = await api.get(`/registry/v2/tags?${within}&updated_since.seconds=1700000000`);
    expect([parts.status, parts.text]).toEqual([200, whole.text]);
  });
});
