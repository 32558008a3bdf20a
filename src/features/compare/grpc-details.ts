import { decodeProto } from '../../schema/decode-proto.ts';
import { encodeMessage } from '../../schema/encode-json.ts';
import type { AnyMessage } from '../../schema/field-types.ts';
import { detailNamed, Status } from '../../schema/google-rpc.ts';
import { wholeMessage } from './whole-message.ts';

const DETAILS_TYPE = 'type.googleapis.com/';

const readWhole = (of: AnyMessage, bytes: Uint8Array): object => decodeProto(wholeMessage(of), bytes).value;

const detailIn = ({ typeUrl, value }: { readonly typeUrl: string; readonly value: string }): object => {
  const type = typeUrl.slice(DETAILS_TYPE.length);
  const message = detailNamed(type);
  const whole = message && wholeMessage(message);
  const shown = whole ? encodeMessage(whole, readWhole(message, Buffer.from(value, 'base64')), true) : { value };
  return { '@type': typeUrl, ...shown };
};

/** The details of a failed call over gRPC in the form that REST has. */
export const detailsIn = (bin: string): readonly object[] => {
  const { details = [] } = readWhole(Status, Buffer.from(bin, 'base64')) as {
    readonly details?: readonly { readonly typeUrl: string; readonly value: string }[];
  };
  return details.map(detailIn);
};
