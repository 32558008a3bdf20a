import { type FieldType, text, timestamp, uid } from '../../schema/field-types.ts';
import { isUrl } from '../../schema/formats.ts';
import { message, output, required } from '../../schema/message.ts';
import { isLocalHost } from './local-hosts.ts';

/** Where events may be sent: https anywhere, http only nearby, and the built-in sink. */
const isSink = (value: string): boolean =>
  isUrl(value, 'https', 'sink') || (isUrl(value, 'http') && isLocalHost(new URL(value).hostname));

/** A URL that events may be sent to. */
export const sink = (): FieldType<string> => text(isSink, 'sink must be an https URL');

/** Where the events of a group are sent. */
export const Subscription = message(
  'chainguard.platform.events.v2.Subscription',
  'Where the events of a group are sent.',
  {
    uid: output(1, uid(), 'The identifier of the subscription.', { always: true }),
    sink: required(
      2,
      sink(),
      'The https URL that events are posted to. A host on the own machine or network may be http, and ' +
        '`sink://<name>` keeps events inside this server.',
      { always: true, example: 'https://hooks.example.com/events' },
    ),
    createTime: output(100, timestamp(), 'When the subscription was created.'),
    updateTime: output(101, timestamp(), 'When the subscription was last changed.'),
  },
);
