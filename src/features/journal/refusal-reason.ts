import type { LackedCapability } from '../../../generated/nouns.ts';
import { ApiError } from '../../kernel/errors.ts';
import { InjectedFault } from '../../kernel/faults.ts';
import type { Rows } from '../../kernel/rows.ts';
import { findTokenRefusal } from '../../kernel/token-refusal.ts';
import { whyUnserved, whyUnservedMethod } from '../unserved/why-unserved.ts';
import { groupPathOf } from './group-path.ts';
import type { PackedEntry } from './packed-entry.ts';
import { type Hide, redactText } from './redacted.ts';

/** The names that a reason is worded with. */
interface ReasonParts {
  readonly rows: Rows;
  /** The name of an identity; empty if it has none. */
  readonly nameOf: (identity: string) => string;
  readonly hide?: Hide;
}

const placeOf = (at: string, rows: Rows): string => {
  if (at === 'anywhere') return at;
  const path = groupPathOf(rows, at);
  return `on the group ${path.length === 0 || path.includes('') ? at : path.join(' / ')}`;
};

/** The capabilities that a caller lacks, in words, grouped by place. */
const describeLack = (missing: readonly LackedCapability[], rows: Rows): string =>
  [...new Set(missing.map(({ at }) => at))]
    .map((at) => {
      const lacked = missing.filter((each) => each.at === at).map(({ capability }) => capability);
      return `${lacked.join(', ')} ${placeOf(at, rows)}`;
    })
    .join(', and ');

const describeFault = ({ faults = [] }: PackedEntry): string | undefined => {
  const acted = faults.at(-1);
  if (!acted) return undefined;
  const rule = /^\d+$/.test(acted.rule) ? `the fault ${acted.rule} of its world` : `the header ${acted.rule}`;
  return `${rule} asked for it: ${acted.did}`;
};

/** Why a call was refused, in a sentence without secrets; undefined for one that was not. */
export const reasonOf = (
  entry: PackedEntry,
  missing: readonly LackedCapability[],
  { rows, nameOf, hide }: ReasonParts,
): string | undefined => {
  const { delivered, caller, operation, protocol, method, target } = entry;
  if (!(delivered instanceof ApiError)) return undefined;
  if (!operation && protocol === 'rest') {
    const [path = ''] = target.split('?', 1);
    const why = delivered.code === 'NOT_FOUND' ? whyUnserved(method, path) : whyUnservedMethod(method, path);
    if (why !== undefined) return redactText(why, hide);
  }
  const fault = delivered instanceof InjectedFault ? describeFault(entry) : undefined;
  if (fault !== undefined) return fault;
  const isDenied = delivered.code === 'PERMISSION_DENIED' || delivered.code === 'NOT_FOUND';
  if (caller && missing.length > 0 && isDenied) {
    return `${nameOf(caller.identity) || caller.identity || 'the caller'} lacks ${describeLack(missing, rows)}`;
  }
  return redactText(findTokenRefusal(delivered)?.reason ?? delivered.message, hide);
};
