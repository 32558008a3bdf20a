import type { Body } from './answer.ts';
import { type CallExtra, codeName, type GrpcClient } from './grpc-client.ts';
import type { Json } from './proto-json.ts';

/** A way to call the methods of one gRPC service that must succeed; returns the answer as canonical JSON. */
export type GrpcService = (method: string, request: Json, extra?: CallExtra) => Promise<Body>;

/** The service of that full name, called by a client. */
export const grpcService =
  (client: GrpcClient, service: string): GrpcService =>
  async (method, request, extra) => {
    const ended = await client.call(`${service}/${method}`, request, extra);
    if (!ended.ok) throw new Error(`${service}/${method}: ${codeName(ended.code)} ${ended.message}`);
    return ended.response as Body;
  };
