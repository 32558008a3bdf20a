import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  type DescEnum,
  type DescField,
  type DescMessage,
  type DescMethod,
  type DescService,
  getExtension,
  hasExtension,
  ScalarType,
} from '@bufbuild/protobuf';
import { buildRegistry } from '../../../scripts/proto/descriptors.ts';
import { packageOf } from '../../../scripts/proto/names.ts';
import { allOperations, describedOperations } from '../../editions/editions.ts';
import { operationsIn } from '../../kernel/profile-operations.ts';
import { profileNamed } from '../../schema/profile.ts';
import type { Served } from './served.ts';

type Facts = Readonly<Record<string, readonly string[]>>;

/** The facts of an interface that decide compatibility on the wire, sorted by name and number. */
interface Interface {
  /** `Method(Request): Response VERB /path body`, further bindings after ` |`. */
  readonly services: Facts;
  /** `number: label type name (oneof …) (json …)`. */
  readonly messages: Facts;
  /** `number: NAME`. */
  readonly enums: Facts;
}

const text = readFileSync(new URL('../../../contract-tests/support/published-interface.json', import.meta.url), 'utf8');
const AS_IT_IS: Interface = JSON.parse(text);
// The specification has every name in camelCase in JSON, also the one that is published differently (behaviour C3).
const PUBLISHED: Interface = JSON.parse(text.replaceAll(' (json sync_config)', ''));

/** Methods that only the specification has (behaviour C22), with their requests. */
const ADDED_METHODS = [
  'chainguard.platform.iam.v2.GroupInvitesService/UpdateGroupInvite',
  'chainguard.platform.iam.v2.ExternalGroupRoleMappingsService/UpdateExternalGroupRoleMapping',
];
const ADDED_MESSAGES = [
  'chainguard.platform.iam.v2.UpdateGroupInviteRequest',
  'chainguard.platform.iam.v2.UpdateExternalGroupRoleMappingRequest',
];

/** Fields that the published messages do not have; their numbers are not used there. */
const FIRST_ADDED_NUMBER = 100;

const typeOf = (field: DescField): string => {
  const name = field.message?.typeName ?? field.enum?.typeName ?? ScalarType[field.scalar ?? 0]?.toLowerCase();
  if (field.fieldKind === 'map') return `map<${ScalarType[field.mapKey].toLowerCase()}, ${name}>`;
  const label = field.fieldKind === 'list' ? 'repeated ' : field.proto.proto3Optional ? 'optional ' : '';
  return `${label}${name}`;
};

const camel = (name: string): string => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

const fieldFact = (field: DescField): string => {
  const { name, number, jsonName, oneof } = field;
  const member = oneof ? ` (oneof ${oneof.name})` : '';
  return `${number}: ${typeOf(field)} ${name}${member}${jsonName === camel(name) ? '' : ` (json ${jsonName})`}`;
};

interface HttpRule {
  readonly pattern: { readonly case: string; readonly value: string };
  readonly body: string;
  readonly additionalBindings: readonly HttpRule[];
}

const bindings = ({ pattern, body, additionalBindings }: HttpRule): readonly string[] => [
  ` ${pattern.case.toUpperCase()} ${pattern.value}${body === '' ? '' : ` ${body}`}`,
  ...additionalBindings.flatMap(bindings),
];

const methodFact = (method: DescMethod, { registry }: Served): string => {
  const { name, input, output, proto } = method;
  const http = registry.getExtension('google.api.http') ?? assert.fail('HTTP rules are not described');
  const rules =
    proto.options && hasExtension(proto.options, http) ? bindings(getExtension(proto.options, http) as HttpRule) : [];
  assert.equal(proto.clientStreaming || proto.serverStreaming, false, `${name} streams`);
  return `${name}(${input.typeName}): ${output.typeName}${rules.join(' |')}`;
};

const byNumber = (a: { readonly number: number }, b: { readonly number: number }): number => a.number - b.number;

const factsOf = <T extends { readonly typeName: string }>(types: readonly T[], facts: (type: T) => readonly string[]) =>
  Object.fromEntries(
    types
      .filter(({ typeName }) => !/^(?:google|grpc)\./.test(typeName))
      .sort((a, b) => (a.typeName < b.typeName ? -1 : 1))
      .map((type) => [type.typeName, facts(type)]),
  );

