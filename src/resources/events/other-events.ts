import type { EventDraft, PublishedEvent } from '../../kernel/events.ts';
import type { Rows } from '../../kernel/rows.ts';
import { parentOf, TOP } from '../../kernel/uid.ts';
import { groupRows } from '../iam/group-message.ts';
import { identities } from '../iam/identities.ts';

type Sample = Pick<EventDraft, 'subject' | 'group' | 'body'>;

/** A sample below the first group, which is a root. */
const sampleInFirstGroup =
  (make: (root: string, now: string) => Sample) =>
  (rows: Rows, now: string): Sample | undefined => {
    const [root] = rows.childrenOf(groupRows, TOP);
    return root && make(root.uid, now);
  };

const COMMON = { family: 'vendor', audience: 'customer' } as const;

/** Events of the service about things that the mock does not have. */
export const otherEvents: readonly PublishedEvent[] = [
  {
    ...COMMON,
    family: 'api',
    type: 'auth.registered.v1',
    path: '/auth/v1/register',
    description: 'Somebody has registered, and joined a group by an invite.',
    sample: (rows) => {
      const identity = rows.listWithin(identities, TOP).find(({ uid }) => parentOf(uid) !== TOP);
      if (!identity) return undefined;
      const group = parentOf(identity.uid);
      return { subject: identity.uid, group, body: { value: { group, identity: identity.uid } } };
    },
  },
  {
    ...COMMON,
    type: 'entitlement.changed.v1',
    path: '/entitlements',
    description: 'What an organization is entitled to has changed.',
    sample: sampleInFirstGroup((root) => {
      const entitlement = `${root}/5e1f0c9a7b3d2468`;
      const value = {
        domain: 'IMAGE',
        org_uidp: root,
        entitlement_uidp: entitlement,
        operation: 'ADD_RESOURCE',
        resources: [{ resource: 'nginx', tier: 'APPLICATION' }],
      };
      return { subject: entitlement, group: root, body: { value } };
    }),
  },
  {
    ...COMMON,
    type: 'apk.push.v1',
    path: '/apk',
    description: 'A package was pushed.',
    sample: sampleInFirstGroup((root, now) => {
      const value = {
        repository: 'apk',
        repo_id: root,
        package: 'openssl',
        origin_package: 'openssl',
        version: '3.5.0-r0',
        architecture: 'x86_64',
        checksum: 'Q1pSfbT4cJoMzFqM6Ynr8hVJt2nEo=',
        when: now.replace('Z', '000'),
        location: '',
        remote_address: '',
        user_agent: '',
      };
      return { subject: root, group: root, body: { value } };
    }),
  },
];
