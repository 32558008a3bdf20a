import { Agent } from 'node:http';
import fc from 'fast-check';
import { casesBySize } from '../../scripts/test-size.ts';
import { type Mutation, mutationsOf } from '../operations/mutations.ts';
import { sampleOf } from '../operations/samples.ts';
import { v1SampleOf } from '../operations/v1-samples.ts';
import type { Api } from '../support/api.ts';
import { inOneCasing } from '../support/document-names.ts';
import { exchange } from '../support/http.ts';
import { type DocumentedOperation, operations, operationsV1 } from '../support/openapi.ts';
import { createOrg } from '../support/org.ts';
import { allowsBody } from '../support/request-check.ts';
import { expect, test } from '../support/test.ts';
import { type DocumentedRequest, documentedRequests } from './documented-requests.ts';
import { isNamedInWords } from './unsayable-rules.ts';

/** The number of requests of each operation; a search for more asks for hundreds. */
const EACH = Number(process.env.DOCUMENTED_REQUESTS ?? casesBySize({ small: 1, usual: 2, whole: 4 }));
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121);
const MAX_LISTED = 20;

/** An answer that a test looks at. */
interface Refusal {
  readonly status: number;
  readonly text: string;
  /** Each `field: description`; none unless it is an INVALID_ARGUMENT. */
  readonly violations: readonly string[];
}

interface ErrorBody {
  readonly code?: number;
  readonly message?: string;
  readonly details?: readonly {
    readonly fieldViolations?: readonly { readonly field: string; readonly description: string }[];
  }[];
}

const violationsOf = ({ code, message = '', details = [] }: ErrorBody): readonly string[] => {
  if (code !== 3) return [];
  const found = details.flatMap(({ fieldViolations = [] }) => fieldViolations);
  if (found.length > 0) return found.map(({ field, description }) => `${field}: ${description}`);
  return message.replace('Invalid argument: ', '').split('; ');
};

type Send = (request: DocumentedRequest) => Promise<Refusal>;

const sender =
  (agent: Agent, url: string): Send =>
  async ({ operation: { method }, target, body }) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const headers = { authorization: 'Bearer admin-token', 'content-type': 'application/json' };
    const sent = { method, target, headers, ...(text !== undefined && { body: text }) };
    const { status, bytes } = await exchange(agent, url, sent);
    const answer = bytes.toString();
    return { status, text: answer, violations: status === 400 ? violationsOf(JSON.parse(answer)) : [] };
  };

const textOf = ({ operation: { id }, target, body }: DocumentedRequest, { status, text }: Refusal): string =>
  `${id} ${target} ${JSON.stringify(body)?.slice(0, 400)} -> ${status} ${text.slice(0, 600)}`;

/** The reason why an allowed request must not have this answer; undefined if it may. */
const wronglyRefused = (
  { operation, body }: DocumentedRequest,
  { status, violations }: Refusal,
): string | undefined => {
  if (status >= 500) return `${status}`;
  return violations.find((violation) => !isNamedInWords(operation, body, violation));
};

/** A request of which one stated rule is broken. */
interface Broken extends DocumentedRequest {
  readonly mutation: Mutation;
}

const brokenRequests = (
  operation: DocumentedOperation,
  allowed: fc.Arbitrary<DocumentedRequest>,
): fc.Arbitrary<Broken> | undefined => {
  const { body, method, version } = operation;
  const mutations = body === undefined ? [] : mutationsOf(body, version);
  const usable = mutations.filter(({ what }) => method !== 'PATCH' || what !== 'is missing');
  if (usable.length === 0) return undefined;
  return fc.record({ request: allowed, mutation: fc.constantFrom(...usable) }).map(({ request, mutation }) => ({
    ...request,
    // A mask would say that the field does not count.
    target: request.target.split('?')[0] ?? '',
    body: mutation.apply(request.body as Readonly<Record<string, unknown>>),
    mutation,
  }));
};

const names = (violations: readonly string[], field: string, { version }: DocumentedOperation): boolean => {
  const wanted = inOneCasing(field, version);
  return violations
    .map((violation) => inOneCasing(violation, version))
    .some((violation) => violation.startsWith(wanted) && /^[.[:]/.test(violation.slice(wanted.length)));
};

/** Draws requests of every operation, each with an organization of its own, and sends them. */
const sweep = async (
  all: readonly DocumentedOperation[],
  api: Api,
  roles: Parameters<typeof createOrg>[1],
  judge: (operation: DocumentedOperation, allowed: fc.Arbitrary<DocumentedRequest>, seed: number) => Promise<void>,
): Promise<void> => {
  // A DELETE has no form but its path.
  const asked = all.filter(({ method }) => method !== 'DELETE');
  for (const [at, operation] of asked.entries()) {
    const org = await createOrg(api, roles);
    const sample = await (operation.version === 'v1' ? v1SampleOf : sampleOf)(operation.id, org);
    await judge(operation, documentedRequests(operation, sample), SEED + at);
  }
};

const DOCUMENTS = [
  ['openapi.yaml', operations],
  ['openapi-v1.yaml', operationsV1],
] as const;

for (const [document, all] of DOCUMENTS) {
  const share = all === operations ? '' : ' @whole';
  test(`clients §7.3: requests that ${document} allows are not refused for their form, and those that it forbids are @mock${share}`, async ({
    ownServer,
    shared,
  }, info) => {
    test.setTimeout(60_000 + EACH * 10_000);
    info.annotations.push({ type: 'seed', description: `FUZZ_SEED=${SEED}` });
    const server = await ownServer();
    const api = server.api.as('admin-token');
    // Idle connections are closed long before a server does so.
    const agent = new Agent({ keepAlive: true, timeout: 2_000 });
    const send = sender(agent, server.ready.url);
    const failures: string[] = [];
    let [sent, accepted, broken] = [0, 0, 0];
    await sweep(all, api, shared.roles, async (operation, allowed, seed) => {
      for (const request of fc.sample(allowed, { seed, numRuns: EACH })) {
        const answer = await send(request);
        const cause = wronglyRefused(request, answer);
        if (cause !== undefined) failures.push(`allowed, and refused (${cause}): ${textOf(request, answer)}`);
        sent += 1;
        accepted += answer.status === 200 ? 1 : 0;
      }
      const arbitrary = brokenRequests(operation, allowed);
      if (!arbitrary) return;
      for (const request of fc.sample(arbitrary, { seed, numRuns: EACH })) {
        const { field, what } = request.mutation;
        if (allowsBody(operation, request.body)) failures.push(`${operation.id}: ${field} ${what}, and it is allowed`);
        const answer = await send(request);
        // A missing row and a change of an immutable field are reported first (behaviour §7, §6.8).
        if (answer.status === 404 || answer.violations.some((each) => /is immutable$/.test(each))) continue;
        const isNamed = answer.status === 400 && names(answer.violations, field, operation);
        if (!isNamed) failures.push(`${field} ${what}, and that is not reported: ${textOf(request, answer)}`);
        broken += 1;
      }
    });
    agent.destroy();
    info.annotations.push({ type: 'requests', description: `${sent} allowed, ${broken} forbidden` });
    expect(failures.slice(0, MAX_LISTED), `${failures.length} of ${sent + broken}`).toEqual([]);
    // Most of what is allowed is accepted, or the run would show little.
    expect(accepted / sent).toBeGreaterThan(0.5);
    expect(broken).toBeGreaterThan(50);
    expect(server.process.exitCode).toBeNull();
  });
}
