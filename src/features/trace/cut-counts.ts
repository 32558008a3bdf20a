/** How much of a run is not in a trace, because a bound was reached. */
export interface CutCounts {
  readonly calls: number;
  readonly steps: number;
  readonly events: number;
  /** Bodies above 64 KiB, of requests and of answers. */
  readonly bodies: number;
  /** Other bodies of answers. */
  readonly answers: number;
  /** 1 if the fixture is missing that the world began with. */
  readonly fixtures: number;
}
