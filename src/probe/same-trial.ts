import type { Judgement } from './judge.ts';
import type { ProbeVerdict } from './report.ts';

/** How many runs must reach a verdict before it is said: chance can bring some about, in the client or the machine. */
const runsWanted = (verdict: ProbeVerdict, load: number): number => {
  if (verdict === 'hung') return 2;
  // Lines may be missing by chance, or since the machine was quicker than before.
  if (verdict === 'misled') return 3;
  // A pause that is judged by the load of the machine is judged once more.
  if (verdict === 'stormed') return load > 1 ? 3 : 2;
  return 1;
};

/** How many runs are made at most where a busy machine may have hidden a storm, and once a run has shown it. */
const MAX_HURRIED = 6;
const MAX_SINCE_SHOWN = 10;
/** How many runs must make pauses after one that has shown a storm: the machine can stop a client once. */
const UNHURRIED_WANTED = 2;

/** The runs of one trial, as far as they say whether another is to be made. */
export class SameTrial {
  readonly #reached = new Map<ProbeVerdict, number>();
  #runs = 0;
  /** How many runs have made pauses that no load of the machine explains. */
  #unhurried = 0;

  /** Takes one more run, made under a load of the machine; true if its verdict is that of the trial. */
  isJudgedWith({ verdict, mayHideStorm }: Pick<Judgement, 'verdict' | 'mayHideStorm'>, load: number): boolean {
    const times = (this.#reached.get(verdict) ?? 0) + 1;
    this.#reached.set(verdict, times);
    this.#runs += 1;
    if (verdict !== 'stormed' && !mayHideStorm) this.#unhurried += 1;
    return times >= runsWanted(verdict, load) && (verdict === 'stormed' || !this.#mayShowStorm(mayHideStorm));
  }

  #mayShowStorm(mayHideStorm: boolean): boolean {
    const wasShown = this.#reached.has('stormed');
    const isOpen = mayHideStorm || (wasShown && this.#unhurried < UNHURRIED_WANTED);
    return isOpen && this.#runs < (wasShown ? MAX_SINCE_SHOWN : MAX_HURRIED);
  }
}
