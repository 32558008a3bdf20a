import { profile } from './profile.ts';

/** A case that the published interface does not meet, by its file and its title. */
interface DifferingCase {
  /** The rule of the difference. */
  readonly rule: string;
  /** From `contract-tests/`. */
  readonly file: string;
  readonly title: RegExp;
}

/**
 * The cases that state what the specification has where the published interface differs. In another profile each of them
 * has to fail: one that does not is reported, so that the table has no case too many. What the profiles do there is held
 * by the cases in `contract-tests/profiles/`.
 */
const DIFFERING: readonly DifferingCase[] = [
  { rule: 'C2', file: 'lists/paging.spec.ts', title: /L6: skip counts from the cursor/ },
  { rule: 'C3', file: 'grpc/faces-reads.spec.ts', title: /and a repo with everything$/ },
  { rule: 'C3', file: 'resources/repos.spec.ts', title: /^C3: |^5\.10: output-only members of syncConfig/ },
  { rule: 'C4', file: 'grpc/faces-rows.spec.ts', title: /5\.11: a create with the name of a tag replaces the tag: / },
  { rule: 'C4', file: 'lists/order-by.spec.ts', title: /every sortable field of tags has/ },
  { rule: 'C4', file: 'lists/walks.spec.ts', title: /^List tags › .*order_by=createTime / },
  { rule: 'C4', file: 'resources/tags.spec.ts', title: /^5\.11, 7\.11: a create of an existing name/ },
  { rule: 'C5', file: 'grpc/reflection.spec.ts', title: /G9: describes what the emitted files declare/ },
  { rule: 'C5', file: 'lists/order-by.spec.ts', title: /every sortable field of (?:roleBindings|subscriptions) has/ },
  { rule: 'C5', file: 'lists/walks.spec.ts', title: /^List roleBindings › .*order_by=updateTime / },
  { rule: 'C5', file: 'lists/walks.spec.ts', title: /^List subscriptions › .*order_by=(?:create|update)Time / },
  { rule: 'C5', file: 'masks/fields.spec.ts', title: /^PATCH roleBindings › 6\.(?:7|16): / },
  { rule: 'C5', file: 'resources/subscriptions.spec.ts', title: /^5\.16: a subscription belongs to the group/ },
  { rule: 'C5', file: 'resources/terms.spec.ts', title: /^5\.9, C5: |^4\.3, spec §4L\.2: acceptances/ },
  { rule: 'C9', file: 'errors/permission-or-missing.spec.ts', title: /^9\.7: (?:roleB|accountA)\w+: unknown below/ },
  { rule: 'C9', file: 'operations/who-and-what.spec.ts', title: /^404: Delete(?:RoleBinding|AccountAssociation) of an unknown/ },
  { rule: 'C16', file: 'feeds/advisory-feed.spec.ts', title: /5\.15: documents with |C16: reports|reports @mock$/ },
  { rule: 'C20', file: 'masks/fields.spec.ts', title: /^PATCH (?!groupInvites)\w+ › 6\.4, C20: / },
  { rule: 'C20', file: 'masks/wildcard.spec.ts', title: /keeps the output-only fields of (?!groupInvites)/ },
  { rule: 'C20', file: 'masks/wildcard.spec.ts', title: /ignores an unknown key|not need an input-only field/ },
  { rule: 'C22', file: 'access/escalation.spec.ts', title: /10\.6: a changed invite may not grant more/ },
  { rule: 'C22', file: 'access/role-matrix.spec.ts', title: /^C22: / },
  { rule: 'C22', file: 'clients/typescript.spec.ts', title: /calls every operation of openapi\.yaml/ },
  { rule: 'C22', file: 'errors/permission-or-missing.spec.ts', title: /^9\.7: (?:groupI|externalG)\w+: / },
  {
    rule: 'C22',
    file: 'grpc/every-method.spec.ts',
    title: /\/Update(?:GroupInvite|ExternalGroupRoleMapping) answers a sample/,
  },
  {
    rule: 'C22',
    file: 'grpc/every-method.spec.ts',
    title: /each operation of the documents is|no method is unimplemented/,
  },
  { rule: 'C22', file: 'grpc/faces-rows.spec.ts', title: /^5\.2, C22: the ttl of an invite is answered/ },
  { rule: 'C22', file: 'masks/fields.spec.ts', title: /^PATCH groupInvites › / },
  { rule: 'C22', file: 'masks/wildcard.spec.ts', title: /\bgroupInvites\b/ },
  { rule: 'C22', file: 'resources/external-group-role-mappings.spec.ts', title: /^C22: an update › / },
  {
    rule: 'C22',
    file: 'resources/group-invites.spec.ts',
    title: /^C22: |^5\.2: an invite that has|^5\.2: the code is/,
  },
];

/** The rule by which a case differs in the profile of this run, by its file and its titles; undefined where it holds. */
export const differingRule = ([file = '', ...titles]: readonly string[]): string | undefined => {
  if (profile === 'specification') return undefined;
  const title = titles.join(' › ');
  return DIFFERING.find((known) => known.file === file && known.title.test(title))?.rule;
};
