import { defineResource } from '../../kernel/resource.ts';
import { message } from '../../schema/message.ts';
import { register } from './register.ts';
import { validate } from './who-am-i.ts';

/** Methods about the caller, and to become a caller, without rows of their own. */
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
