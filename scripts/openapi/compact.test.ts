import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shareParameters } from './compact.ts';

const parameter = (name: string, description: string, place = 'query') => ({ name, in: place, description });

test('a query parameter of three operations becomes a component with its name', () => {
  const paths = {
    '/a': { get: { parameters: [parameter('q', 'Q'), parameter('uid', 'U', 'path')] } },
    '/b': { get: { parameters: [parameter('q', 'Q'), parameter('uid', 'U', 'path')] }, post: {} },
    '/c': { get: { parameters: [parameter('q', 'Q'), parameter('uid', 'U', 'path'), parameter('r', 'R')] } },
    '/d': { get: { parameters: [parameter('q', 'Another')] } },
  };
  const shared = shareParameters(paths);
  assert.deepEqual(shared.parameters, { q: parameter('q', 'Q') });
  assert.deepEqual(shared.paths['/c']?.get?.parameters, [
    { $ref: '#/components/parameters/q' },
    parameter('uid', 'U', 'path'),
    parameter('r', 'R'),
  ]);
  assert.deepEqual(shared.paths['/d'], paths['/d']);
});
