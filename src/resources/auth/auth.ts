import { defineResource } from '../../kernel/resource.ts';
import { message } from '../../schema/message.ts';
import { register } from './register.ts';
import { validate } from './who-am-i.ts';

/** Who the caller is, and how one becomes a caller: methods without rows of their own. */
export const auth = defineResource({
  domain: 'auth',
  type: 'Auth',
  singular: 'auth',
  plural: 'auth',
  words: { singular: 'caller', plural: 'callers' },
  description: 'The identity of the caller, and the redemption of invites.',
  message: message('mock.Auth', 'Nothing is stored.', {}),
  served: false,
  methods: { validate, register },
});
