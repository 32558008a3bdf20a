import {
  type DescMessage,
  type FileRegistry,
  fromBinary,
  fromJson,
  type JsonObject,
  type JsonValue,
  type Message,
  toJson,
} from '@bufbuild/protobuf';

/** The outcome of a call, in the same form for every face. */
export interface Outcome {
  readonly code: number;
  readonly message: string;
  readonly details: readonly JsonValue[];
  readonly answer: JsonValue;
}

/** The trailers of a failed call, as a gRPC client returns them. */
export interface Failure {
  readonly code: number;
  readonly message: string;
  readonly details: Uint8Array | undefined;
}

const describedBy = (registry: FileRegistry, name: string): DescMessage => {
  const desc = registry.getMessage(name);
  if (!desc) throw new Error(`no message is named ${name}`);
  return desc;
};

const jsonOf = (desc: DescMessage, message: Message, registry: FileRegistry): JsonValue =>
  toJson(desc, message, { registry });

const asDetail = (desc: DescMessage, message: Message, registry: FileRegistry): JsonValue => ({
  '@type': `type.googleapis.com/${desc.typeName}`,
  ...(jsonOf(desc, message, registry) as JsonObject),
});

/** Reads JSON as the canonical JSON of a message; a name or value that the message does not have is an error. */
const canonical = (desc: DescMessage, json: JsonValue, registry: FileRegistry): JsonValue =>
  jsonOf(desc, fromJson(desc, json, { registry }), registry);

const ok = (answer: JsonValue): Outcome => ({ code: 0, message: '', details: [], answer });

/** The outcome of a REST answer. */
export const restOutcome = (status: number, body: string, answers: DescMessage, registry: FileRegistry): Outcome => {
  if (status === 200) return ok(canonical(answers, (body === '' ? {} : JSON.parse(body)) as JsonValue, registry));
  const { code, message, details } = JSON.parse(body) as { code: number; message: string; details: JsonObject[] };
  const read = details.map(({ '@type': type, ...value }) => {
    const desc = describedBy(registry, String(type).replace('type.googleapis.com/', ''));
    return asDetail(desc, fromJson(desc, value, { registry }), registry);
  });
  return { code, message, details: read, answer: null };
};

interface Any {
  readonly typeUrl: string;
  readonly value: Uint8Array;
}

interface StatusMessage extends Message {
  readonly code: number;
  readonly message: string;
  readonly details: readonly Any[];
}

/** The end of a message that was cut to fit into a header. */
const CUT = '…';

/** The outcome of a gRPC answer. */
export const grpcOutcome = (answer: Uint8Array | Failure, answers: DescMessage, registry: FileRegistry): Outcome => {
  if (answer instanceof Uint8Array) return ok(jsonOf(answers, fromBinary(answers, answer), registry));
  const { code, message, details } = answer;
  if (!details) throw new Error(`status ${code} came without details: ${message}`);
  const status = fromBinary(describedBy(registry, 'google.rpc.Status'), details) as StatusMessage;
  if (status.code !== code) throw new Error(`grpc-status is ${code}, and the details have ${status.code}`);
  const isSame = message.endsWith(CUT) ? status.message.startsWith(message.slice(0, -1)) : status.message === message;
  if (!isSame) throw new Error(`grpc-message is ${message}, and the details have ${status.message}`);
  const read = status.details.map(({ typeUrl, value }) => {
    const desc = describedBy(registry, typeUrl.replace('type.googleapis.com/', ''));
    return asDetail(desc, fromBinary(desc, value), registry);
  });
  return { code, message, details: read, answer: null };
};
