import { enumOf, enumType, map, string } from '../../schema/field-types.ts';
import { message, of, plain } from '../../schema/message.ts';
import type { ServiceTable } from './service-table.ts';

/** The states that grpc.health.v1 knows, with their numbers. */
export const ServingStatus = enumType('grpc.health.v1.HealthCheckResponse.ServingStatus', 'If a service serves.', {
  UNKNOWN: 0,
  SERVING: 1,
  NOT_SERVING: 2,
  SERVICE_UNKNOWN: 3,
});

const HealthCheckRequest = message('grpc.health.v1.HealthCheckRequest', 'Which service to ask about.', {
  service: plain(1, string(), 'The full name of the service; empty for the server as a whole.'),
});

const HealthCheckResponse = message('grpc.health.v1.HealthCheckResponse', 'How a service is.', {
  status: plain(1, enumOf(ServingStatus), 'If it serves.'),
});

const HealthListRequest = message('grpc.health.v1.HealthListRequest', 'Asks about every service.', {});

const HealthListResponse = message('grpc.health.v1.HealthListResponse', 'How every service is.', {
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
