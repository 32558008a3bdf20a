import { equals } from '../../../kernel/filters.ts';
import { uid } from '../../../schema/field-types.ts';
import { message, output, required } from '../../../schema/message.ts';
import { conversion } from '../../../v1/conversion.ts';
import type { V1Form } from '../../../v1/form.ts';
import { Subscription, sink } from '../subscriptions.ts';

const PACKAGE = 'chainguard.platform.events';

const SubscriptionV1 = message(`${PACKAGE}.Subscription`, 'Where the events of a group are sent, as v1 shows it.', {
  id: output(1, uid(), 'The identifier of the subscription.', { always: true }),
  sink: required(2, sink(), 'The https URL that events are posted to.', {
    always: true,
    example: 'https://hooks.example.com/events',
  }),
});

/** Subscriptions in v1, which the specification does not have (behaviour §12.4 V14). */
export const subscriptionsV1: V1Form = {
  service: `${PACKAGE}.Subscriptions`,
  path: '/events/v1/subscriptions',
  beyondSpec: true,
  message: SubscriptionV1,
  conversion: conversion(SubscriptionV1, Subscription, { id: 'uid' }),
  list: {
    request: `${PACKAGE}.SubscriptionFilter`,
    response: `${PACKAGE}.SubscriptionList`,
    uidp: 2,
    filters: { id: equals(1, uid(), 'uid', 'The subscription of this id.') },
  },
  create: { request: `${PACKAGE}.CreateSubscriptionRequest`, parent: 'parentId', body: 'subscription' },
  delete: { request: `${PACKAGE}.DeleteSubscriptionRequest` },
};