const interfaceOf = (served: Served): Interface => {
  const types = [...served.registry];
  const services = types.filter((type): type is DescService => type.kind === 'service');
  const messages = types.filter((type): type is DescMessage => type.kind === 'message');
  const enums = types.filter((type): type is DescEnum => type.kind === 'enum');
  return {
    services: factsOf(services, ({ methods }) => methods.map((method) => methodFact(method, served)).sort()),
    messages: factsOf(messages, ({ fields }) => [...fields].sort(byNumber).map(fieldFact)),
    enums: factsOf(enums, ({ values }) => [...values].sort(byNumber).map(({ name, number }) => `${number}: ${name}`)),
  };
};

/** The part of an interface that is in v2beta1 packages, or the part that is not. */
const part = (whole: Interface, beta: boolean): Interface => {
  const of = (facts: Facts): Facts =>
    Object.fromEntries(Object.entries(facts).filter(([name]) => packageOf(name).endsWith('.v2beta1') === beta));
  return { services: of(whole.services), messages: of(whole.messages), enums: of(whole.enums) };
};

const numberIn = (fact: string): number => Number(fact.split(':')[0]);

const REGISTRY = 'chainguard.platform.registry';
const of = (service: string, ...methods: readonly string[]): readonly string[] =>
  methods.map((method) => `${service}/${method}`);

/**
 * Methods that are published in a served package, but not served: the log-in by browser, which a mock does not have,
 * and the part of v1's registry that no specification mentions and no known client calls.
 */
const OMITTED: readonly string[] = [
  ...of('chainguard.platform.auth.Auth', 'Delete', 'GetHeadlessSession'),
  ...of(`${REGISTRY}.Registry`, 'GetRepoCountBySource', 'GetRepoTagsSummary', 'GetSbom', 'GetRawSbom', 'GetHelm'),
  ...of(`${REGISTRY}.Registry`, 'GetChart', 'ListChartsByImageRepo', 'ListManifestMetadata'),
  ...of(`${REGISTRY}.Registry`, 'GetManifestDigestCount'),
  ...of(`${REGISTRY}.Vulnerabilities`, 'ListCumulativeVulnCountReports'),
  'chainguard.platform.auth.DeletionRequest',
  'chainguard.platform.auth.GetHeadlessSessionRequest',
  'chainguard.platform.auth.HeadlessSession',
];

/** Methods that are published with a path over HTTP, but have none here (spec §9.1, behaviour V14 and C12). */
const GRPC_ONLY: readonly string[] = [
  ...of('chainguard.platform.events.Subscriptions', 'Create', 'List', 'Delete'),
  ...of('chainguard.platform.ping.PingService', 'Ping'),
];

/** Messages of which only nested types are reached: they have no fields here. */
const HOLDERS: readonly string[] = [`${REGISTRY}.ApkoConfig`];

const methodIn = (fact: string): string => fact.split('(')[0] ?? '';

/** The differences that a comparison permits beside omitted methods. */
interface Permitted {
  /** Additions of the specification: methods, their requests, and fields. */
  readonly additions: boolean;
  /** Methods without the paths that they have. */
  readonly grpcOnly: readonly string[];
}

const BY_DEFAULT: Permitted = { additions: true, grpcOnly: GRPC_ONLY };
const IN_PUBLISHED: Permitted = {
  additions: false,
  grpcOnly: GRPC_ONLY.filter((method) => method.startsWith(`${REGISTRY}.`)),
};

/** The published facts of a method, without omitted paths over HTTP. */
const due = (name: string, fact: string, grpcOnly: readonly string[]): string =>
  grpcOnly.includes(`${name}/${methodIn(fact)}`) ? fact.replace(/(: \S+) .*/, '$1') : fact;

