import { defineResource } from '../../kernel/resource.ts';
import { type FieldType, text, timestamp, uid } from '../../schema/field-types.ts';
import { AFTER_HOST, urlPattern } from '../../schema/formats.ts';
import { message, output, required } from '../../schema/message.ts';
import { isLocalHost, LOCAL_HOST } from './local-hosts.ts';

/** A scheme as a pattern: its case does not count (RFC 3986 §3.1). */
const inAnyCase = (scheme: string): string =>
  scheme.replace(/[a-z]/g, (letter) => `[${letter.toUpperCase()}${letter}]`);

/** https anywhere, http only to local hosts, and the built-in sink. */
const SINK = `^(?:${urlPattern(inAnyCase('https'), inAnyCase('sink'))}|${inAnyCase('http')}://(?:${LOCAL_HOST})${AFTER_HOST})$`;
const SINKS = new RegExp(SINK, 'u');

/** The pattern has the usual spellings of local hosts; the host that a URL makes of them decides. */
const isSink = (value: string): boolean =>
  SINKS.test(value) && (!/^http:/i.test(value) || (URL.canParse(value) && isLocalHost(new URL(value).hostname)));

/** A URL that events may be sent to. */
export const sink = (): FieldType<string> => text(isSink, 'sink must be an https URL', { pattern: SINK });

/** A receiver of the events of a group. */
export const Subscription = message(
  'chainguard.platform.events.v2.Subscription',
  'Where the events of a group are sent.',
  {
    uid: output(1, uid(), 'The identifier of the subscription.', { always: true }),
    sink: required(
      2,
      sink(),
      'The https URL that events are posted to. http is accepted for hosts on the local machine or network, and ' +
        '`sink://<name>` keeps events inside this server.',
      { always: true, example: 'https://hooks.example.com/events' },
    ),
    createTime: output(100, timestamp(), 'When the subscription was created.'),
    updateTime: output(101, timestamp(), 'When the subscription was last changed.'),
  },
);

/** Subscriptions of groups to the events at and below them. */
export const subscriptions = defineResource({
  domain: 'events',
  singular: 'subscription',
  plural: 'subscriptions',
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
      description: 'Subscribes a sink to the events of a group. A group may have several, even of the same sink.',
      event: { type: 'events.subscription.created.v1', audience: 'customer' },
    },
    delete: {
      capabilities: ['subscriptions.delete'],
      description: 'Deletes a subscription.',
      event: { type: 'events.subscription.deleted.v1', audience: 'customer' },
    },
  },
  rules: {
    identify: (draft) => draft.sink ?? '',
    // Its deliveries name the address by which it was made (behaviour 10.25).
    beforeCreate: (row, { settings: { askedUrl } }) => Object.assign({}, row, askedUrl && { madeAt: askedUrl }),
  },
});
