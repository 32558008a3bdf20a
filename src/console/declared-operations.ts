/** An operation with the answers that the documents declare. */
export interface DeclaredOperation {
  readonly operation: string;
  readonly version: string;
  /** Of v1: the operation of v2 to call instead; null if it stays on v1. */
  readonly replacedBy?: string | null;
  readonly declared: readonly {
    readonly status: number;
    /** `OK`, or the name of the code of gRPC. */
    readonly code: string;
  }[];
}

/** The operations of each profile that a trace is of, by its name. */
export type DeclaredOperations = Readonly<Record<string, readonly DeclaredOperation[]>>;
