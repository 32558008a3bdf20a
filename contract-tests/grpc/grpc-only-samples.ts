import type { Org } from '../support/org.ts';
import type { Json } from '../support/proto-json.ts';
import { roleUid } from '../support/roles.ts';

type Make = (org: Org) => Promise<Json>;

const SUBSCRIPTIONS = 'chainguard.platform.events.Subscriptions';

/** A request for each method that only gRPC has, which it answers, by the method's full name. */
export const grpcOnlySamples: ReadonlyMap<string, Make> = new Map<string, Make>([
  ['chainguard.platform.ping.PingService/Ping', async () => ({})],
  [
    'chainguard.platform.iam.GroupInvites/CreateWithGroup',
    async ({ uid, roles }) => ({ group: uid, ttl: '60s', role: roleUid(roles, 'viewer') }),
  ],
  [
    `${SUBSCRIPTIONS}/Create`,
    async ({ uid }) => ({ parentId: uid, subscription: { sink: 'https://hook.test/events' } }),
  ],
  [`${SUBSCRIPTIONS}/List`, async ({ uid }) => ({ uidp: { descendantsOf: uid } })],
  [`${SUBSCRIPTIONS}/Delete`, async (org) => ({ id: (await org.subscription()).uid })],
]);
