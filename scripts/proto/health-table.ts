import { enumOf, enumType, map, string } from '../../src/schema/field-types.ts';
import { message, of, plain } from '../../src/schema/message.ts';
import type { ServiceTable } from './service-table.ts';

/** The states of grpc.health.v1, with their numbers. */
const ServingStatus = enumType('grpc.health.v1.HealthCheckResponse.ServingStatus', 'Whether a service serves.', {
  UNKNOWN: 0,
  SERVING: 1,
  NOT_SERVING: 2,
  SERVICE_UNKNOWN: 3,
});

const HealthCheckRequest = message('grpc.health.v1.HealthCheckRequest', 'Which service to ask about.', {
  service: plain(1, string(), 'The full name of the service; empty for the server as a whole.'),
});

const HealthCheckResponse = message('grpc.health.v1.HealthCheckResponse', 'The state of a service.', {
  status: plain(1, enumOf(ServingStatus), 'Whether it serves.'),
});

const HealthListRequest = message('grpc.health.v1.HealthListRequest', 'Asks about every service.', {});

const HealthListResponse = message('grpc.health.v1.HealthListResponse', 'The state of every service.', {
  statuses: plain(1, map('string', of(HealthCheckResponse)), 'The answers by the names of the services.'),
});

/** The service grpc.health.v1.Health, as the gRPC project publishes it. */
export const healthTable: ServiceTable = {
  name: 'grpc.health.v1.Health',
  methods: [
    { name: 'Check', request: HealthCheckRequest, response: HealthCheckResponse },
    { name: 'List', request: HealthListRequest, response: HealthListResponse },
    { name: 'Watch', request: HealthCheckRequest, response: HealthCheckResponse, streams: 'answers' },
  ],
};
