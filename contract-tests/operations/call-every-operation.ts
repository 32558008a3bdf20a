import { type Answer, describe } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import { operations, operationsV1 } from '../support/openapi.ts';
import { createOrg } from '../support/org.ts';
import { expect } from '../support/test.ts';
import { callerOf, sampleOf } from './samples.ts';
import { v1SampleOf } from './v1-samples.ts';

/** A call of an operation that was answered with 200. */
interface AnsweredCall {
  readonly answer: Answer;
  readonly caller: Api;
  readonly body: unknown;
}

/** Calls every operation of v2 and v1 once, one after the other; each has an organization of its own for free names. */
export async function* callEveryOperation(
  world: Api,
  roles: Parameters<typeof createOrg>[1],
): AsyncGenerator<AnsweredCall> {
  for (const [all, samplesOf] of [
    [operations, sampleOf],
    [operationsV1, v1SampleOf],
  ] as const) {
    for (const { id, method } of all) {
      const { target, body, ...sample } = await samplesOf(id, await createOrg(world, roles));
      const caller = callerOf(world, sample);
      const answer = await caller.send(method, target, { body });
      expect(answer.status, describe(answer)).toBe(200);
      yield { answer, caller, body };
    }
  }
}
