/** What belongs to a call of a world that several processes share, and is stored with it. */
export interface WithCall {
  /** What a call of a number below 0 has left, as JSON, and once only; undefined for nothing. */
  readonly take: (call: number) => object | undefined;
  /** Takes what a call has left: as JSON that another process has stored, or what this one has. */
  readonly taken: (call: number, left: object, isOwn: boolean) => void;
}
