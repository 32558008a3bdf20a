import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMatcher } from '../faces/rest/matcher.ts';
import { currentOperations, olderOperations } from './editions.ts';

test('no path of an older edition is one of the current edition, so that the current one is asked first', () => {
  const match = createMatcher(currentOperations);
  for (const { operation } of olderOperations()) {
    for (const { method, path } of [operation.http ?? [], operation.additionalHttp ?? []].flat()) {
      const sent = path.replaceAll(/\{[^}]*\}/g, 'x');
      assert.equal(match(method, sent), undefined, `${operation.id}: ${method} ${sent}`);
    }
  }
});
