import { customOperation } from '../../../kernel/custom-operation.ts';
import { type Method, readMethod } from '../../../kernel/resource.ts';
import { string } from '../../../schema/field-types.ts';
import { message, plain, type Static } from '../../../schema/message.ts';
import { V1 } from '../../../v1/edition.ts';

const PingRequestV1 = message('chainguard.platform.ping.PingRequest', 'A ping. It has no fields.', {});

const ResponseV1 = message('chainguard.platform.ping.Response', 'The reply to a ping.', {
  response: plain(1, string(), 'Always `pong`.', { always: true, example: 'pong' }),
});

/** The connectivity check of v1, which the specification does not have (behaviour §12.4 V14). */
export const pingInV1: Method = readMethod(
  customOperation({
    domain: 'ping',
    id: 'v1.PingService.Ping',
    method: 'Ping',
    service: 'chainguard.platform.ping.PingService',
    edition: V1,
    replacedBy: 'Ping',
    summary: 'Ping',
    description: 'Returns `pong`, with or without a token.',
    http: { method: 'GET', path: '/ping/v1/ping', beyondSpec: true },
    request: PingRequestV1,
    response: ResponseV1,
    capabilities: [],
    auth: 'open',
  }),
  (): Static<typeof ResponseV1> => ({ response: 'pong' }),
);
