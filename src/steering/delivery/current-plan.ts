import type { OutboxPlan } from './delivery-control.ts';

/** How events are delivered where nobody has asked for anything else. */
const PLAIN: OutboxPlan = { mode: 'async' };

/** The plan of one world, which each delivery and each attempt reads anew (behaviour E20). */
export class CurrentPlan {
  #plan = PLAIN;

  get(): OutboxPlan {
    return this.#plan;
  }

  set(plan: OutboxPlan): void {
    this.#plan = plan;
  }

  reset(): void {
    this.#plan = PLAIN;
  }

  /** Why deliveries are held back; undefined where they are not. */
  holdReason(): string | undefined {
    const { mode, reorder } = this.#plan;
    if (mode === 'collect') return 'the plan collects deliveries';
    return reorder === undefined ? undefined : `the plan sends ${reorder} at a time, the other way round`;
  }

  /** How many deliveries make a group that is sent the other way round; undefined where none is to be sent. */
  groupSize(): number | undefined {
    const { mode, reorder } = this.#plan;
    return mode === 'collect' ? undefined : reorder;
  }
}
