import type { Row } from '../../kernel/rows.ts';
import type { BoundOperation } from '../../kernel/runner.ts';
import type { Target } from '../compare/target.ts';
import { readGroupsAbove, readRows, readWithReadmes } from '../import/read-rows.ts';
import { type Case, caseOf, type SuiteName } from './case.ts';
import { grpcReadCases, type KnownList, readCases, readCasesOfV1 } from './reads.ts';
import type { PlacedRow } from './reference.ts';
import { grpcRefusalCases, refusalCases } from './refusals.ts';

/** How many rows of a List are read and compared. */
const MAX_ROWS = 2_000;

/** The rows of a target, as far as both sides can have the same. */
export interface KnownRows {
  readonly placed: readonly PlacedRow[];
  readonly lists: readonly KnownList[];
  /** Why Lists are not among them, by the id of the operation. */
  readonly missing: ReadonlyMap<string, string>;
}

/** Reads the rows below a group of a target; with the readmes of repos, which v1 has in its Lists, if that is asked for. */
export const readKnownRows = async (
  target: Target,
  group: string,
  operations: readonly BoundOperation[],
  withReadmes: boolean,
): Promise<KnownRows> => {
  const readAll = withReadmes ? readWithReadmes : readRows;
  const byResource = new Map<string, Row[]>();
  const missing = new Map<string, string>();
  const placed: PlacedRow[] = [];
  const listOf = (name: string): BoundOperation | undefined =>
    operations.find(
      ({ verb, resource, operation }) => verb === 'list' && resource.name === name && operation.edition.name === 'v2',
    );
  for await (const page of readAll((path) => target.read(path), { group, operations, maxRows: MAX_ROWS })) {
    const { resource } = page;
    if ('missing' in page) {
      missing.set(listOf(resource.name)?.operation.id ?? resource.name, page.missing);
      continue;
    }
    const rows = byResource.get(resource.name) ?? [];
    byResource.set(resource.name, rows);
    for (const row of page.rows) {
      placed.push({ of: resource, row });
      // The group itself is not below it.
      if (row.uid.startsWith(`${group}/`) || resource.sharesParentUid) rows.push(row);
    }
  }
  const lists = [...byResource].flatMap(([name, rows]): readonly KnownList[] => {
    const bound = listOf(name);
    const isScoped = bound?.list?.uidp !== undefined && !missing.has(bound.operation.id);
    return bound && isScoped ? [{ bound, rows }] : [];
  });
  return { placed, lists, missing };
};

/** The group of a run at a target, and those above it, without anything else. */
export const readGroups = async (
  target: Target,
  group: string,
  operations: readonly BoundOperation[],
): Promise<readonly PlacedRow[]> => {
  const bound = operations.find(({ operation }) => operation.id === 'ListGroups');
  if (!bound) return [];
  const placed: PlacedRow[] = [];
  for await (const page of readGroupsAbove((path) => target.read(path), bound, group)) {
    if ('rows' in page) placed.push(...page.rows.map((row) => ({ of: page.resource, row })));
  }
  return placed;
};

/** What decides about the cases of a run. */
export interface SuiteScene {
  readonly operations: readonly BoundOperation[];
  readonly group: string;
  readonly rows: KnownRows | undefined;
}

/** Cases of Lists that could not be read, so that none of them counts. */
const unreadable = ({ rows }: SuiteScene): readonly Case[] =>
  [...(rows?.missing ?? [])].map(([operation, cannot]) => ({
    ...caseOf(['read', operation], '', 'L20'),
    id: `read/${operation}`,
    cannot,
  }));

/** The cases of a suite that only reads, or is refused. */
export const casesOfSuite = (suite: SuiteName, scene: SuiteScene): readonly Case[] => {
  const { operations, rows, group } = scene;
  const lists = rows?.lists ?? [];
  const v2 = operations.filter(({ operation }) => operation.edition.name === 'v2');
  const older = operations.filter(({ operation }) => operation.edition.name !== 'v2');
  switch (suite) {
    case 'refusals':
      return refusalCases('refusals', v2);
    case 'read':
      return [...readCases(lists, v2, !group.includes('/')), ...unreadable(scene)];
    case 'v1':
      return [...refusalCases('v1', older), ...readCasesOfV1(lists, older)];
    case 'grpc':
      return [...grpcRefusalCases(v2), ...grpcReadCases(lists, v2)];
    default:
      return [];
  }
};
