import { bytes, duration, int32, map, repeated, string } from './field-types.ts';
import { type Message, message, of, plain } from './message.ts';

const Any = message('google.protobuf.Any', 'A message of any type, with the name of its type.', {
  typeUrl: plain(1, string(), 'The type: its full name behind a slash.'),
  value: plain(2, bytes(), 'The message in its binary form.'),
});

/** The message in `grpc-status-details-bin`. */
export const Status = message('google.rpc.Status', 'How a call failed.', {
  code: plain(1, int32(), 'The status code.'),
  message: plain(2, string(), 'What went wrong, in words.'),
  details: plain(3, repeated(of(Any)), 'Typed details.'),
});

const FieldViolation = message('google.rpc.BadRequest.FieldViolation', 'A rule that a field breaks.', {
  field: plain(1, string(), 'The path of the field.'),
  description: plain(2, string(), 'The rule.'),
});

const Violation = message('google.rpc.PreconditionFailure.Violation', 'A condition that does not hold.', {
  type: plain(1, string(), 'The kind of condition.'),
  subject: plain(2, string(), 'What it is about.'),
  description: plain(3, string(), 'The condition.'),
});

/** The detail messages of errors, by their full names (behaviour §9.2). */
export const errorDetails: ReadonlyMap<string, Message> = new Map(
  [
    message('google.rpc.ErrorInfo', 'Why a call failed, for machines.', {
      reason: plain(1, string(), 'The reason.'),
      domain: plain(2, string(), 'The service that defines it.'),
      metadata: plain(3, map('string', string()), 'More facts.'),
    }),
    message('google.rpc.BadRequest', 'What is wrong with a request.', {
      fieldViolations: plain(1, repeated(of(FieldViolation)), 'The rules that are broken.'),
    }),
    message('google.rpc.PreconditionFailure', 'Which conditions of a call do not hold.', {
      violations: plain(1, repeated(of(Violation)), 'The conditions that do not hold.'),
    }),
    message('google.rpc.ResourceInfo', 'The resource that a call is about.', {
      resourceType: plain(1, string(), 'Its type.'),
      resourceName: plain(2, string(), 'Its name.'),
      owner: plain(3, string(), 'Whose it is.'),
      description: plain(4, string(), 'What happened to it.'),
    }),
    message('google.rpc.RetryInfo', 'When a call may be sent again.', {
      retryDelay: plain(1, duration(), 'How long to wait at least.'),
    }),
  ].map((detail: Message) => [detail.name, detail]),
);

/** A detail of an error that is not published, and that no client knows. */
export const unpublishedDetail: Message = message(
  'google.rpc.Unpublished',
  'What a later version may add to an error.',
  {
    note: plain(1, string(), 'A text.'),
  },
);

/** The message of a detail of an error, by its full name; undefined if there is none. */
export const detailNamed = (name: string): Message | undefined =>
  errorDetails.get(name) ?? (name === unpublishedDetail.name ? unpublishedDetail : undefined);
