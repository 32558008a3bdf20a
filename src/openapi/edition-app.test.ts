import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allOperations, editions } from '../editions/editions.ts';
import { selectOverHttp } from '../kernel/over-http.ts';
import { editionApp } from './edition-app.ts';
import { routingPath } from './routing-path.ts';

for (const { edition } of editions) {
  test(`${edition.name}: each operation over HTTP has a route of its own, by which it is answered`, async () => {
    const { app } = editionApp(allOperations, edition, {}, (context) => context.text(context.req.path));
    const ids = selectOverHttp(allOperations, edition).map(({ operation: { id } }) => id);
    assert.ok(ids.length > 30);
    for (const id of ids) {
      const answer = await app.request(routingPath(id));
      assert.deepEqual([answer.status, await answer.text()], [200, routingPath(id)]);
    }
  });
}

test('routes without a handler are described, and answer nothing', async () => {
  for (const { edition } of editions) {
    const { app, described } = editionApp(allOperations, edition, {});
    assert.equal(app.routes.length, 0);
    assert.ok(Object.keys(described().paths).length > 20);
  }
});
