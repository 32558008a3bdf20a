import { type Fields, type Message, message } from '../schema/message.ts';

/** A message of v2 under the name that it has in v1, with the same fields and rules. */
export const restate = <F extends Fields>(name: string, { description, table, rules }: Message<F>): Message<F> =>
  message(name, description, table, rules);
