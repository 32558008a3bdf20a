import type { DeliveryPlan } from '../../../generated/nouns.ts';
import { type Row, type Store, settingCollection } from '../../kernel/rows.ts';
import { Setting } from '../../plane/setting.ts';

/** The plan of a world's deliveries, with its delay in milliseconds of the world. */
export interface OutboxPlan extends Omit<DeliveryPlan, 'delay'> {
  readonly delayMillis?: number;
}

/** The plan as answers have it. */
export const viewOfPlan = ({ delayMillis, ...plan }: OutboxPlan): DeliveryPlan => ({
  ...plan,
  ...(delayMillis !== undefined && { delay: `${delayMillis / 1_000}s` }),
});

type PlanRow = Row & { readonly plan: OutboxPlan };

const plans = settingCollection<PlanRow>('deliveryPlan');

/** How events are delivered if nobody has asked for anything else. */
const PLAIN: OutboxPlan = { mode: 'async' };

/** The plan of one world, which each delivery and each attempt reads anew (behaviour E20). */
export class CurrentPlan {
  readonly #plan: Setting<PlanRow, OutboxPlan>;

  constructor(store: Store) {
    this.#plan = new Setting(store, plans, (row) => row?.plan ?? PLAIN);
  }

  get(): OutboxPlan {
    return this.#plan.value;
  }

  /** Sets the plan, which holds at once; resolves when it is stored. */
  set(plan: OutboxPlan): Promise<void> {
    return this.#plan.write(() => ({ plan }));
  }

  /** Returns to the plan of a new world; resolves when it is stored. */
  reset(): Promise<void> {
    return this.#plan.write(() => undefined);
  }

  /** Why deliveries are held back; undefined if they are not. */
  holdReason(): string | undefined {
    const { mode, reorder } = this.get();
    if (mode === 'collect') return 'the plan collects deliveries';
    return reorder === undefined ? undefined : `the plan sends ${reorder} at a time, the other way round`;
  }

  /** How many deliveries make a group that is sent the other way round; undefined if none is to be sent. */
  groupSize(): number | undefined {
    const { mode, reorder } = this.get();
    return mode === 'collect' ? undefined : reorder;
  }
}
