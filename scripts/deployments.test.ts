import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse, parseAllDocuments } from 'yaml';
import { startMock } from '../src/client/index.ts';
import { imageOf, type Release } from './release-texts.ts';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string): string => readFileSync(join(PROJECT, file), 'utf8');

/** The service of a replica in one of the deployment files. */
interface Replica {
  readonly environment: Readonly<Record<string, string>>;
  /** The time for which the engine waits for its end, in seconds. */
  readonly graceSeconds: number;
  readonly replicas: number;
  readonly isReadOnly: boolean;
}

interface Compose {
  readonly services: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly configs: { readonly balancer: { readonly content: string } };
}

const compose = parse(read('compose.shared.yaml'), { merge: true }) as Compose;
const inCompose = (service = 'platform-mock'): Replica => {
  const { environment, deploy, stop_grace_period: grace, read_only: isReadOnly } = compose.services[service] ?? {};
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
  readonly env: readonly { readonly name: string; readonly value?: string; readonly valueFrom?: object }[];
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly startupProbe: Probe;
  readonly readinessProbe: Probe;
  readonly livenessProbe: Probe;
  readonly securityContext: { readonly readOnlyRootFilesystem: boolean };
  readonly image: string;
  readonly resources: { readonly limits: Readonly<Record<string, string>> };
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string }[];
}

interface PodSpec {
  readonly enableServiceLinks: boolean;
  readonly terminationGracePeriodSeconds: number;
  readonly containers: readonly [Container];
  readonly securityContext: { readonly runAsNonRoot: boolean };
  readonly volumes?: readonly { readonly name: string; readonly configMap: { readonly name: string } }[];
}

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: Readonly<Record<string, unknown>>;
  readonly data?: Readonly<Record<string, string>>;
}

const manifestsOf = (file: string): readonly Manifest[] =>
  parseAllDocuments(read(join('deploy/kubernetes', file))).map((document) => document.toJS() as Manifest);

const manifests = manifestsOf('platform-mock.yaml');
const [deployment] = manifests;
const { spec: pod } = (deployment?.spec.template ?? {}) as { readonly spec: PodSpec };
const [container] = pod.containers;
/** The variables of the mock, without what they are made of. */
const environmentOf = ({ env }: Pick<Container, 'env'>): Replica['environment'] =>
  Object.fromEntries(
    env.filter(({ name }) => name !== 'POD_IP').map(({ name, value = 'of the secret' }) => [name, value]),
  );
const inKubernetes = (): Replica => ({
  environment: environmentOf(container),
  graceSeconds: pod.terminationGracePeriodSeconds,
  replicas: Number(deployment?.spec.replicas),
  isReadOnly: container.securityContext.readOnlyRootFilesystem,
});

/** The variables that the page of the surface lists. */
const VARIABLES = new Set(
  [...read('docs/reference/README.md').matchAll(/^\| `(PLATFORM_\w+)` \|/gm)].map(([, name]) => name),
);

