import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { ServerHttp2Stream } from 'node:http2';
import { test } from 'node:test';
import { startDeadline } from './unary-call.ts';

/** The number of timers that keep this process from ending. */
const holdingTimers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

for (const [type, headers] of [
  ['application/grpc', { 'grpc-timeout': '100H' }],
  ['application/grpc-web+proto', { 'grpc-timeout': '99999999H' }],
  ['application/grpc-web-text', { 'grpc-timeout': '10S' }],
  ['application/proto', { 'connect-timeout-ms': '360000000' }],
] as const) {
  test(`a deadline of ${type} does not hold a process if its stream never says that it has closed`, () => {
    const awaited = Object.assign(new EventEmitter(), { destroyed: false }) as unknown as ServerHttp2Stream;
    const before = holdingTimers();
    const stop = startDeadline({ headers: { 'content-type': type, ...headers }, awaited }, () => {});
    const after = holdingTimers();
    stop();
    assert.equal(after, before);
  });
}
