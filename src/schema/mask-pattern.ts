import { type AnyMessage, type FieldType, fieldMask } from './field-types.ts';

const oneOf = (alternatives: readonly string[]): string =>
  alternatives.length === 1 ? (alternatives[0] ?? '') : `(?:${alternatives.join('|')})`;

/** The steps that may follow the name of a field: a member of a message, or a key of a map. */
const patternBelow = ({ kind, message, element }: FieldType): string => {
  if (kind === 'message' && message) return `(?:\\.${pathsOf(message())})?`;
  return kind === 'map' && element ? `(?:\\.(?:\`(?:[^\`]|\`\`)*\`|[^.,\`]*)${patternBelow(element)})?` : '';
};

const pathsOf = ({ fields }: AnyMessage): string => {
  const all = [...fields.values()].map((field) => ({
    spellings: [...new Set([field.name, field.proto])],
    // Members of output fields are passed over (behaviour §6.7).
    rest: field.behaviour === 'output' ? '' : patternBelow(field.type),
  }));
  const plain = all.flatMap(({ spellings, rest }) => (rest === '' ? spellings : []));
  const nested = all.flatMap(({ spellings, rest }) => (rest === '' ? [] : `${oneOf(spellings)}${rest}`));
  return oneOf([...plain, ...nested]);
};

/** A regular expression for the masks of a message: `*`, nothing, or paths of its fields (behaviour §6.5, §6.6). */
export const maskPattern = (of: AnyMessage): string => {
  const path = `\\s*${pathsOf(of)}\\s*`;
  return `^(?:|\\s*\\*\\s*|${path}(?:,${path})*)$`;
};

/** A mask of the fields of a message. */
export const maskOf = (of: AnyMessage): FieldType<string> => ({
  ...fieldMask(),
  keywords: () => ({ pattern: maskPattern(of) }),
});
