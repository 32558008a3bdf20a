import type { Fault, FaultPreset } from '../../../generated/nouns.ts';

/** A fault whose match and phase are written out, with the name of the preset that it is of. */
export type FaultRule = Fault & Required<Pick<Fault, 'match' | 'phase'>> & Partial<Pick<FaultPreset, 'preset'>>;
