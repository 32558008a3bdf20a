import type { FaultMatch } from '../../../generated/nouns.ts';
import type { BoundOperation } from '../../kernel/runner.ts';
import type { NamedIdentity } from '../../plane/named-identity.ts';
import { describeUnknownOperation, findNamed } from '../../plane/operation-names.ts';
import type { Report } from '../../plane/partial-match.ts';
import { decodeJson } from '../../schema/decode-json.ts';
import { type FieldViolation, textOf } from '../../schema/field-violation.ts';
import { errorDetails } from '../../schema/google-rpc.ts';
import { describeUnknownValue } from '../../schema/nearest-name.ts';
import { effectViolations } from './check-effect.ts';
import { refuseOperation } from './check-operation.ts';
import { typeOfDetail } from './fault-error.ts';
import type { FaultRule } from './fault-presets.contract.ts';
import { needsBody } from './fault-rule.ts';
import { BESIDE_API, OF_CALLER, OF_READ } from './fault-rules.contract.ts';

/** The facts about a world that rules are checked against. */
export interface RuleWorld extends NamedIdentity {
  readonly operations: readonly BoundOperation[];
}

/** Returns the operation of a name. Reports an unknown one, and a version or method of the match that it does not have. */
export const checkOperation = (
  name: string,
  match: FaultMatch,
  { operations }: RuleWorld,
  report: Report,
): BoundOperation | undefined => {
  const found = findNamed(name, operations);
  if (!found) {
    report('match.operation', describeUnknownOperation(name, operations));
    return undefined;
  }
  const { edition, http, additionalHttp = [] } = found.operation;
  const { version, method } = match;
  if (version !== undefined && version !== edition.name) {
    report('match.version', `${name} is an operation of ${edition.name}, so that no call would match`);
  }
  const methods = [http, ...additionalHttp].flatMap((binding) => (binding ? [binding.method] : []));
  // A method over gRPC is a POST, and a HEAD is a GET without its body.
  const taken = new Set<string>([...methods, 'POST', ...(methods.includes('GET') ? ['HEAD'] : [])]);
  if (method !== undefined && !taken.has(method)) {
    report('match.method', `${name} is not called by ${method}, so that no call would match`);
  }
  return found;
};

/** Reports a caller that the world does not have. */
export const checkCaller = (caller: string, world: RuleWorld, report: Report): void => {
  const found = world.identity(caller);
  if ('reason' in found) report('match.caller', found.reason);
};

const checkMatch = (rule: FaultRule, world: RuleWorld, report: Report): void => {
  const { match, phase, times, do: effect } = rule;
  const { operation, path, caller, nth, from, every, writes, version } = match;
  const found = operation === undefined ? undefined : checkOperation(operation, match, world, report);
  const reason = found && refuseOperation(rule, found);
  if (reason !== undefined) report('match.operation', `${operation} ${reason}, so that it would never act`);
  if (path !== undefined && !path.startsWith('/') && !path.startsWith('*'))
    report('match.path', 'must begin with "/" or "*"');
  if (path !== undefined && BESIDE_API.test(path))
    report('match.path', 'names no path of the API: only its calls fail');
  if (caller !== undefined) checkCaller(caller, world, report);
  if (match.method === 'HEAD' && (needsBody(rule) || effect.add !== undefined)) {
    report('match.method', 'an answer to HEAD has no body, of which a part could be sent or changed');
  }
  if (writes && OF_READ.some((key) => effect[key] !== undefined)) {
    report('match.writes', 'must not be true: it acts on calls that only read');
  }
  if (writes === false && (effect.other === 'change' || effect.other === 'create')) {
    report('match.writes', 'must not be false: it acts on calls that write');
  }
  if (version === 'v1' && phase === 'after_refusal')
    report('match.version', 'must not be v1, whose errors have no details');
  if (nth !== undefined && every !== undefined) report('match.every', 'excludes nth');
  if (nth !== undefined && from !== undefined) report('match.from', 'excludes nth');
  if (from !== undefined && every !== undefined) report('match.every', 'excludes from');
  for (const key of ['lastsMs', 'spreads'] as const) {
    if (nth !== undefined && rule[key] !== undefined)
      report(key, 'excludes nth, which one call has; from is for those that follow');
  }
  if (nth !== undefined && times !== undefined && times > 1)
    report('times', 'is 1 at most with nth, which one call has');
  if (phase !== 'before_auth') return;
  for (const key of OF_CALLER) {
    if (match[key] !== undefined) report(`match.${key}`, 'excludes the phase before_auth, in which nobody is known');
  }
};

const checkDetail = (detail: Readonly<Record<string, unknown>>, field: string, report: Report): void => {
  const { '@type': _, ...value } = detail;
  const type = typeOfDetail(detail);
  const message = errorDetails.get(type);
  if (!message) {
    report(`${field}.@type`, describeUnknownValue(type, [...errorDetails.keys()]));
    return;
  }
  for (const { field: at, description } of decodeJson(message, value, { strict: true }).violations) {
    report(`${field}.${at}`, textOf(description));
  }
};

/** The violations of a rule, beyond its form (behaviour F6); `at` is its place in the request. */
export const ruleViolations = (rule: FaultRule, at: string, world: RuleWorld): readonly FieldViolation[] => {
  const found: FieldViolation[] = [];
  const report: Report = (field, description) => found.push({ field: `${at}.${field}`, description });
  const { do: effect, phase } = rule;
  const { latency, details = [] } = effect;
  checkMatch(rule, world, report);
  for (const { key, description } of effectViolations(effect, phase)) {
    report(key === undefined ? 'do' : `do.${key}`, description);
  }
  if (typeof latency === 'object' && latency.min > latency.max) report('do.latency.min', 'must not be above max');
  for (const [index, detail] of details.entries()) checkDetail(detail, `do.details[${index}]`, report);
  return found;
};
