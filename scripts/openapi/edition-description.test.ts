import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allOperations, editions } from '../../src/editions/editions.ts';
import { describeEdition, openApiDocument } from './document.ts';

for (const edition of editions) {
  test(`${edition.name}: its operations are described by the paths of HTTP`, () => {
    assert.ok(Object.keys(describeEdition(allOperations(), edition, {}).paths).length > 20);
  });

  test(`${edition.name}: its document has an introduction`, () => {
    const { info } = openApiDocument(allOperations(), edition);
    assert.match((info as { readonly description: string }).description, /^## Errors$/m);
  });
}
