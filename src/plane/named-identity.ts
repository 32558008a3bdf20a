import { invalidField } from '../kernel/errors.ts';

/** Finds an identity by its name in a world. */
export interface NamedIdentity {
  /** The uid of an identity given by uid, alias or unique name; a reason in words when there is none. */
  identity(name: string): { readonly uid: string } | { readonly reason: string };
}

/** The uid of an identity that a rule names; undefined if it names none, or not exactly one. */
export const callerOf = (within: NamedIdentity, name: string | undefined): string | undefined => {
  const found = name === undefined ? undefined : within.identity(name);
  return found && 'uid' in found ? found.uid : undefined;
};

/** The uid of the identity that a field of a request names. @throws ApiError INVALID_ARGUMENT if that is not exactly one */
export const identityIn = (within: NamedIdentity, field: string, name: string): string => {
  const found = within.identity(name);
  if ('reason' in found) throw invalidField(field, found.reason);
  return found.uid;
};
