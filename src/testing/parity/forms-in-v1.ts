import assert from 'node:assert/strict';
import type { Resource } from '../../kernel/resource.ts';
import { v1 } from '../../resources/v1.ts';
import type { V1Form, V1List } from '../../v1/form.ts';

const forms = new Map(v1.flatMap(({ resource, form }) => (form ? [[resource, form] as const] : [])));

/** The form of a resource in v1; undefined if v1 does not show it. */
export const formInV1 = (of: Resource): V1Form | undefined => forms.get(of);

/** The form of a resource that both versions list. */
export const listedForm = (of: Resource): V1Form & { readonly list: V1List } => {
  const form = forms.get(of);
  const list = form?.list ?? assert.fail(`v1 does not list ${of.plural}`);
  return { ...form, list } as V1Form & { readonly list: V1List };
};
