import type { LackedCapability } from '../../../generated/nouns.ts';
import { ApiError } from '../../kernel/errors.ts';
import { InjectedFault } from '../../kernel/faults.ts';
import type { Rows } from '../../kernel/rows.ts';
import { findTokenRefusal } from '../../kernel/token-refusal.ts';
import { whyUnserved, whyUnservedMethod } from '../unserved/why-unserved.ts';
import { groupPathOf } from './about.ts';
import type { PackedEntry } from './packed-entry.ts';
import { type Hide, redactText } from './redacted.ts';

/** The capabilities that a caller lacks, in words, grouped by place. */
const describeLack = (missing: readonly LackedCapability[], rows: Rows): string =>
  [...new Set(missing.map(({ at }) => at))]
    .map((at) => {
      const lacked = missing.filter((each) => each.at === at).map(({ capability }) => capability);
      const path = at === 'anywhere' ? [] : groupPathOf(rows, at);
      const group = path.length === 0 || path.includes('') ? at : path.join(' / ');
      return `${lacked.join(', ')} ${at === 'anywhere' ? at : `on the group ${group}`}`;
    })
    .join(', and ');

const describeFault = ({ faults = [] }: PackedEntry): string | undefined => {
  const acted = faults.at(-1);
  if (!acted) return undefined;
  const rule = /^\d+$/.test(acted.rule) ? `the fault ${acted.rule} of its world` : `the header ${acted.rule}`;
  return `${rule} asked for it: ${acted.did}`;
};

/**
 * Why a call was refused, in a sentence without secrets; undefined for one that was not. `nameOf` gives the name of an
 * identity; empty if it has none.
 */
export const reasonOf = (
  entry: PackedEntry,
  missing: readonly LackedCapability[],
  { rows, nameOf, hide }: { readonly rows: Rows; readonly nameOf: (identity: string) => string; readonly hide?: Hide },
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
