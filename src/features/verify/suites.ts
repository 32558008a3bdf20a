import type { Resource } from '../../kernel/resource.ts';
import type { Row } from '../../kernel/rows.ts';
import type { BoundOperation } from '../../kernel/runner.ts';
import type { ProfileName } from '../../schema/profile-differences.ts';
import type { RunningMock } from '../../server/mock/running-mock.ts';
import type { Scene } from '../compare/scene.ts';
import type { Target, TargetOptions } from '../compare/target.ts';
import type { ReadWhat, readRows } from '../import/read-rows.ts';
import { type Case, caseOf, type SuiteName } from './case.ts';
import { findOperation, grpcReadCases, type KnownList, readCases, readCasesOfV1 } from './reads.ts';
import type { PlacedRow } from './reference.ts';
import { grpcRefusalCases, refusalCases } from './refusals.ts';
import type { Sides } from './run-cases.ts';
import { writeCases } from './writes.ts';

export interface VerifyOptions extends TargetOptions {
  /** The host that the caller says to own. */
  readonly owned: string;
  readonly suites: readonly SuiteName[];
  readonly profile: ProfileName;
  /** The group below which the run works; the caller's own unless given. */
  readonly group?: string;
  readonly run: string;
  /** The folder in which runs write down what they make. */
  readonly ledger: string;
}

/** A run that has begun: both sides, and the facts that its suites share. */
export interface BegunRun {
  readonly options: VerifyOptions;
  readonly operations: readonly BoundOperation[];
  readonly scene: Scene;
  readonly sides: Sides;
  readonly rows: KnownRows;
  readonly mock: RunningMock;
}

/** The maximum number of rows of a List that are read and compared. */
const MAX_ROWS = 2_000;

/** The rows of a target, as far as both sides can have the same. */
export interface KnownRows {
  readonly placed: readonly PlacedRow[];
  readonly lists: readonly KnownList[];
  /** Why Lists are not among them, by the id of the operation. */
  readonly missing: ReadonlyMap<string, string>;
}

/** The rows of a target that `readAll` reads: those below the group of a run, or that group alone. */
export const readKnownRows = async (target: Target, what: ReadWhat, readAll: typeof readRows): Promise<KnownRows> => {
  const { group, operations } = what;
  const byResource = new Map<Resource, Row[]>();
  const missing = new Map<string, string>();
  const placed: PlacedRow[] = [];
  for await (const page of readAll((path) => target.read(path), { ...what, maxRows: MAX_ROWS })) {
    const { resource } = page;
    if ('missing' in page) {
      missing.set(findOperation(operations, 'list', resource)?.operation.id ?? resource.name, page.missing);
      continue;
    }
    const rows = byResource.get(resource) ?? [];
    byResource.set(resource, rows);
    for (const row of page.rows) {
      placed.push({ of: resource, row });
      // The group itself is not below it.
      if (row.uid.startsWith(`${group}/`) || resource.sharesParentUid) rows.push(row);
    }
  }
  const lists = [...byResource].flatMap(([resource, rows]): readonly KnownList[] => {
    const bound = findOperation(operations, 'list', resource);
    const isScoped = bound?.list?.uidp !== undefined && !missing.has(bound.operation.id);
    return bound && isScoped ? [{ bound, rows }] : [];
  });
  return { placed, lists, missing };
};

export const casesOfSuite = (suite: SuiteName, { operations, rows, scene, options }: BegunRun): readonly Case[] => {
  const { lists, missing } = rows;
  const v2 = operations.filter(({ operation }) => operation.edition.name === 'v2');
  const older = operations.filter(({ operation }) => operation.edition.name !== 'v2');
  switch (suite) {
    case 'refusals':
      return refusalCases('refusals', v2);
    case 'read':
      return [
        ...readCases(lists, v2, !scene.group.includes('/')),
        // Of Lists that could not be read no case counts.
        ...[...missing].map(([operation, cannot]) => {
          return { ...caseOf(['read', operation], '', 'L20'), id: `read/${operation}`, cannot };
        }),
      ];
    case 'v1':
      return [...refusalCases('v1', older), ...readCasesOfV1(lists, older)];
    case 'grpc':
      return [...grpcRefusalCases(v2), ...grpcReadCases(lists, v2)];
    default:
      return writeCases(options.run);
  }
};
