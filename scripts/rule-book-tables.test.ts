import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse } from 'yaml';
import { rowsUnder } from './rule-book.ts';

interface Documented {
  readonly operationId: string;
  readonly 'x-capabilities'?: readonly string[];
  readonly 'x-event'?: { readonly type: string; readonly audience: string };
  readonly 'x-origin'?: string;
}

interface Listed extends Documented {
  readonly http: string;
}

const page = readFileSync('docs/rules/operations.md', 'utf8');

/** A method and a path, whatever the names of its variables. */
const plain = (http: string): string => http.replace(/\{[^}]*\}/g, '{}');

const operationsOf = (file: string): readonly Listed[] => {
  const { paths } = parse(readFileSync(file, 'utf8')) as { paths: Record<string, Record<string, Documented>> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      operation.operationId === undefined ? [] : [{ ...operation, http: plain(`${method.toUpperCase()} ${path}`) }],
    ),
  );
};

// The token service and the caller's own page have one form for both versions, and rules of their own.
const isOfDomain = ({ http }: Listed): boolean => !/ \/(?:sts|auth|\.well-known)\//.test(http);

const v2 = operationsOf('openapi.yaml').filter(isOfDomain);
const v1 = operationsOf('openapi-v1.yaml').filter(isOfDomain);

const capabilitiesIn = (cell = ''): readonly string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

test('11: the table has every operation of v2 with its path and capabilities', () => {
  const table = rowsUnder(page, '11').map(([name = '', http = '', needs]) => ({
    id: name.replace(' †', ''),
    http: plain(http.replaceAll('`', '')),
    capabilities: capabilitiesIn(needs),
    origin: name.endsWith('†') ? 'spec' : 'published',
  }));
  const documented = v2.map(({ operationId: id, http, 'x-capabilities': needs = [], 'x-origin': origin }) => ({
    id,
    http,
    capabilities: needs,
    origin,
  }));
  const byId = (a: { readonly id: string }, b: { readonly id: string }): number => (a.id < b.id ? -1 : 1);
  assert.deepEqual(table.toSorted(byId), documented.toSorted(byId));
});

test('12.1: the table has every operation of v1 over HTTP with its path and capabilities', () => {
  const lineOf = (http: string, needs: readonly string[]): string => `${http} ${needs.join()}`;
  const table = rowsUnder(page, '12.1').map(([, http = '', needs]) =>
    lineOf(plain(http.replaceAll('`', '')), capabilitiesIn(needs)),
  );
  const documented = v1.map(({ http, 'x-capabilities': needs = [] }) => lineOf(http, needs));
  assert.deepEqual(table.toSorted(), documented.toSorted());
});

test('13.1: the table has every event that an operation declares', () => {
  const table = rowsUnder(page, '13.1').flatMap(([names = '', type = '', audience = '']) =>
    names
      .split(', ')
      .filter((name) => !name.startsWith('v1 '))
      .map((name) => `${name} ${type.replaceAll('`', '')} ${audience}`),
  );
  const documented = v2.flatMap(({ operationId, 'x-event': event }) =>
    event ? [`${operationId} ${event.type} ${event.audience}`] : [],
  );
  assert.deepEqual(table.toSorted(), documented.toSorted());
  const types = new Set(rowsUnder(page, '13.1').map(([, type = '']) => type.replaceAll('`', '')));
  assert.deepEqual(
    v1.flatMap(({ 'x-event': event }) => (event && !types.has(event.type) ? [event.type] : [])),
    [],
  );
});
