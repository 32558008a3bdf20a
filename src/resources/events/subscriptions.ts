import { defineResource } from '../../kernel/resource.ts';
import { Subscription } from './subscription-message.ts';
import { subscriptionsV1 } from './v1/subscriptions.ts';

/** Subscriptions of groups to the events at and below them. */
export const subscriptions = defineResource({
  domain: 'events',
  type: 'Subscription',
  singular: 'subscription',
  plural: 'subscriptions',
  words: { singular: 'subscription', plural: 'subscriptions' },
  description: 'Where the events of a group, and of everything below it, are sent.',
  message: Subscription,
  parent: { singular: 'group', onDelete: 'cascade' },
  verbs: {
    list: {
      capabilities: ['subscriptions.list'],
      description: 'Lists the subscriptions that the caller can see.',
      uidp: 1,
      paging: [2, 3, 4, 5],
      filters: {},
      order: 'uid',
      sortable: ['uid', 'sink', 'createTime', 'updateTime'],
    },
    get: { capabilities: ['subscriptions.list'], description: 'Gets a subscription by its uid.' },
    create: {
      capabilities: ['subscriptions.create'],
      description: 'Subscribes a sink to the events of a group. A group may have several, also of one sink.',
      event: { type: 'events.subscription.created.v1', audience: 'customer' },
    },
    delete: {
      capabilities: ['subscriptions.delete'],
      description: 'Deletes a subscription.',
      event: { type: 'events.subscription.deleted.v1', audience: 'customer' },
    },
  },
  rules: { identify: (draft) => draft.sink ?? '' },
  v1: subscriptionsV1,
});
