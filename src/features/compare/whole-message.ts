import { decodeProto } from '../../schema/decode-proto.ts';
import { encodeMessage } from '../../schema/encode-json.ts';
import type { AnyMessage, FieldType, NamedField } from '../../schema/field-types.ts';
import { detailNamed, Status } from '../../schema/google-rpc.ts';
import { unpublishedField, widenEnum } from '../faults/unpublished.ts';

const DETAILS_TYPE = 'type.googleapis.com/';

const detailIn = ({ typeUrl, value }: { readonly typeUrl: string; readonly value: string }): object => {
  const type = typeUrl.slice(DETAILS_TYPE.length);
  const message = detailNamed(type);
  const whole = message && wholeMessage(message);
  const fields = whole ? encodeMessage(whole, decodeProto(whole, Buffer.from(value, 'base64')).value, true) : { value };
  return { '@type': typeUrl, ...fields };
};

/** The details of a failed call over gRPC in the form that REST has. */
export const detailsIn = (bin: string): readonly object[] => {
  const { details = [] } = decodeProto(wholeMessage(Status), Buffer.from(bin, 'base64')).value as {
    readonly details?: readonly { readonly typeUrl: string; readonly value: string }[];
  };
  return details.map(detailIn);
};

const wholeType = (type: FieldType): FieldType => {
  const { message, element } = type;
  if (message) return { ...type, message: () => wholeMessage(message()) };
  if (type.enum) return { ...type, enum: widenEnum(type.enum) };
  return element ? { ...type, element: wholeType(element) } : type;
};

const known = new WeakMap<AnyMessage, AnyMessage>();

/**
 * A message whose fields anybody may set and see, with what faults add to answers: the codecs then read answers as clients
 * do, and write requests.
 */
export const wholeMessage = (of: AnyMessage): AnyMessage => {
  let made = known.get(of);
  if (!made) {
    const fields = new Map<string, NamedField>();
    for (const [name, field] of of.fields) {
      fields.set(name, { ...field, behaviour: 'plain', once: false, type: wholeType(field.type) });
    }
    fields.set(unpublishedField.name, unpublishedField);
    made = { ...of, fields, find: (spelling) => fields.get(of.find(spelling)?.name ?? spelling) };
    known.set(of, made);
  }
  return made;
};
