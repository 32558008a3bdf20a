import { type Body, ok } from '../support/answer.ts';
import { expectBare } from '../support/errors.ts';
import { expect, test } from '../support/test.ts';

const PATH = '/vulnerabilities/v1/advisories';
const MOST = 1_000;
const event = { author: 'ann', status: 'APPROVED', fixed: { fixed_version: '1' } };
const draft = {
  artifact_type: 'apk',
  artifact_name: 'zlib',
  artifact_architecture: 'x86_64',
  component_name: 'zlib',
  component_location: '/z',
  component_type: 'apk',
  author: 'ann',
};
const events = (count: number): readonly object[] => Array.from({ length: count }, () => event);
const countOf = (advisory: Body): number => (advisory.events as readonly unknown[]).length;

test.describe('S6: an advisory of v1 has at most 1,000 events', () => {
  test('a create and a replace accept 1,000, and no more', async ({ api, org }) => {
    const made = ok(await api.post(PATH, { parent_id: org.uid, advisory: { ...draft, events: events(MOST) } }));
    expect(countOf(made)).toBe(MOST);
    expect(countOf(ok(await api.put(`${PATH}/${made.id}`, { ...draft, events: events(MOST) })))).toBe(MOST);
    for (const count of [MOST + 1, 40_000]) {
      const advisory = { ...draft, events: events(count) };
      const words = /^Invalid argument: (advisory\.)?events: events must have at most 1000 items$/;
      expectBare(await api.post(PATH, { parent_id: org.uid, advisory }), 'INVALID_ARGUMENT', words);
      expectBare(await api.put(`${PATH}/${made.id}`, advisory), 'INVALID_ARGUMENT', words);
    }
  });

  test('one more event is RESOURCE_EXHAUSTED', async ({ api, org }) => {
    const advisory = { ...draft, events: events(MOST - 1) };
    const { id } = ok(await api.post(PATH, { parent_id: org.uid, advisory }));
    const add = () => api.post(`${PATH}/${id}/events`, { advisory_event: event });
    expect((await add()).status).toBe(200);
    expectBare(await add(), 'RESOURCE_EXHAUSTED', 'the advisory has 1000 events');
    expect(countOf(await api.read(`/vulnerabilities/v2/advisories/${id}`))).toBe(MOST);
  });
});
