import type { Fault, FaultMatch, FaultPhase, FaultPreset } from '../../../generated/nouns.ts';
import type { FieldViolation } from '../../schema/field-violation.ts';
import { describeUnknownValue } from '../../schema/nearest-name.ts';
import { type FaultRule, RULES_OF_PRESETS } from './fault-presets.contract.ts';

/** The match of a rule of a preset. A lasting rule begins at the nth call, if that is asked for. */
const narrowMatch = (wanted: FaultMatch, own: FaultMatch): FaultMatch => {
  const both = { ...wanted, ...own };
  if (own.from === undefined) return both;
  if (wanted.from !== undefined) return { ...both, from: wanted.from };
  const { nth = own.from, ...others } = both;
  return { ...others, from: nth };
};

/** The rules of a fault as it is asked for: itself, or the rules of its preset; none for a preset that is unknown. */
export const expandFault = (wanted: Fault | FaultPreset): readonly FaultRule[] => {
  if (!('preset' in wanted)) {
    const { match = {}, phase = 'before', do: effect, ...others } = wanted;
    return [{ match, phase, do: effect, ...others }];
  }
  const { preset, match = {} } = wanted;
  if (!Object.hasOwn(RULES_OF_PRESETS, preset)) return [];
  return RULES_OF_PRESETS[preset].map((rule) => ({ ...rule, match: narrowMatch(match, rule.match), preset }));
};

/** The phase in which a preset acts first. */
export const phaseOf = (preset: FaultPreset['preset']): FaultPhase | undefined => RULES_OF_PRESETS[preset][0]?.phase;

/** The violations of a preset beside its rules': an unknown name, and a match that excludes its calls. */
export const presetViolations = (wanted: Fault | FaultPreset, at: string): readonly FieldViolation[] => {
  if (!('preset' in wanted)) return [];
  const { preset, match = {} } = wanted;
  if (!Object.hasOwn(RULES_OF_PRESETS, preset)) {
    return [{ field: `${at}.preset`, description: describeUnknownValue(preset, Object.keys(RULES_OF_PRESETS)) }];
  }
  const { writes } = match;
  const isContrary = RULES_OF_PRESETS[preset].some((rule) => writes !== (rule.match.writes ?? writes));
  if (writes === undefined || !isContrary) return [];
  const kind = writes ? 'only read' : 'write';
  return [{ field: `${at}.match.writes`, description: `must not be ${writes}: ${preset} acts on calls that ${kind}` }];
};
