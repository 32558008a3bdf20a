import type { BoundOperation } from '../../kernel/runner.ts';
import type { FieldType } from '../../schema/field-types.ts';
import { isAboutResource } from './attempts.ts';
import type { FaultRule } from './fault-presets.contract.ts';
import { needsBody } from './fault-rule.ts';
import { OF_READ } from './fault-rules.contract.ts';

/** True if answers can have the value of an enum. `met` has the messages on the way, which may refer to each other. */
const canHaveEnum = ({ kind, message, element }: FieldType, met: ReadonlySet<string> = new Set()): boolean => {
  if (kind === 'enum') return true;
  if (kind === 'repeated' && element) return canHaveEnum(element, met);
  const of = kind === 'message' ? message?.() : undefined;
  if (!of || met.has(of.name)) return false;
  const inside = new Set([...met, of.name]);
  return [...of.fields.values()].some(({ type }) => canHaveEnum(type, inside));
};

/** Why another caller can never act as an effect wants before a call of an operation; undefined if it can. */
const refuseOther = (
  { do: { other } }: FaultRule,
  { verb, resource, wraps, runner }: BoundOperation,
): string | undefined => {
  const mayCreate = (verb === 'create' || verb === 'custom') && runner.kind === 'write';
  if (other === 'create' && !mayCreate) return 'creates nothing, which another caller could create before';
  const { verbs } = (wraps ?? { resource }).resource;
  const isAboutRow = verb !== 'create' && verb !== 'list';
  const canChange = verbs.update !== undefined && isAboutRow && verb !== 'delete' && runner.kind === 'write';
  if (other === 'change' && !canChange) return 'changes no row, which another caller could change before';
  const canDelete = verbs.delete !== undefined && isAboutRow;
  return other === 'delete' && !canDelete ? 'is about no row, which another caller could delete before' : undefined;
};

/** Why a rule acts on no call of an operation, as the predicate of its name: `has no pages`; undefined if it does. */
export const refuseOperation = (rule: FaultRule, bound: BoundOperation): string | undefined => {
  const { match, do: effect } = rule;
  const { operation, runner } = bound;
  const { request, response, edition } = operation;
  const writes = runner.kind === 'write';
  const isOfRead = OF_READ.some((key) => effect[key] !== undefined);
  if (response === undefined && needsBody(rule)) return 'has an empty answer, of which no part can be sent or changed';
  if (match.writes !== undefined && match.writes !== writes) return writes ? 'writes' : 'only reads';
  if (isOfRead && runner.kind !== 'read') return 'does not only read';
  const hasPages = request.find('pageToken') !== undefined && response?.find('nextPageToken') !== undefined;
  if ((effect.rows !== undefined || effect.expireCursor) && !hasPages) return 'has no pages';
  if (effect.add === 'enum_value' && response) {
    const type = { kind: 'message', message: () => response } as FieldType;
    if (!canHaveEnum(type)) return 'has no enum in its answer';
  }
  if (effect.add === 'detail' && !edition.errorDetails) return `is of ${edition.name}, whose errors have no details`;
  if (match.resource !== undefined && !isAboutResource(bound)) return 'is about no resource';
  return refuseOther(rule, bound);
};
