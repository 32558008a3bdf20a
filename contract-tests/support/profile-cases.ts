import { profile } from './profile.ts';

/** Cases of one file that the published interface does not meet. */
interface DifferingCases {
  /** The rule of the difference. */
  readonly rule: string;
  /** From `contract-tests/`. */
  readonly file: string;
  /** Each is found in the titles of one case or several. */
  readonly titles: readonly RegExp[];
}

/**
 * The cases of the specification in which the published interface differs. In another profile each of them has to fail:
 * one that does not is reported, so that the table has no case too many. The cases in `contract-tests/profiles/` test
 * the choices of each profile.
 */
export const DIFFERING: readonly DifferingCases[] = [
  { rule: 'C2', file: 'lists/paging.spec.ts', titles: [/L6: skip counts from the cursor/] },
  { rule: 'C2', file: 'v1/advisory-feed.spec.ts', titles: [/12\.2: pages follow the cursor, and skip counts/] },
  { rule: 'C3', file: 'grpc/faces-reads.spec.ts', titles: [/and a repo with everything$/] },
  {
    rule: 'C3',
    file: 'resources/repo-sync.spec.ts',
    titles: [/its source: v2 over HTTP$/, /^5\.10: a name is that of/],
  },
  { rule: 'C3', file: 'resources/repos.spec.ts', titles: [/^C3: /, /^5\.10: output-only members of syncConfig/] },
  { rule: 'C3', file: 'v1/differences.spec.ts', titles: [/: field names › repos are in snake case/] },
  {
    rule: 'C3',
    file: 'v1/registry-repos.spec.ts',
    titles: [/every field with its v1 name, and v2 shows the same/, /12\.2: sync_config is replaced/],
  },
  {
    rule: 'C4',
    file: 'grpc/faces-rows.spec.ts',
    titles: [/5\.11: a create with the name of a tag replaces the tag: /],
  },
  { rule: 'C4', file: 'lists/order-by.spec.ts', titles: [/every sortable field of tags has/] },
  { rule: 'C4', file: 'lists/walks.spec.ts', titles: [/^List tags › .*order_by=createTime /] },
  { rule: 'C4', file: 'resources/tags.spec.ts', titles: [/^5\.11, 7\.11: a create of an existing name/] },
  { rule: 'C4', file: 'v1/differences.spec.ts', titles: [/: field names › tags are in snake case/] },
  { rule: 'C4', file: 'v1/registry-tags.spec.ts', titles: [/returns the tag with v1 names, and v2 shows the same/] },
  { rule: 'C5', file: 'grpc/reflection.spec.ts', titles: [/G9: describes what the emitted files declare/] },
  {
    rule: 'C5',
    file: 'lists/order-by.spec.ts',
    titles: [/every sortable field of (?:roleBindings|subscriptions) has/],
  },
  {
    rule: 'C5',
    file: 'lists/walks.spec.ts',
    titles: [/^List roleBindings › .*order_by=updateTime /, /^List subscriptions › .*order_by=(?:create|update)Time /],
  },
  {
    rule: 'C5',
    file: 'masks/fields.spec.ts',
    titles: [/^PATCH roleBindings › 6\.7: /, /^PATCH roleBindings › 6\.16: /],
  },
  { rule: 'C5', file: 'resources/subscriptions.spec.ts', titles: [/^5\.16: a subscription belongs to the group/] },
  { rule: 'C5', file: 'resources/terms.spec.ts', titles: [/^5\.9, C5: /, /^4\.3, spec §4L\.2: acceptances/] },
  {
    rule: 'C5',
    file: 'v1/advisory-writes.spec.ts',
    titles: [/which v2 shows$/, /› are added at the end/, /of the kind that only v1 has/],
  },
  { rule: 'C5', file: 'v1/conventions.spec.ts', titles: [/V6: the id of the path counts, .*: roleBindings$/] },
  {
    rule: 'C5',
    file: 'v1/differences.spec.ts',
    titles: [/: field names › (?:roleBindings|groupInvites|externalGroupRoleMappings) are in snake/],
  },
  {
    rule: 'C5',
    file: 'writes/create.spec.ts',
    titles: [/^POST (?:roleBindings|groupInvites|externalGroupRoleMappings|tags|subscriptions) › 7\.5, /],
  },
  {
    rule: 'C9',
    file: 'errors/permission-or-missing.spec.ts',
    titles: [/^9\.7: roleBindings: unknown below/, /^9\.7: accountAssociations: unknown below/],
  },
  {
    rule: 'C9',
    file: 'operations/who-and-what.spec.ts',
    titles: [/^404: DeleteRoleBinding of an unknown/, /^404: DeleteAccountAssociation of an unknown/],
  },
  {
    rule: 'C9',
    file: 'v1/differences.spec.ts',
    titles: [/: errors › one of (?:roleBindings|accountAssociations) that is missing/],
  },
  {
    rule: 'C10',
    file: 'transport/forms.spec.ts',
    titles: [/^2\.11: .* POST \/libraries\/v1\//],
  },
  {
    rule: 'C11',
    file: 'v1/advisory-feed.spec.ts',
    titles: [
      /12\.2: documents with "(?:offset|page)=/,
      /12\.2: documents with "order_by=id\+desc&page_size=/,
      /12\.2: reports with "offset=/,
      /^V8: the document has the least (?:offset|page|limit) of /,
      /^V10: \/advisory\/v1\/documents\?(?:page|offset)=/,
    ],
  },
  { rule: 'C11', file: 'v1/advisory-writes.spec.ts', titles: [/V8: are returned all together or as a slice/] },
  {
    rule: 'C11',
    file: 'v1/cursor-lists.spec.ts',
    titles: [
      /advisories are returned all together/,
      / is refused: /,
      /every item or a slice/,
      /12\.3: tags at end of life are returned/,
    ],
  },
  {
    rule: 'C11',
    file: 'v1/events-and-ping.spec.ts',
    titles: [/List has those of v2, all of them or a slice/, /V10: a slice backwards is refused/],
  },
  { rule: 'C11', file: 'v1/iam-account-associations.spec.ts', titles: [/V8: List filters by group and name/] },
  {
    rule: 'C11',
    file: 'v1/iam-external-group-role-mappings.spec.ts',
    titles: [/V8: List filters by provider and place/],
  },
  { rule: 'C11', file: 'v1/iam-group-invites.spec.ts', titles: [/V11: List filters by group, id and key/] },
  { rule: 'C11', file: 'v1/iam-identities.spec.ts', titles: [/V11: all of them in the order of their ids/] },
  { rule: 'C11', file: 'v1/iam-role-bindings.spec.ts', titles: [/V11: the full result set by place/] },
  { rule: 'C11', file: 'v1/iam-terms.spec.ts', titles: [/5\.9, V8: acceptances of the groups above/] },
  {
    rule: 'C11',
    file: 'v1/libraries.spec.ts',
    titles: [/V8: versions are listed newest first/, /12\.1: over gRPC each method does the same/],
  },
  {
    rule: 'C11',
    file: 'v1/paging.spec.ts',
    titles: [
      /^V8: slices › /,
      /^V8, C11: pages walked/,
      /^V8: a page (?:without a size|size above 200)/,
      /^V8: a filter and a slice/,
      /^V8: over gRPC the same/,
    ],
  },
  {
    rule: 'C12',
    file: 'transport/routing.spec.ts',
    titles: [/\/events\/v1\/subscriptions is 404/, /\/ping\/v1\/ping is 404/],
  },
  { rule: 'C12', file: 'v1/conventions.spec.ts', titles: [/V14: (?:GET|POST|DELETE) \/(?:events|ping)\/v1.* is 404/] },
  { rule: 'C12', file: 'v1/events-and-ping.spec.ts', titles: [/is not served over HTTP$/] },
  {
    rule: 'C9',
    file: 'writes/delete.spec.ts',
    titles: [
      /^DELETE (?:roleBindings|accountAssociations) › 8\.(?:9, C9|10): /,
      /8\.9: deleting the missing account association/,
    ],
  },
  {
    rule: 'C16',
    file: 'feeds/advisory-feed.spec.ts',
    titles: [/5\.15: documents with /, /C16: reports/, /sees none of its reports/],
  },
  { rule: 'C20', file: 'masks/fields.spec.ts', titles: [/^PATCH (?!groupInvites)\w+ › 6\.4, C20: /] },
  {
    rule: 'C20',
    file: 'masks/wildcard.spec.ts',
    titles: [/keeps the output-only fields of (?!groupInvites|identityProviders)/, /ignores an unknown key/],
  },
  { rule: 'C22', file: 'access/escalation.spec.ts', titles: [/10\.6: a changed invite may not grant more/] },
  { rule: 'C22', file: 'access/role-matrix.spec.ts', titles: [/^C22: /] },
  { rule: 'C22', file: 'clients/typescript.spec.ts', titles: [/calls every operation of openapi\.yaml/] },
  {
    rule: 'C22',
    file: 'errors/permission-or-missing.spec.ts',
    titles: [/^9\.7: groupInvites: /, /^9\.7: externalGroupRoleMappings: /],
  },
  {
    rule: 'C22',
    file: 'grpc/every-method.spec.ts',
    titles: [
      /\/UpdateGroupInvite answers a sample/,
      /\/UpdateExternalGroupRoleMapping answers a sample/,
      /each operation of the documents is a method/,
      /no method is unimplemented/,
    ],
  },
  { rule: 'C22', file: 'grpc/faces-rows.spec.ts', titles: [/^5\.2, C22: the ttl of an invite is answered/] },
  { rule: 'C22', file: 'masks/fields.spec.ts', titles: [/^PATCH groupInvites › /] },
  {
    rule: 'C22',
    file: 'masks/wildcard.spec.ts',
    titles: [/\bgroupInvites\b/, /not need an input-only field/],
  },
  { rule: 'C22', file: 'resources/external-group-role-mappings.spec.ts', titles: [/^C22: an update › /] },
  {
    rule: 'C22',
    file: 'resources/group-invites.spec.ts',
    titles: [/^C22: /, /^5\.2: the code is/],
  },
  { rule: 'C22', file: 'steering/faults.spec.ts', titles: [/^behaviour F3: after_commit of v2 /] },
  { rule: 'C22', file: 'tokens/invites.spec.ts', titles: [/an invite expires by the world’s clock/] },
  {
    rule: 'C37',
    file: 'v1/registry-eol-tags.spec.ts',
    titles: [/the default fixture has one with every field/, /are the deprecated ones, and those with facts/],
  },
];

/** The rule by which a case differs in the profile of this run, by its file and its titles; undefined if it holds. */
export const differingRule = ([file = '', ...titles]: readonly string[]): string | undefined => {
  if (profile === 'specification') return undefined;
  const title = titles.join(' › ');
  return DIFFERING.find((known) => known.file === file && known.titles.some((each) => each.test(title)))?.rule;
};
