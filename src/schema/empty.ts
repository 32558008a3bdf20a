import { message } from './message.ts';

/** The message without fields. */
export const Empty = message('google.protobuf.Empty', 'Nothing.', {});
