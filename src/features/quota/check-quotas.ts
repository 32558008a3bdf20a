import { secondToDay } from '../../plane/day-rules.contract.ts';
import { callerOf } from '../../plane/named-identity.ts';
import { findNamed } from '../../plane/operation-names.ts';
import type { FieldViolation } from '../../schema/field-violation.ts';
import { checkCaller, checkOperation, type RuleWorld } from '../faults/check-rules.ts';
import type { QuotaRule } from './quota-meter.ts';

/** The facts that the calls of a quota share, as far as it says so. */
interface Calls {
  readonly operation: string | undefined;
  readonly caller: string | undefined;
  readonly version: string | undefined;
}

const callsOf = ({ match }: QuotaRule, world: RuleWorld): Calls => {
  const named = match.operation;
  const operation = named === undefined ? undefined : findNamed(named, world.operations)?.operation;
  return {
    operation: operation?.id ?? named,
    caller: callerOf(world, match.caller) ?? match.caller,
    version: match.version ?? operation?.edition.name,
  };
};

/** True when no call is among both. */
const areApart = (one: Calls, other: Calls): boolean =>
  (['operation', 'caller', 'version'] as const).some(
    (key) => one[key] !== undefined && other[key] !== undefined && one[key] !== other[key],
  );

const violationsIn = ({ match, per }: QuotaRule, at: string, world: RuleWorld): readonly FieldViolation[] => {
  const found: FieldViolation[] = [];
  const report = (field: string, description: string): void => {
    found.push({ field: `${at}${field}`, description });
  };
  if (secondToDay.millis(per) === undefined) report('per', 'must be a duration from 1s to 24h, such as "1m"');
  if (match.operation !== undefined) checkOperation(match.operation, match, world, report);
  if (match.caller !== undefined) checkCaller(match.caller, world, report);
  return found;
};

/**
 * The violations of quotas, beyond their form (behaviour Q4): each by itself, and those that count the same calls by
 * the same key. `at` is the place of one in the request.
 */
export const quotaViolations = (
  rules: readonly QuotaRule[],
  at: (index: number) => string,
  world: RuleWorld,
): readonly FieldViolation[] => {
  const alone = rules.flatMap((rule, index) => violationsIn(rule, at(index), world));
  const calls = rules.map((rule) => callsOf(rule, world));
  const overlapping = calls.flatMap((one, index): readonly FieldViolation[] => {
    const { by } = rules[index] as QuotaRule;
    const first = calls.findIndex((other, before) => rules[before]?.by === by && !areApart(one, other));
    if (first === index) return [];
    return [
      { field: `${at(index)}match`, description: `overlaps [${first}], which counts some of the calls by ${by} too` },
    ];
  });
  return [...alone, ...overlapping];
};
