import { sampleOf, samples } from '../operations/samples.ts';
import { v1SampleOf, v1Samples } from '../operations/v1-samples.ts';
import { requestOf } from '../support/http-rules.ts';
import type { Org } from '../support/org.ts';
import type { ProtoMethod } from '../support/proto-files.ts';
import type { Json } from '../support/proto-json.ts';
import { grpcOnlySamples } from './grpc-only-samples.ts';

/** Services that make tokens, or answer questions about one. */
export const ABOUT_TOKENS = ['chainguard.platform.auth.Auth', 'chainguard.platform.oidc.SecurityTokenService'];

/** True for a method of v2. */
const isV2 = ({ service }: ProtoMethod): boolean => service.includes('.v2.');

/** The operation's id in the document of its version. */
export const operationOf = (method: ProtoMethod): string => {
  const [short = '', name = ''] = method.name.split('.').at(-1)?.split('/') ?? [];
  // Two packages have a service of this name.
  const service = method.service === 'chainguard.platform.events.Identities' ? 'EventIdentities' : short;
  return isV2(method) || ABOUT_TOKENS.includes(method.service) ? name : `${service}_${name}`;
};

/** A request that a method answers, and who asks it. */
interface Request {
  readonly json: Json;
  readonly token?: string | undefined;
}

/** Makes a request that a method answers; undefined for one that has no sample. */
export const requestFor = (method: ProtoMethod): ((org: Org) => Promise<Request>) | undefined => {
  const id = operationOf(method);
  const alone = grpcOnlySamples.get(method.name);
  if (alone) return async (org) => ({ json: await alone(org) });
  const sample = isV2(method) ? samples.has(id) && sampleOf : v1Samples.has(id) && v1SampleOf;
  if (!sample) return undefined;
  return async (org) => {
    const { target, body, token } = await sample(id, org);
    return { json: requestOf(method, target, body as Json), token };
  };
};
