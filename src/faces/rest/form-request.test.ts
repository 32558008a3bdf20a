import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HttpMethod } from '../../schema/operation.ts';
import { type RequestHead, routeOther } from './face.ts';
import type { Match, Routed } from './matcher.ts';

/** Routes any method at a path that has these methods. */
const pathWith =
  (...methods: readonly HttpMethod[]) =>
  (method: string): Routed => {
    const found = methods.find((each) => each === method);
    return found ? ({ http: { method: found } } as Match) : { allow: methods };
  };

const foundFor = (head: Partial<RequestHead>, ...methods: readonly HttpMethod[]): string => {
  const form = { method: 'POST', contentType: 'application/x-www-form-urlencoded' };
  const { routed, isQuery } = routeOther({ ...form, ...head }, '/', pathWith(...methods));
  if (!routed) return 'nothing';
  return 'http' in routed ? `${routed.http.method}${isQuery ? ' by form' : ''}` : `one of ${routed.allow}`;
};

const CASES: readonly (readonly [head: Partial<RequestHead>, methods: readonly HttpMethod[], found: string])[] = [
  [{}, ['GET'], 'GET by form'],
  [{}, ['GET', 'POST'], 'POST'],
  [{}, ['GET', 'PATCH'], 'one of GET,PATCH'],
  [{}, ['DELETE'], 'one of DELETE'],
  [{ contentType: 'application/json' }, ['GET'], 'one of GET'],
  [{ contentType: undefined }, ['GET'], 'one of GET'],
  [{ method: 'PUT' }, ['GET'], 'one of GET'],
  [{ method: 'HEAD' }, ['GET'], 'GET'],
  [{ methodOverride: 'delete' }, ['GET', 'POST', 'DELETE'], 'DELETE by form'],
  [{ methodOverride: 'POST' }, ['GET', 'POST'], 'POST by form'],
  [{ methodOverride: 'PUT' }, ['GET'], 'one of GET'],
  [{ methodOverride: '' }, ['GET'], 'GET by form'],
  [{ methodOverride: 'DELETE', method: 'PATCH' }, ['PATCH', 'DELETE'], 'PATCH'],
  [{ methodOverride: 'DELETE', contentType: 'text/plain' }, ['POST', 'DELETE'], 'POST'],
];

for (const [head, methods, found] of CASES) {
  test(`2.8, 2.11: a form with ${JSON.stringify(head)} to a path with ${methods} is ${found}`, () => {
    assert.equal(foundFor(head, ...methods), found);
  });
}