for (const [file, replica] of [
  ['compose.shared.yaml', () => inCompose()],
  ['deploy/kubernetes/platform-mock.yaml', inKubernetes],
] as const) {
  test(`31.2, M19: ${file} runs three processes that are one mock, and lets each drain`, () => {
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

test('31.7: the pods reach the owner at a port with a name, by its own address', () => {
  const [port] = container.ports.filter(({ name }) => name === 'peer');
  assert.equal(environmentOf(container).PLATFORM_MOCK_PEER, `$(POD_IP):${port?.containerPort}`);
  // A variable is replaced by those before it only.
  const names = container.env.map(({ name }) => name);
  assert.ok(names.indexOf('POD_IP') >= 0 && names.indexOf('POD_IP') < names.indexOf('PLATFORM_MOCK_PEER'));
  assert.deepEqual(container.env.find(({ name }) => name === 'POD_IP')?.valueFrom, {
    fieldRef: { fieldPath: 'status.podIP' },
  });
});

test('31.1: a second mock beside the first has a schema and a URL of its own, and nobody else to balance', () => {
  const [mock, orders] = [inCompose(), inCompose('orders')].map(({ environment }) => environment);
  const differing = Object.keys(orders ?? {}).filter((name) => orders?.[name] !== mock?.[name]);
  assert.deepEqual(differing.toSorted(), [
    'PLATFORM_MOCK_CONTROL_TOKEN',
    'PLATFORM_MOCK_DATABASE_SCHEMA',
    'PLATFORM_MOCK_PUBLIC_URL',
  ]);
  const { labels, patches } = parse(read('deploy/orders/kustomization.yaml')) as {
    readonly labels: readonly [
      { readonly pairs: Readonly<Record<string, string>>; readonly includeSelectors: boolean },
    ];
    readonly patches: readonly [{ readonly patch: string }];
  };
  // Both have this label: a service that selects by it alone would send the calls of one to the other.
  assert.deepEqual(labels[0], {
    pairs: { 'app.kubernetes.io/name': 'platform-mock-orders' },
    includeSelectors: true,
    includeTemplates: true,
  });
  const patched = (parse(patches[0].patch) as { readonly spec: { readonly template: { readonly spec: PodSpec } } }).spec
    .template.spec.containers[0];
  assert.deepEqual(environmentOf(patched), {
    PLATFORM_MOCK_DATABASE_SCHEMA: 'orders',
    PLATFORM_MOCK_PUBLIC_URL: 'http://platform-mock-orders',
  });
});

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

test('the one pod has no database, its fixtures from a ConfigMap, its token from a secret, and limits', async () => {
  const [fixtures, deployment, service] = manifestsOf('one-pod.yaml');
  assert.deepEqual([fixtures?.kind, deployment?.kind, service?.kind], ['ConfigMap', 'Deployment', 'Service']);
  assert.equal(deployment?.spec.replicas, 1);
  const { spec } = deployment.spec.template as { readonly spec: PodSpec };
  const [own] = spec.containers;
  assert.deepEqual(
    own.env.map(({ name, valueFrom }) => [name, valueFrom]),
    [
      ['PLATFORM_MOCK_CONTROL_TOKEN', { secretKeyRef: { name: 'platform-mock', key: 'control-token' } }],
      ['PLATFORM_MOCK_PUBLIC_URL', undefined],
    ],
  );
  const [mount] = own.volumeMounts ?? [];
  assert.ok(read('Dockerfile').includes(`PLATFORM_MOCK_INIT_DIR=${mount?.mountPath}\n`));
  const [volume] = spec.volumes ?? [];
  assert.deepEqual([volume?.name, volume?.configMap.name], [mount?.name, fixtures?.metadata.name]);
  assert.deepEqual(Object.keys(own.resources.limits), ['cpu', 'memory']);
  assert.deepEqual([spec.securityContext.runAsNonRoot, own.securityContext.readOnlyRootFilesystem], [true, true]);
  for (const { httpGet } of [own.startupProbe, own.livenessProbe]) assert.equal(httpGet.path, '/_mock/v1/live');
  assert.equal(own.readinessProbe.httpGet.path, '/_mock/v1/ready');
  assert.equal(spec.enableServiceLinks, false);
  // The ConfigMap has a fixture.
  const folder = mkdtempSync(join(tmpdir(), 'one-pod-'));
  try {
    const files = Object.entries(fixtures?.data ?? {}).map(([name, text]) => ({ file: join(folder, name), text }));
    for (const { file, text } of files) writeFileSync(file, text);
    await using mock = await startMock({ port: false, fixtures: files.map(({ file }) => file) });
    const { rows } = (await (await mock.fetch(new Request(`${mock.url}/_mock/v1/info`))).json()) as {
      readonly rows: Readonly<Record<string, number>>;
    };
    assert.deepEqual([rows.groups, rows.repos], [1, 1]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** The files that name the image, each with the images in it. */
const NAMING = [
  'compose.yaml',
  'compose.shared.yaml',
  'deploy/kubernetes/one-pod.yaml',
  'deploy/kubernetes/platform-mock.yaml',
];

test('every manifest names the image of release.json, at the version of the package', () => {
  const { version } = JSON.parse(read('package.json')) as { readonly version: string };
  const expected = `${imageOf(JSON.parse(read('release.json')) as Release)}:${version}`;
  for (const file of NAMING) {
    const images = [...read(file).matchAll(/^ *image: (.*platform-mock.*)$/gm)].map(([, image]) => image);
    assert.deepEqual(images, [expected], file);
  }
});

test('compose.yaml is to be copied, and compose.dev.yaml builds', () => {
  const service = (parse(read('compose.yaml')) as Compose).services['platform-mock'];
  assert.equal(service?.build, undefined);
  assert.deepEqual(service?.volumes, ['./platform-fixtures:/docker-entrypoint-init.d:ro']);
  assert.match(read('compose.dev.yaml'), /^ {4}build: \.$/m);
});

test('linters of Dockerfiles can read the durations of the health check', () => {
  const [, flags = ''] = /^HEALTHCHECK (.*) CMD /m.exec(read('Dockerfile')) ?? [];
  const durations = [...flags.matchAll(/--(?:interval|timeout|start-period|start-interval)=(\S+)/g)].map(
    ([, text]) => text,
  );
  assert.equal(durations.length, 4);
  // hadolint knows whole seconds, minutes and hours.
  assert.deepEqual(
    durations.filter((text) => !/^\d+[smh]$/.test(text ?? '')),
    [],
  );
});
