import { enumOf, enumType, string } from '../../schema/field-types.ts';
import { message, type plain } from '../../schema/message.ts';

/** The values of a published enum, numbered from 0: UNSPECIFIED and the names, each after the prefix of its package. */
export const prefixed = <P extends string, N extends string>(prefix: P, names: readonly N[]) =>
  Object.fromEntries(['UNSPECIFIED', ...names].map((name, number) => [`${prefix}${name}`, number])) as Readonly<
    Record<`${P}${'UNSPECIFIED' | N}`, number>
  >;

/** The systems of severity scores. */
export const SCORES = ['CVSS_V2', 'CVSS_V3', 'CVSS_V4'] as const;

const FALSE_POSITIVES = [
  'VULNERABILITY_RECORD_ANALYSIS_CONTESTED',
  'COMPONENT_VULNERABILITY_MISMATCH',
  'VULNERABLE_CODE_VERSION_NOT_USED',
  'VULNERABLE_CODE_NOT_INCLUDED_IN_PACKAGE',
  'VULNERABLE_CODE_NOT_IN_EXECUTION_PATH',
  'VULNERABLE_CODE_CANNOT_BE_CONTROLLED_BY_ADVERSARY',
  'INLINE_MITIGATIONS_EXIST',
] as const;

/**
 * The findings about a vulnerability in `what` that have a note and little else, which four packages publish alike: each
 * under names of its own, with fields of one behaviour, and with a prefix of the reasons why a vulnerability does not apply.
 */
export const findingsIn = <P extends string>(scope: string, field: typeof plain, what: string, prefix: P) => {
  const Type = enumType(
    `${scope}.FalsePositiveDetermination.Type`,
    'Why a vulnerability does not apply.',
    prefixed(prefix, FALSE_POSITIVES),
  );
  const noteMessage = (name: string, description: string) =>
    message(`${scope}.${name}`, description, { note: field(1, string(), 'The reasons as text.') });
  return {
    FalsePositiveDetermination: message(
      `${scope}.FalsePositiveDetermination`,
      `The vulnerability does not apply to the ${what}.`,
      {
        type: field(1, enumOf(Type), 'Why it does not apply.'),
        note: field(2, string(), 'The reasons as text.'),
      },
    ),
    TruePositiveDetermination: noteMessage('TruePositiveDetermination', `The vulnerability applies to the ${what}.`),
    AnalysisNotPlanned: noteMessage('AnalysisNotPlanned', 'There are no plans to analyse whether it applies.'),
    FixNotPlanned: noteMessage('FixNotPlanned', 'There are no plans to fix it.'),
    PendingUpstreamFix: noteMessage('PendingUpstreamFix', 'The authors of the component must fix it first.'),
  };
};
