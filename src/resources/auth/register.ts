import { customOperation } from '../../kernel/custom-operation.ts';
import { rowNotFound } from '../../kernel/directory.ts';
import { denied, failedPrecondition, invalidField } from '../../kernel/errors.ts';
import { makeFreshUid } from '../../kernel/ids.ts';
import { type Method, type WriteContext, writeMethod } from '../../kernel/resource.ts';
import { parentOf, TOP } from '../../kernel/uid.ts';
import { string, uid } from '../../schema/field-types.ts';
import { textOrNone } from '../../schema/json-object.ts';
import { message, optional, plain, type Static } from '../../schema/message.ts';
import { bindRole } from '../iam/bind-role.ts';
import type { GroupInviteRow } from '../iam/group-invite-message.ts';
import { groupInvites } from '../iam/group-invites.ts';
import { identities } from '../iam/identities.ts';
import { toPlainName } from '../iam/plain-name.ts';
import { isReachedFrom } from '../iam/role-binding-placement.ts';

const RegistrationRequest = message(
  'chainguard.platform.auth.RegistrationRequest',
  'Who registers, and by which invite.',
  {
    code: optional(1, string(), 'The code of the invite to redeem; without it no group is joined.', {
      secret: true,
      example: '5f2f1a3c',
    }),
    identityId: optional(3, uid(), 'The identity that registers; the token must be one of its tokens.'),
  },
);

const Session = message(
  'chainguard.platform.auth.Session',
  'Which identity registered, and the group that it joined.',
  {
    identity: plain(1, uid(), 'The uid of the identity.', { always: true }),
    group: plain(2, uid(), 'The uid of the group; empty without an invite.', { always: true }),
  },
);

/** The verified e-mail address of the identity that redeems; empty when there is none. */
const getProvenEmail = (identity: string, { caller: { claims }, tx }: WriteContext): string =>
  tx.get(identities, identity)?.email ?? (claims?.email_verified === true ? textOrNone(claims.email) : '');

/** The identity that registers: one that the token acts as, or else a new one above every root. */
const demandIdentity = (wanted: string, context: WriteContext): string => {
  const { caller, tx, now, directory } = context;
  const { candidates = [caller.identity] } = caller;
  if (wanted !== '') {
    if (!tx.get(identities, wanted)) throw rowNotFound(identities, wanted);
    if (!candidates.includes(wanted)) throw denied('the token does not act as the identity');
    return wanted;
  }
  if (candidates.length > 1) {
    throw failedPrecondition({
      type: 'IDENTITY_AMBIGUOUS',
      description: `${candidates.length} identities match the token: name the one to join in identityId`,
    });
  }
  if (caller.identity !== '') return caller.identity;
  const { iss, sub, name, email, email_verified: verified } = caller.claims ?? {};
  const [issuer, subject] = [textOrNone(iss), textOrNone(sub)];
  const settings = { seed: 'registered' };
  const made = makeFreshUid({ tx, directory, settings }, TOP, identities.singular, `${issuer}\n${subject}`);
  const address = textOrNone(email);
  tx.put(identities, {
    uid: made,
    name: toPlainName(textOrNone(name), textOrNone(address.split('@')[0]), subject),
    description: '',
    ...(address === '' ? {} : verified === true ? { email: address } : { emailUnverified: address }),
    claimMatch: { issuer, subject },
    createTime: now,
    updateTime: now,
    lastSeenTime: now,
  });
  return made;
};

const demandRedeemable = (code: string, { tx, now }: WriteContext): GroupInviteRow => {
  const invite = tx.listWithin(groupInvites, TOP).find((each) => each.code === code);
  // The code is a secret: nothing repeats it.
  if (!invite) throw invalidField('code', 'is not the code of any invite');
  if ((invite.expirationTime ?? '') <= now) {
    throw failedPrecondition({ type: 'INVITE_EXPIRED', description: `the invite expired at ${invite.expirationTime}` });
  }
  return invite;
};

const registerCaller = (
  { code = '', identityId = '' }: Static<typeof RegistrationRequest>,
  context: WriteContext,
): Static<typeof Session> => {
  if (code === '') return { identity: demandIdentity(identityId, context), group: '' };
  const invite = demandRedeemable(code, context);
  const identity = demandIdentity(identityId, context);
  const group = parentOf(invite.uid);
  if (!isReachedFrom(group, identity)) {
    throw failedPrecondition({
      type: 'IDENTITY_ELSEWHERE',
      description: 'the identity is of another organization, and a role here would give it nothing',
    });
  }
  const { email = '' } = invite;
  if (email !== '' && getProvenEmail(identity, context).toLowerCase() !== email.toLowerCase()) {
    throw denied('invalid "email": the invite is for somebody else, or the address is not verified');
  }
  bindRole(group, { identityUid: identity, roleUid: invite.roleUid ?? '' }, context);
  if (invite.singleUse) context.tx.remove(groupInvites, invite.uid);
  return { identity, group };
};

/** Registers the holder of the token; with an invite, binds the invite's role (behaviour §10.16). */
export const register: Method = writeMethod(
  customOperation({
    domain: 'auth',
    service: 'chainguard.platform.auth.Auth',
    id: 'Register',
    summary: 'Register, and redeem an invite',
    description:
      'Registers the holder of a token of a trusted issuer. With the code of an invite it joins a group: the identity that the token acts as gets the role. Where there is no such identity, one is created.',
    http: { method: 'POST', path: '/auth/v1/register', body: '*' },
    request: RegistrationRequest,
    response: Session,
    capabilities: [],
    auth: 'upstream',
    fails: ['PERMISSION_DENIED', 'NOT_FOUND', 'FAILED_PRECONDITION'],
  }),
  registerCaller,
);
