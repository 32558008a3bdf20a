import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse, parseAllDocuments } from 'yaml';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string): string => readFileSync(join(PROJECT, file), 'utf8');

/** How one of the files that are copied runs a replica. */
interface Replica {
  readonly environment: Readonly<Record<string, string>>;
  /** How long the engine waits for its end, in seconds. */
  readonly graceSeconds: number;
  readonly replicas: number;
  readonly isReadOnly: boolean;
}

interface Compose {
  readonly services: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly configs: { readonly balancer: { readonly content: string } };
}

const compose = parse(read('compose.shared.yaml')) as Compose;
const inCompose = (): Replica => {
  const {
    environment,
    deploy,
    stop_grace_period: grace,
    read_only: isReadOnly,
  } = compose.services['platform-mock'] ?? {};
  return {
    environment: environment as Replica['environment'],
    graceSeconds: Number.parseInt(String(grace), 10),
    replicas: (deploy as Replica).replicas,
    isReadOnly: isReadOnly === true,
  };
};

interface Probe {
  readonly httpGet: { readonly path: string };
  readonly periodSeconds: number;
  readonly failureThreshold?: number;
}

interface Container {
  readonly env: readonly { readonly name: string; readonly value?: string }[];
  readonly startupProbe: Probe;
  readonly readinessProbe: Probe;
  readonly livenessProbe: Probe;
  readonly securityContext: { readonly readOnlyRootFilesystem: boolean };
}

interface PodSpec {
  readonly enableServiceLinks: boolean;
  readonly terminationGracePeriodSeconds: number;
  readonly containers: readonly [Container];
}

const manifests = parseAllDocuments(read('deploy/kubernetes/platform-mock.yaml')).map(
  (document) => document.toJS() as { readonly kind: string; readonly spec: Readonly<Record<string, unknown>> },
);
const [deployment] = manifests;
const { spec: pod } = (deployment?.spec.template ?? {}) as { readonly spec: PodSpec };
const [container] = pod.containers;
const inKubernetes = (): Replica => ({
  environment: Object.fromEntries(container.env.map(({ name, value = 'of the secret' }) => [name, value])),
  graceSeconds: pod.terminationGracePeriodSeconds,
  replicas: Number(deployment?.spec.replicas),
  isReadOnly: container.securityContext.readOnlyRootFilesystem,
});

/** The variables that the page of the surface lists. */
const VARIABLES = new Set(
  [...read('docs/reference/README.md').matchAll(/^\| `(PLATFORM_\w+)` \|/gm)].map(([, name]) => name),
);

for (const [file, replica] of [
  ['compose.shared.yaml', inCompose],
  ['deploy/kubernetes/platform-mock.yaml', inKubernetes],
] as const) {
  test(`31.8, M19: ${file} runs three replicas that are one mock, and lets each drain`, () => {
    const { environment, graceSeconds, replicas, isReadOnly } = replica();
    const names = Object.keys(environment);
    assert.deepEqual(
      names.filter((name) => !VARIABLES.has(name)),
      [],
    );
    for (const needed of ['DATABASE', 'CONTROL_TOKEN', 'PUBLIC_URL'])
      assert.ok(names.includes(`PLATFORM_MOCK_${needed}`));
    assert.match(environment.PLATFORM_MOCK_DRAIN ?? '', /^\d+s$/);
    assert.ok(Number.parseInt(environment.PLATFORM_MOCK_DRAIN ?? '', 10) < graceSeconds);
    assert.deepEqual([replicas, isReadOnly], [3, true]);
  });
}

test('M19: what balances asks each replica whether it is ready, at least once a second', () => {
  const { readinessProbe, livenessProbe, startupProbe } = container;
  const [, millis = ''] = /check inter (\d+)ms fall 1\b/.exec(compose.configs.balancer.content) ?? [];
  assert.match(
    compose.configs.balancer.content,
    /http-check send meth GET uri \/_mock\/v1\/ready ver HTTP\/1\.1 hdr Host /,
  );
  assert.ok(Number(millis) > 0 && Number(millis) <= 1_000, millis);
  assert.equal(readinessProbe.httpGet.path, '/_mock/v1/ready');
  assert.deepEqual([readinessProbe.periodSeconds, readinessProbe.failureThreshold], [1, 1]);
  // A database that is away must not restart it.
  for (const probe of [livenessProbe, startupProbe]) assert.equal(probe.httpGet.path, '/_mock/v1/live');
});

test('a pod has no variables of services, and a budget for disruptions beside it', () => {
  assert.equal(pod.enableServiceLinks, false);
  assert.deepEqual(
    manifests.map(({ kind }) => kind),
    ['Deployment', 'Service', 'PodDisruptionBudget'],
  );
});
