import assert from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';
import { test } from 'node:test';
import fc from 'fast-check';
import { bySize } from '../../../scripts/test-size.ts';
import { profileNamed, SPECIFICATION } from '../../schema/profile.ts';
import { openClients } from './clients.ts';
import { type Make, runSequence } from './comparison.ts';
import { sequences } from './generated-calls.ts';
import type { Outcome } from './outcome.ts';
import { restFormOf } from './rest-form.ts';
import { printed } from './spelled.ts';
import { openTwins, type Twins } from './twins.ts';

const SEED = Number(process.env.PARITY_SEED ?? 20_261_122);
const LONGEST = 40;
const ORIGIN = 'http://127.0.0.1';
/** Headers that only a connection has. */
const OF_CONNECTIONS: ReadonlySet<string> = new Set(['connection', 'date', 'keep-alive']);

const withoutConnection = (headers: IncomingHttpHeaders): object =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !OF_CONNECTIONS.has(name))
      .sort(),
  );

/** An answer as an outcome, with every byte of it as the message. */
const outcomeOf = (status: number, headers: IncomingHttpHeaders, body: string): Outcome => ({
  code: status === 200 ? 0 : status,
  message: JSON.stringify([status, withoutConnection(headers), body]),
  details: [],
  answer: body === '' ? {} : JSON.parse(body),
});

/** Makes each call over a socket in one world, and by a Request in the other. */
const makeOverWeb = ({ fetch }: Twins, clients: ReturnType<typeof openClients>): Make => {
  const ask = async (method: string, target: string, body: string | undefined, authorization: string | undefined) => {
    const answer = await fetch(
      new Request(`${ORIGIN}${target}`, {
        method,
        headers: {
          ...(authorization !== undefined && { authorization }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body }),
      }),
    );
    return outcomeOf(answer.status, Object.fromEntries(answer.headers), await answer.text());
  };
  return async ({ bound: { operation }, rule, style }, request, authorization) => {
    const { method, target: written, body } = restFormOf(operation, rule, request, style);
    // A Request has no other than the normal form of a URL.
    const { pathname, search } = new URL(`${ORIGIN}${written}`);
    const target = `${pathname}${search}`;
    const [overSocket, overWeb] = await Promise.all([
      clients.rest({ method, target, body }, authorization),
      ask(method, target, body, authorization),
    ]);
    return {
      operation,
      line: `${method} ${target} ${body ?? ''} (${operation.id} ${printed(request)})`,
      rest: outcomeOf(overSocket.status, overSocket.headers, overSocket.body),
      grpc: overWeb,
    };
  };
};

for (const [profile, numRuns] of [
  [SPECIFICATION, bySize({ small: 5, usual: 6, whole: 40 })],
  [profileNamed('published'), bySize({ small: 2, usual: 3, whole: 10 })],
] as const) {
  test(`${profile.name}: a Request is answered with the status, headers and bytes of the socket`, async (t) => {
    const twins = await openTwins(profile);
    const clients = openClients(twins.rest.port, twins.grpc.port);
    let calls = 0;
    try {
      const make = makeOverWeb(twins, clients);
      const property = fc.asyncProperty(sequences(twins, LONGEST), async (steps) => {
        calls += (await runSequence(twins, make, steps)).length;
      });
      const { failed, errorInstance } = await fc.check(property, { seed: SEED, numRuns });
      if (failed) assert.fail((errorInstance as Error).message);
    } finally {
      clients.close();
      await twins.close();
    }
    t.diagnostic(`${calls} calls`);
    assert.ok(calls >= 5 * numRuns, `only ${calls} calls`);
  });
}