/** The differences of the served interface from the published one; empty when it is compatible. */
const differences = (
  served: Interface,
  published: Interface,
  { additions, grpcOnly }: Permitted = BY_DEFAULT,
): readonly string[] => {
  const servedPackages = new Set(Object.keys(served.services).map(packageOf));
  const found: string[] = [];
  const compare = (of: keyof Interface, mayAdd: (name: string, fact: string | undefined) => boolean): void => {
    const names = new Set([...Object.keys(served[of]), ...Object.keys(published[of])]);
    for (const name of names) {
      const [here, there] = [served[of][name], published[of][name]?.map((fact) => due(name, fact, grpcOnly))];
      // A published type that is not reached is not missing before a service of its package is served.
      if (!here && !servedPackages.has(packageOf(name))) continue;
      if (!here && OMITTED.includes(name)) continue;
      if (!here) found.push(`${name} is not served`);
      else if (!there && !mayAdd(name, undefined)) found.push(`${name} is not published`);
      for (const fact of there ?? []) {
        if (OMITTED.includes(`${name}/${methodIn(fact)}`)) continue;
        if (here && !here.includes(fact)) found.push(`${name} lacks ${fact}`);
      }
      for (const fact of there ? (here ?? []) : []) {
        if (!there?.includes(fact) && !mayAdd(name, fact)) found.push(`${name} adds ${fact}`);
      }
    }
  };
  compare(
    'services',
    (name, fact) => additions && fact !== undefined && ADDED_METHODS.includes(`${name}/${methodIn(fact)}`),
  );
  compare('messages', (name, fact) =>
    fact === undefined
      ? (additions && ADDED_MESSAGES.includes(name)) || (HOLDERS.includes(name) && served.messages[name]?.length === 0)
      : additions &&
        numberIn(fact) >= FIRST_ADDED_NUMBER &&
        !published.messages[name]?.some((own) => numberIn(own) === numberIn(fact)),
  );
  compare('enums', () => false);
  return found;
};

const served = interfaceOf(buildRegistry(allOperations().map(({ operation }) => operation)));
const itself = part(served, false);

/** Refuses differences from the published interface. */
const demandNone = (found: readonly string[]): void => {
  const remedy =
    'contract-tests/support/published-interface.json has what is published. What only the specification has is listed ' +
    'in ADDED_METHODS and ADDED_MESSAGES of this test; the numbers of further fields begin at 100.';
  assert.deepEqual(found, [], [...found, remedy].join('\n'));
};

test('the served interface is the published one, with fields added at 100 and above', () => {
  demandNone(differences(itself, PUBLISHED));
});

test('P1: the profile `published` serves the published interface, with nothing added and every name', () => {
  const operations = operationsIn(profileNamed('published'), describedOperations());
  const own = part(interfaceOf(buildRegistry(operations.map(({ operation }) => operation))), false);
  demandNone(differences(own, AS_IT_IS, IN_PUBLISHED));
  assert.notDeepEqual(differences(itself, AS_IT_IS, IN_PUBLISHED), []);
});

const methodsOf = ({ services }: Interface): readonly string[] =>
  Object.entries(services).flatMap(([name, facts]) => facts.map((fact) => `${name}/${methodIn(fact)}`));

test('every published service is served', () => {
  assert.deepEqual(
    Object.keys(PUBLISHED.services).filter((name) => !itself.services[name]),
    [],
  );
});

test('each addition that the comparison permits is served', () => {
  const methods = methodsOf(itself);
  assert.deepEqual(
    ADDED_METHODS.filter((method) => !methods.includes(method)),
    [],
  );
  assert.deepEqual(
    [...ADDED_MESSAGES, ...HOLDERS].filter((name) => !itself.messages[name]),
    [],
  );
});

test('each method that the comparison permits to be missing is published, and is not served', () => {
  const methods = OMITTED.filter((name) => name.includes('/'));
  const [published, here] = [methodsOf(PUBLISHED), methodsOf(itself)];
  assert.deepEqual(
    methods.filter((method) => !published.includes(method) || here.includes(method)),
    [],
  );
});

