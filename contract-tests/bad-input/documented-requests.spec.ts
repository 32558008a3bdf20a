import { writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import fc from 'fast-check';
import { sampleOf } from '../operations/samples.ts';
import { v1SampleOf } from '../operations/v1-samples.ts';
import { exchange } from '../support/http.ts';
import { operations, operationsV1 } from '../support/openapi.ts';
import { createOrg } from '../support/org.ts';
import { expect, test } from '../support/test.ts';
import { documentedRequests } from './documented-requests.ts';

const EACH = Number(process.env.GENERATED_REQUESTS ?? 20);
const seed = Number(process.env.FUZZ_SEED ?? 20_261_121);

const OTHER: readonly RegExp[] = [
  /must be a built-in role, or one of the group or above it/,
  /must be an identity of the same organization/,
  /must be the uid of the identity provider's organization/,
  /must be a mapping of/,
  /unknown document/,
  /must be an identity directly under the group with the service principal/,
  /page_token is invalid|does not match the request parameters/,
  /must be in the future|must be at most \d+ days ahead|must be at most 2 years from now/,
  /must end before the year 10000/,
  /must not be before/,
  /is not a valid regular expression/,
  /readme contained unsafe html content/,
  /must be a JSON Web Key Set/,
  /is immutable/,
  /cannot be changed on a synced repo/,
  /is inherited from the root group/,
  /must be that of the batch/,
  /several groups fit/,
];

for (const [version, all] of [
  ['v2', operations],
  ['v1', operationsV1],
] as const) {
  test(`documented requests of ${version} @mock`, async ({ freshServer, shared }) => {
    test.setTimeout(1_200_000);
    const server = await freshServer();
    process.env.ORG_ID ??= server.ready.orgId;
    const api = server.api.as('admin-token');
    const agent = new Agent({ keepAlive: true, maxSockets: 8 });
    const counts = new Map<string, number>();
    const causes = new Map<string, { n: number; at: string }>();
    let sent = 0;
    let refusedRequests = 0;
    const t0 = process.cpuUsage();
    for (const operation of all) {
      if (operation.method === 'DELETE') continue;
      const org = await createOrg(api, shared.roles);
      const sample = await (version === 'v2' ? sampleOf : v1SampleOf)(operation.id, org);
      const requests = fc.sample(documentedRequests(operation, sample), { seed: seed + sent, numRuns: EACH });
      for (const { target, body } of requests) {
        const text = body === undefined ? undefined : JSON.stringify(body);
        const { status, bytes } = await exchange(agent, server.ready.url, {
          method: operation.method,
          target,
          headers: { authorization: 'Bearer admin-token', 'content-type': 'application/json' },
          ...(text !== undefined && { body: text }),
        });
        sent += 1;
        counts.set(String(status), (counts.get(String(status)) ?? 0) + 1);
        const answer = bytes.length === 0 ? {} : JSON.parse(bytes.toString());
        if (status >= 500)
          causes.set(`5xx ${operation.id} ${bytes}`, { n: 1, at: `${operation.id} ${target} ${text}` });
        if (answer.code !== 3 || status !== 400) continue;
        const list =
          version === 'v2'
            ? answer.details
                .flatMap((d: any) => d.fieldViolations ?? [])
                .map((v: any) => `${v.field}: ${v.description}`)
            : String(answer.message).replace('Invalid argument: ', '').split('; ');
        let isForm = false;
        for (const one of list as string[]) {
          if (OTHER.some((p) => p.test(one))) continue;
          if (operation.method === 'PATCH' && /is required|exactly one of/.test(one)) continue;
          isForm = true;
          const key = `${operation.id} ${one
            .replaceAll(/\[\d+\]/g, '[]')
            .replaceAll(/"(?:[^"\\]|\\.)*"/g, '"…"')
            .replaceAll(/starts with.*/g, '')}`.slice(0, 160);
          const before = causes.get(key);
          causes.set(key, { n: (before?.n ?? 0) + 1, at: before?.at ?? `${target} ${text}`.slice(0, 300) });
        }
        if (isForm) refusedRequests += 1;
      }
    }
    const used = process.cpuUsage(t0);
    agent.destroy();
    const report = [...causes].sort((a, b) => b[1].n - a[1].n).map(([k, { n, at }]) => `${n}\t${k}\t${at}`);
    writeFileSync(
      `/tmp/doc-causes-${version}.txt`,
      `${sent} sent, ${refusedRequests} refused for form, cpu ${(used.user + used.system) / 1e6}, statuses ${JSON.stringify([...counts])}\n${report.join('\n')}\n`,
    );
    expect(refusedRequests).toBe(0);
  });
}
