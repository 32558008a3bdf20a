import type { CoverageAnswer } from '../../../generated/nouns.ts';
import { describedOperations } from '../../editions/editions.ts';
import { operationsIn } from '../../kernel/profile-operations.ts';
import { listDeclaredFailures } from '../../openapi/failure-table.ts';
import { V2 } from '../../schema/edition.ts';
import { makePerProfile, type Profile } from '../../schema/profile.ts';
import type { DeclaredOperation } from './coverage-control.ts';
import { WorldCoverage } from './world-coverage.ts';

const OK: CoverageAnswer = { status: 200, code: 'OK' };

/** The operations of a profile with the answers that the documents declare: the base of coverage. */
export const declaredOperationsIn = makePerProfile((profile): readonly DeclaredOperation[] =>
  operationsIn(profile, describedOperations()).map((bound) => {
    const { id, edition, replacedBy = null } = bound.operation;
    return {
      operation: id,
      version: edition.name,
      ...(edition !== V2 && { replacedBy }),
      declared: [OK, ...listDeclaredFailures(bound)],
    };
  }),
);

/** Counts the answers that clients of a world of a profile meet; `all` counts it, too. */
export const createCoverage = (profile: Profile, all?: WorldCoverage): WorldCoverage =>
  new WorldCoverage(() => declaredOperationsIn(profile), all);
