/**
 * A value that a schema accepts or answers, as plain and readonly: the form in which the interfaces of `nouns.ts` are
 * emitted. An optional property is missing if there is nothing, and never `undefined`.
 */
export type Plain<T> = unknown extends T
  ? T
  : T extends string
    ? T
    : T extends readonly (infer Item)[]
      ? readonly Plain<Item>[]
      : T extends object
        ? { readonly [Name in keyof T]: Plain<Exclude<T[Name], undefined>> }
        : T;
