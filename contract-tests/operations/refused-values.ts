import { type ApiVersion, type Parameter, resolve } from '../support/openapi.ts';

/** Values that a parameter refuses; none where it accepts every text. */
export const refusedBy = ({ schema = {} }: Parameter, version: ApiVersion = 'v2'): readonly string[] => {
  const whole = resolve(schema, version);
  const type = whole.type === 'array' && whole.items ? resolve(whole.items, version) : whole;
  if (type.type === 'integer') return ['many', '1.5', '', ...(whole.minimum === 0 ? ['-1'] : [])];
  if (type.type === 'boolean') return ['maybe', ''];
  if (type.enum) return ['NO_SUCH_VALUE'];
  if (type.format === 'date-time') return ['yesterday', ''];
  return [];
};
