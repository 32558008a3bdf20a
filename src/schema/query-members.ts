import { type AnyMessage, type FieldType, int32, int64, type Kind, repeated, string } from './field-types.ts';
import { message, plain } from './message.ts';
import { canonicalFromText } from './scalars.ts';

const moment = (name: string): AnyMessage =>
  message(`google.protobuf.${name}`, 'A time in its parts.', {
    seconds: plain(1, int64(), 'Whole seconds.'),
    nanos: plain(2, int32(), 'Nanoseconds beside them.'),
  });

/** The messages of protobuf that JSON writes as a text; in a query their members may be named instead (behaviour §3.6). */
const WELL_KNOWN: Partial<Readonly<Record<Kind, AnyMessage>>> = {
  fieldMask: message('google.protobuf.FieldMask', 'The paths of fields.', {
    paths: plain(1, repeated(string()), 'Each path.'),
  }),
  timestamp: moment('Timestamp'),
  duration: moment('Duration'),
};

/** The message whose members a query can name for a field; undefined for a scalar. */
export const queryMembers = (type: FieldType): AnyMessage | undefined =>
  type.kind === 'message' ? type.message?.() : WELL_KNOWN[type.kind];

/** True for a field that is one value, although a query can name its members. */
export const hasQueryMembers = (type: FieldType): boolean => WELL_KNOWN[type.kind] !== undefined;

interface Members {
  readonly paths?: readonly string[];
  readonly seconds?: string;
  readonly nanos?: number;
}

const NANOS = 1_000_000_000;
const FIRST_SECOND = -62_135_596_800;
const LAST_SECOND = 253_402_300_799;

/** The value of a field by its members; undefined if they make none. */
export const valueOfMembers = (type: FieldType, { paths = [], seconds = '0', nanos = 0 }: Members): unknown => {
  if (type.kind === 'fieldMask') return paths.join(',');
  const whole = Number(seconds);
  const fraction = String(Math.abs(nanos)).padStart(9, '0');
  if (Math.abs(nanos) >= NANOS) return undefined;
  if (type.kind === 'duration') {
    if (whole * nanos < 0) return undefined;
    return canonicalFromText(type, `${whole < 0 || nanos < 0 ? '-' : ''}${Math.abs(whole)}.${fraction}s`);
  }
  if (nanos < 0 || whole < FIRST_SECOND || whole > LAST_SECOND) return undefined;
  return canonicalFromText(type, new Date(whole * 1_000).toISOString().replace('000Z', `${fraction}Z`));
};
