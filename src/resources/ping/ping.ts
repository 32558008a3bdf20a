import { defineResource, readMethod } from '../../kernel/resource.ts';
import { customOperation } from '../../kernel/standard-operations.ts';
import { string } from '../../schema/field-types.ts';
import { message, plain, type Static } from '../../schema/message.ts';

const PingRequest = message('chainguard.platform.ping.v2.PingRequest', 'Nothing: the answer is always the same.', {});

const PingResponse = message('chainguard.platform.ping.v2.PingResponse', 'A sign of life.', {
  response: plain(1, string(), 'Always `pong`.', { always: true, example: 'pong' }),
});

const PingRequestV1 = message('chainguard.platform.ping.PingRequest', 'Nothing: the answer is always the same.', {});

const ResponseV1 = message('chainguard.platform.ping.Response', 'A sign of life.', {
  response: plain(1, string(), 'Always `pong`.', { always: true, example: 'pong' }),
});

const SERVICE = { domain: 'ping', plural: 'ping', service: 'PingService' } as const;

/** The connectivity check: a method without rows. */
export const ping = defineResource({
  ...SERVICE,
  type: 'Ping',
  singular: 'ping',
  words: { singular: 'ping', plural: 'pings' },
  description: 'Tells whether the service can be reached.',
  message: PingResponse,
  served: false,
  methods: {
    ping: readMethod(
      customOperation(SERVICE, {
        id: 'Ping',
        summary: 'Ping',
        description: 'Answers `pong`, with or without a token.',
        http: { method: 'GET', path: '/ping/v2/ping' },
        request: PingRequest,
        response: PingResponse,
        capabilities: [],
        auth: 'open',
      }),
      (): Static<typeof PingResponse> => ({ response: 'pong' }),
    ),
    pingInV1: readMethod(
      {
        // Over gRPC alone (behaviour §12.4 V14).
        ...customOperation(SERVICE, {
          id: 'v1.PingService.Ping',
          method: 'Ping',
          version: 'v1',
          summary: 'Ping',
          description: 'Answers `pong`, with or without a token.',
          request: PingRequestV1,
          response: ResponseV1,
          capabilities: [],
          auth: 'open',
        }),
        service: 'chainguard.platform.ping.PingService',
      },
      (): Static<typeof ResponseV1> => ({ response: 'pong' }),
    ),
  },
});
