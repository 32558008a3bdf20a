import type { Sent } from './http.ts';
import { operationOf } from './openapi.ts';

/**
 * The method whose operation answers a request: for a POST with a form the method of its override, and GET where the path has
 * no POST (behaviour §2.8, §2.11).
 */
export const servedMethod = ({ method, target, headers = {} }: Sent): string => {
  if (method !== 'POST' || headers['content-type'] !== 'application/x-www-form-urlencoded') return method;
  const override = headers['x-http-method-override'];
  if (override !== undefined && override !== '') return String(override).toUpperCase();
  return operationOf('POST', target) ? 'POST' : 'GET';
};
