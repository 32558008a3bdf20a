import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'yaml';
import { editions } from '../editions/editions.ts';
import { profileNamed } from '../schema/profile.ts';
import { PROFILE_NAMES } from '../schema/profile-differences.ts';
import { openApiTexts } from './document.ts';

const version = '1.2.3';

for (const edition of editions) {
  for (const name of PROFILE_NAMES) {
    for (const spelling of new Set([undefined, edition.spelling, 'json'] as const)) {
      const settings = { version, profile: profileNamed(name), spelling };

      test(`${edition.name} ${name} ${spelling ?? 'as spelled'}: every reader of YAML and of JSON reads the same document`, () => {
        const { json, yaml } = openApiTexts(edition, settings);
        assert.match(json(), /[^\n]\n$/);
        assert.deepEqual(JSON.parse(json()), parse(yaml()));
      });

      test(`${edition.name} ${name} ${spelling ?? 'as spelled'}: the document has the version of the product, and the server that it comes from`, () => {
        const read = (given: object) => JSON.parse(openApiTexts(edition, { ...settings, ...given }).json());
        assert.equal(read({}).info.version, version);
        assert.equal(read({}).servers[0].url, 'http://127.0.0.1:8484');
        assert.equal(read({ url: 'http://mock:9000' }).servers[0].url, 'http://mock:9000');
      });
    }
  }
}
