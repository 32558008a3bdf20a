import { describedOperations } from '../src/editions/editions.ts';
import type { BoundOperation } from '../src/kernel/runner.ts';
import capabilitiesByRole from '../src/resources/iam/built-in-roles.json' with { type: 'json' };
import { isOverHttp, type Operation } from '../src/schema/operation.ts';
import { PROFILE_NAMES } from '../src/schema/profile-differences.ts';
import { differenceLines } from './difference-lines.ts';

const ROLES: readonly (readonly [short: string, name: keyof typeof capabilitiesByRole])[] = [
  ['CV', 'console_viewer'],
  ['V', 'viewer'],
  ['E', 'editor'],
  ['O', 'owner'],
  ['LO', 'limited_owner'],
  ['RPull', 'registry.pull'],
  ['RPush', 'registry.push'],
  ['RPTC', 'registry.pull_token_creator'],
  ['APK', 'apk.pull'],
];

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  `${row(head)}|${'---|'.repeat(head.length)}\n${rows.map(row).join('')}`;
const code = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ') || '–';

const httpOf = (operation: Operation): string => {
  if (!isOverHttp(operation)) return '–';
  const { method, path, beyondSpec } = operation.http;
  return `\`${method.toUpperCase()} ${path.replace(/=\*+/g, '')}\`${beyondSpec ? ' ‡' : ''}`;
};

const whereOf = ({ auth, capabilities, scope }: Operation): string => {
  if (auth === 'open') return 'no token needed';
  if (capabilities.length === 0) return '–';
  return scope === undefined ? 'somewhere' : `\`${scope}\``;
};

const rolesOf = ({ capabilities }: Operation): string => {
  if (capabilities.length === 0) return 'all';
  const may = ROLES.filter(([, name]) =>
    capabilities.every((capability) => (capabilitiesByRole[name] as readonly string[]).includes(capability)),
  );
  return may.map(([short]) => short).join(' ') || 'none';
};

/** The methods of the token service and the caller's own page have one form for every version. */
const isOfResource = ({ auth, domain }: Operation): boolean =>
  domain !== 'auth' && (auth === 'token' || auth === 'open');

const ofEdition = (name: string): readonly BoundOperation[] =>
  describedOperations().filter(({ operation }) => operation.edition.name === name && isOfResource(operation));

const methodOf = ({ id, method, service }: Operation): string =>
  `${service.replace('chainguard.platform.', '')}/${method ?? id}`;

const listRow = ({ operation, list }: BoundOperation): readonly (readonly string[])[] =>
  list === undefined
    ? []
    : [
        [
          operation.id,
          code(Object.keys(list.filters)),
          list.uidp === undefined ? '–' : 'yes',
          `\`${list.order}\``,
          code(list.sortable),
        ],
      ];

/** The operations with their paths, capabilities and roles, the Lists, and the types of events, as Markdown. */
const operationsPage = (): string => {
  const v2 = ofEdition('v2');
  const v1 = ofEdition('v1');
  const events = [...v2, ...v1].flatMap(({ operation: { event, ...operation } }) =>
    event ? [{ event, operation }] : [],
  );
  const typesOfV2 = new Set(v2.flatMap(({ operation }) => operation.event?.type ?? []));
  return `# Operations

<!-- emitted by \`npm run emit\` from the operations -->

## <a id="11"></a>11. Operations and their capabilities

*Where* is the field whose uid the capabilities are needed at; *somewhere* is unscoped ([10.9](auth.md#10.9)). \`–\` needs a token and no capability. Built-in roles that have all of them: ${ROLES.map(([short, name]) => `${short} ${name}`).join(', ')}. Published, but for those marked †, which only the specification has ([C22](differences.md#C22)). A root group needs no capability; below a parent CreateGroup needs \`groups.create\` there.

${table(
  ['Operation', 'HTTP', 'Capabilities', 'Where', 'Built-in roles'],
  v2.map(({ operation }) => [
    `${operation.id}${operation.origin === 'spec' ? ' †' : ''}`,
    httpOf(operation),
    code(operation.capabilities),
    whereOf(operation),
    rolesOf(operation),
  ]),
)}
## <a id="4.3"></a>4.3 Each List

Filters compare exactly unless the rules of the resource say otherwise, and are joined by AND; values of one repeated filter by OR. Each may be in snake case ([3.1](api.md#3.1)). The specification fixes filters and order of repos, tags, roles and advisories; others are published; decision for \`terms\`, documents and reports, and for fields to sort by beyond the default.

${table(['List', 'Filters', 'uidp', 'Default order', 'Sortable by'], v2.flatMap(listRow))}
## <a id="12.1"></a>12.1 Operations of v1

Published. Those without a path are served over gRPC only ([12.5](v1.md#12.5)), those marked ‡ over HTTP in the profile \`published\` only ([C12](differences.md#C12)).

${table(
  ['Method', 'HTTP', 'Capabilities', 'Where'],
  v1.map(({ operation }) => [methodOf(operation), httpOf(operation), code(operation.capabilities), whereOf(operation)]),
)}
## <a id="13.1"></a>13.1 Event types

Without the prefix of the vendor, \`dev.chainguard.api.\`. Internal events are never delivered. Operations of v1 emit the types of those that they map to. Other operations emit none. Published; decision for \`tag.updated\`.

${table(
  ['Operation', 'Type', 'Audience'],
  events
    .filter(({ event, operation }) => operation.edition.name === 'v2' || !typesOfV2.has(event.type))
    .map(({ event, operation }) => [
      operation.edition.name === 'v2' ? operation.id : methodOf(operation),
      `\`${event.type}\``,
      event.audience,
    ]),
)}`;
};

/** The rules whose behaviour depends on the profile, with both behaviours, as Markdown. */
const differencesPage = (): string => `# Differences between the profiles

<!-- emitted by \`npm run emit\` from the profiles -->

Where the specification and the published interface differ, \`--profile\` chooses ([P1](profiles.md#P1)).

${table(
  ['Rule', ...PROFILE_NAMES.map((name) => `\`${name}\``)],
  differenceLines
    .flatMap(({ rules, subject, texts }) => rules.map((id) => ({ id, subject, texts })))
    .toSorted((a, b) => Number(a.id.slice(1)) - Number(b.id.slice(1)))
    .map(({ id, subject, texts }) => [`<a id="${id}"></a>${id} ${subject}`, ...texts]),
)}`;

/** The files of the rule book that are made from the source, by their paths. */
export const emittedRules = (): ReadonlyMap<string, string> =>
  new Map([
    ['docs/rules/differences.md', differencesPage()],
    ['docs/rules/operations.md', operationsPage()],
  ]);