test('each method that is reached over gRPC only is served, and has a published path over HTTP', () => {
  const ways = (whole: Interface): readonly string[] =>
    Object.entries(whole.services).flatMap(([name, facts]) =>
      facts.filter((fact) => GRPC_ONLY.includes(`${name}/${methodIn(fact)}`)).map((fact) => `${name}/${fact}`),
    );
  assert.equal(ways(PUBLISHED).filter((way) => / [A-Z]+ \//.test(way)).length, GRPC_ONLY.length);
  assert.equal(ways(itself).filter((way) => !/ [A-Z]+ \//.test(way)).length, GRPC_ONLY.length);
});

test('the v2beta1 packages offer the v2 ones under their own names', () => {
  const renamed: Interface = JSON.parse(JSON.stringify(part(served, true)).replaceAll('v2beta1', 'v2'));
  const ofV2 = (facts: Facts): Facts =>
    Object.fromEntries(Object.entries(facts).filter(([name]) => packageOf(name).endsWith('.v2')));
  assert.notDeepEqual(renamed.services, {});
  assert.deepEqual(renamed, {
    services: ofV2(itself.services),
    messages: ofV2(itself.messages),
    enums: ofV2(itself.enums),
  });
});

const GROUP = 'chainguard.platform.iam.v2.Group';
const GROUPS = 'chainguard.platform.iam.v2.GroupsService';
const PINGS = 'chainguard.platform.ping.PingService';
const KIND = 'chainguard.platform.iam.v2.OrgKind';

const copy = (): Record<keyof Interface, Record<string, string[]>> => JSON.parse(JSON.stringify(itself));

const change = (facts: Record<string, string[]>, name: string, from: RegExp, to: string): void => {
  const before = facts[name] ?? assert.fail(`there is no ${name}`);
  const after = before.map((fact) => fact.replace(from, to));
  assert.notDeepEqual(after, before);
  facts[name] = after;
};

type Break = (facts: ReturnType<typeof copy>) => void;

const BROKEN: readonly (readonly [what: string, make: Break, message: RegExp])[] = [
  [
    'a field with another number',
    ({ messages }) => change(messages, GROUP, /^2:/, '102:'),
    /Group lacks 2: string name/,
  ],
  ['a field with another name', ({ messages }) => change(messages, GROUP, / name$/, ' title'), /Group lacks 2: string/],
  [
    'a field of another type',
    ({ messages }) => change(messages, GROUP, /^2: string/, '2: bytes'),
    /adds 2: bytes name/,
  ],
  ['a field that became a list', ({ messages }) => change(messages, GROUP, /^2: /, '2: repeated '), /adds 2: repeated/],
  ['a field with presence', ({ messages }) => change(messages, GROUP, /^2: /, '2: optional '), /adds 2: optional/],
  ['a field in a oneof', ({ messages }) => change(messages, GROUP, / name$/, ' name (oneof a)'), /adds 2: .*oneof a/],
  ['a field below 100', ({ messages }) => messages[GROUP]?.push('99: string more'), /Group adds 99: string more/],
  ['a message too few', ({ messages }) => delete messages[GROUP], /Group is not served/],
  ['a message too many', ({ messages }) => Object.assign(messages, { [`${GROUP}s`]: [] }), /Groups is not published/],
  ['an enum value with another number', ({ enums }) => change(enums, KIND, /^1:/, '101:'), /OrgKind adds 101: /],
  ['a method too few', ({ services }) => services[GROUPS]?.shift(), /GroupsService lacks /],
  ['a method too many', ({ services }) => services[GROUPS]?.push('X(a): b GET /x'), /GroupsService adds X/],
  ['a method with another answer', ({ services }) => change(services, GROUPS, /: \S+/, ': other.Type'), /lacks/],
  ['a method at another path', ({ services }) => change(services, GROUPS, /\/iam\/v2/, '/iam/v3'), /adds .*v3/],
  [
    'a way over HTTP too many',
    ({ services }) => change(services, PINGS, /Response$/, 'Response GET /ping'),
    /adds Ping/,
  ],
  [
    'a field more in what only holds others',
    ({ messages }) => messages[HOLDERS[0] as string]?.push('1: string a'),
    /ApkoConfig is not/,
  ],
  ['a service too few', ({ services }) => delete services[GROUPS], /GroupsService is not served/],
  ['a service too many', ({ services }) => Object.assign(services, { [`${GROUP}X`]: [] }), /GroupX is not published/],
];

for (const [what, make, message] of BROKEN) {
  test(`the comparison reports ${what}`, () => {
    const broken = copy();
    make(broken);
    assert.match(differences(broken, PUBLISHED).join('\n'), message);
  });
}

test('a package without a served service is not reported as missing; with one service all of it is required', () => {
  const pkg = 'chainguard.platform.oidc';
  const services = Object.fromEntries(Object.entries(itself.services).filter(([name]) => packageOf(name) !== pkg));
  const messages = Object.fromEntries(Object.entries(itself.messages).filter(([name]) => packageOf(name) !== pkg));
  assert.doesNotMatch(differences({ ...itself, services, messages }, PUBLISHED).join('\n'), /platform\.oidc/);
  const one = { ...services, [`${pkg}.SecurityTokenService`]: [] };
  const message = differences({ ...itself, services: one, messages }, PUBLISHED).join('\n');
  assert.match(message, /SecurityTokenService lacks Exchange\(/);
  assert.match(message, /oidc\.RawToken is not served/);
});
