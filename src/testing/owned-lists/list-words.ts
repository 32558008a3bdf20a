/** A request of a client to a list: to append a value, or to read it. */
export interface ListRequest {
  readonly n: number;
  /** The number of the list, from 1. */
  readonly list: string;
  readonly value?: string;
}

/** Its answer: the list with the appended value, or why it is not known. */
export type ListAnswer =
  | { readonly n: number; readonly length: number; readonly hash: string }
  | { readonly n: number; readonly error: string };

/** A line that a process prints. */
export interface ListWord {
  readonly port?: number;
  readonly place?: 'here' | 'peer' | 'nowhere';
  readonly term?: string;
  readonly notice?: string;
  readonly report?: string;
}
