import { type ApiVersion, type Parameter, resolve } from '../support/openapi.ts';
import { brokenTexts } from './broken-values.ts';

const many = (name: string, count: number): string => Array.from({ length: count }, (_, at) => at).join(`&${name}=`);

/** Values that a parameter refuses, as the text behind its name; none if it accepts every text. */
export const refusedBy = ({ name, schema = {} }: Parameter, version: ApiVersion = 'v2'): readonly string[] => {
  const whole = { ...resolve(schema, version), ...schema };
  const type = whole.type === 'array' && whole.items ? { ...resolve(whole.items, version), ...whole.items } : whole;
  const { minimum, maximum } = type;
  const tooMany = whole.maxItems === undefined ? [] : [many(name, whole.maxItems + 1)];
  if (type.type === 'integer') {
    const beyond = [minimum === undefined ? [] : minimum - 1, maximum === undefined ? [] : maximum + 1].flat();
    return ['many', '1.5', '', ...beyond.map(String)];
  }
  if (type.type === 'boolean') return ['maybe', ''];
  if (type.enum) return ['NO_SUCH_VALUE', ...tooMany];
  const empty = type.format === 'date-time' ? [''] : [];
  const short = brokenTexts(type).flatMap(([, text]) =>
    String(text).length < 2_000 ? encodeURIComponent(String(text)) : [],
  );
  return [...short, ...empty, ...tooMany];
};
