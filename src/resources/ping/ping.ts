import { customOperation } from '../../kernel/custom-operation.ts';
import { defineResource, readMethod } from '../../kernel/resource.ts';
import { string } from '../../schema/field-types.ts';
import { message, plain, type Static } from '../../schema/message.ts';

const PingRequest = message('chainguard.platform.ping.v2.PingRequest', 'A ping. It has no fields.', {});

const PingResponse = message('chainguard.platform.ping.v2.PingResponse', 'The reply to a ping.', {
  response: plain(1, string(), 'Always `pong`.', { always: true, example: 'pong' }),
});

const SERVICE = { domain: 'ping', plural: 'ping' } as const;

/** The connectivity check: a method without rows. */
export const ping = defineResource({
  ...SERVICE,
  type: 'Ping',
  singular: 'ping',
  words: { singular: 'ping', plural: 'pings' },
  description: 'Reports whether the service can be reached.',
  message: PingResponse,
  served: false,
  methods: {
    ping: readMethod(
      customOperation({
        ...SERVICE,
        id: 'Ping',
        summary: 'Ping',
        description: 'Returns `pong`, with or without a token.',
        http: { method: 'GET', path: '/ping/v2/ping' },
        request: PingRequest,
        response: PingResponse,
        capabilities: [],
        auth: 'open',
      }),
      (): Static<typeof PingResponse> => ({ response: 'pong' }),
    ),
  },
});
