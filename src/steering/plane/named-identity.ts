/** Finds an identity by its name in a world. */
export interface NamedIdentity {
  /** The uid of an identity given by uid, alias or unique name; a reason in words when there is none. */
  readonly identity: (name: string) => { readonly uid: string } | { readonly reason: string };
}
